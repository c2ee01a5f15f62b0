import { randomBytes } from 'node:crypto';

/** A new object name: the month and a random part. */
export const newObjectName = (): string =>
  `${new Date().toISOString().slice(0, 7).replace('-', '/')}/${randomBytes(16).toString('hex')}`;

/** Whether a text is such a name; external names never become paths. */
export const isObjectName = (text: string): boolean => /^\d{4}\/\d{2}\/[0-9a-f]{24,64}(\.\w{1,10})?$/.test(text);

/** The name of a picture's thumbnail. */
export const thumbOf = (objectName: string): string => `${objectName}.thumb`;

/** The object of a thumbnail; any other name is answered unchanged. */
export const mainOf = (objectName: string): string => objectName.replace(/\.thumb$/, '');
