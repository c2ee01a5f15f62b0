import { sentName } from './use-uploads.ts';

/** One id or many as a list. */
export const idsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(String) : typeof value === 'string' && value !== '' ? [value] : [];

/** The names that came with the record, in the order of the ids. */
export const titlesOf = (given: unknown): string[] =>
  Array.isArray(given) ? given.map(String) : typeof given === 'string' ? [given] : [];

export const fileName = (id: string, title: string | undefined, otherwise: string): string =>
  sentName(id) ?? title ?? otherwise;
