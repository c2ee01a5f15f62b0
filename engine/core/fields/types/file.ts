import { storedFile } from '../stored-file.ts';

/** An uploaded file of an accepted media type and size; both are checked when it is uploaded. */
export const file = storedFile('file');
