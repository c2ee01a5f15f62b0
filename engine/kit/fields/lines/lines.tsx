import type { FieldView } from '../controls/field-view.ts';
import { LinesEdit } from './lines-edit.tsx';
import { LinesRead } from './lines-read.tsx';

export const lines: FieldView = { Edit: LinesEdit, Read: LinesRead, wide: true, group: true };
