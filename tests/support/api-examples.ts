import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { examplesAt, verifyExample } from '../../engine/modules/api-docs/examples.ts';

/** The API page's own code for a program that receives webhooks. */
export async function verifier() {
  const folder = mkdtempSync(join(tmpdir(), 'lading-verify-'));
  const file = join(folder, 'verify.mjs');
  writeFileSync(file, verifyExample);
  const loaded = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as {
    isGenuine(secret: string, headers: Readonly<Record<string, string>>, body: string, now?: number): boolean;
  };
  rmSync(folder, { recursive: true });
  return loaded.isGenuine;
}

/** The path and the body of an example of the page, with the ids of this tenant in their places. */
export function exampleOf(name: string, ids: Readonly<Record<string, string>>): [string, Record<string, unknown>] {
  const text = examplesAt('').find((each) => each.name === name)?.text ?? '';
  const [, path = ''] = /'\/api\/([^']+)'/.exec(text) ?? [];
  const [, body = ''] = /-d '([^']+)'$/.exec(text) ?? [];
  const filled = body.replaceAll(/"([A-Z_]{4,})"/g, (whole, place: string) => {
    const id = ids[place];
    return id === undefined ? whole : JSON.stringify(id);
  });
  return [path, JSON.parse(filled) as Record<string, unknown>];
}
