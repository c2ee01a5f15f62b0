import type { FieldView } from './field-view.ts';
import { TextControl } from './text-control.tsx';
import { TextRead } from './text-read.tsx';

export const text: FieldView = { Edit: TextControl, Read: TextRead };
