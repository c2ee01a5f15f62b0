import type { FieldView } from '../controls/field-view.ts';
import { QuantityRead } from '../controls/quantity.tsx';

/** A sum or a count over lines; the server works it out. */
export const rollup: FieldView = { Edit: null, Read: QuantityRead, align: 'end' };
