import type { FieldView } from '../controls/field-view.ts';
import { NumberRead } from '../controls/text-read.tsx';

/** A sum or a count over lines; the server works it out. */
export const rollup: FieldView = { Edit: null, Read: NumberRead, align: 'end' };
