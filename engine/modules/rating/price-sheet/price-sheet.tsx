import { SheetEdit } from './sheet-edit.tsx';
import { SheetRead } from './sheet-read.tsx';
import './price-sheet.css';

export const Edit = SheetEdit;
export const Read = SheetRead;
