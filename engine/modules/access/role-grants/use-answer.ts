import { useAnswer as useLoaded, useCulture } from '../../../kit/index.ts';

/** What a call answers; `undefined` until it has, null where it is refused. Asked again for another language, `key` or `stamp`. */
export function useAnswer<T>(load: (signal: AbortSignal) => Promise<T>, key = '', stamp = 0): T | null | undefined {
  const { data, error } = useLoaded(load, `${useCulture()} ${key}`, stamp);
  return error === null ? (data ?? undefined) : null;
}
