import type { FieldTypeName } from '../../core/index.ts';
import { cellViews } from './types/cell-views.ts';
import type { FieldView } from './controls/field-view.ts';
import { lines } from './lines/lines.tsx';

/** How every field type is typed and read. A type without a view does not compile. */
export const fieldViews = Object.freeze({ ...cellViews, lines }) satisfies Readonly<Record<FieldTypeName, FieldView>>;
