import type { TagTone } from '../../kit/index.ts';

/** Grades by the digit that is typed or scanned for each. */
export const grades = ['unopened', 'opened', 'damaged', 'unusable'] as const;
export const gradeTones: Readonly<Record<string, TagTone>> = {
  unopened: 'good',
  opened: 'info',
  damaged: 'warn',
  unusable: 'bad',
};

/** What a line of the scanner means while a parcel is being taken in. */
export type Line = { kind: 'grade'; grade: string } | { kind: 'photo' | 'done' | 'undo' } | { kind: 'number' };

/** Keyboards of other countries make other signs of the hyphen. */
export function lineOf(text: string): Line {
  const line = text.trim().toUpperCase();
  const grade = /^(?:LD[^A-Z0-9]?GRADE)?([1-4])$/.exec(line);
  if (grade) return { kind: 'grade', grade: grades[Number(grade[1]) - 1] ?? 'unopened' };
  const command = /^LD[^A-Z0-9]?(PHOTO|DONE|UNDO)$/.exec(line)?.[1];
  if (command === 'PHOTO') return { kind: 'photo' };
  if (command === 'DONE') return { kind: 'done' };
  if (command === 'UNDO') return { kind: 'undo' };
  return { kind: 'number' };
}
