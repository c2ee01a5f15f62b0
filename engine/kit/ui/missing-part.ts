/** Whether a part of the application could not be loaded. */
export const isMissingPart = ({ message }: Error): boolean =>
  /dynamically imported module|Importing a module script failed|ChunkLoadError|preload CSS/i.test(message);

/**
 * What the server has published at the address of this page: the version that runs here, a newer one, or nothing while
 * it cannot be reached. A file that did not come says none of this by itself.
 */
export type Published = 'same' | 'newer' | 'unreached';

/** How long an answer may take before the server counts as not reached. */
const maxMilliseconds = 6_000;

export async function publishedVersion(): Promise<Published> {
  const [opened] = performance.getEntriesByType('navigation');
  try {
    const answer = await fetch(opened?.name ?? '/', {
      cache: 'no-store',
      signal: AbortSignal.timeout(maxMilliseconds),
    });
    if (!answer.ok) return 'unreached';
    const page = await answer.text();
    const files = [...document.querySelectorAll<HTMLScriptElement>('script[type=module][src]')];
    return files.every(({ src }) => page.includes(new URL(src).pathname)) ? 'same' : 'newer';
  } catch {
    return 'unreached';
  }
}
