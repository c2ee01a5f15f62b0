import { sentName } from './use-uploads.ts';

/** One id or many as a list. */
export const idsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(String) : typeof value === 'string' && value !== '' ? [value] : [];

/** The names that came with the record, in the order of the ids. */
export const titlesOf = (titles: unknown): string[] =>
  Array.isArray(titles) ? titles.map(String) : typeof titles === 'string' ? [titles] : [];

export const fileName = (id: string, title: string | undefined, otherwise: string): string =>
  sentName(id) ?? title ?? otherwise;
