import { storedFile } from '../stored-file.ts';

/** An uploaded picture, shown as one. */
export const image = storedFile('image');
