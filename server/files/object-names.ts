import { randomBytes } from 'node:crypto';

/** A name of our own for a new object: the month, and what nobody can guess. */
export const newObjectName = (): string =>
  `${new Date().toISOString().slice(0, 7).replace('-', '/')}/${randomBytes(16).toString('hex')}`;

/** Whether a text is such a name; no name from outside ever becomes a path. */
export const isObjectName = (text: string): boolean => /^\d{4}\/\d{2}\/[0-9a-f]{24,64}(\.\w{1,10})?$/.test(text);

/** The small picture that stands beside a picture. */
export const thumbOf = (objectName: string): string => `${objectName}.thumb`;

/** The object that a small picture belongs to; any other name is its own. */
export const mainOf = (objectName: string): string => objectName.replace(/\.thumb$/, '');
