import type { FieldTypeName } from '../../core/index.ts';
import { cellViews } from './cell-views.ts';
import type { FieldView } from './field-view.ts';
import { lines } from './lines.tsx';

/** How every field type is typed and read. A type without a view does not compile. */
export const fieldViews = Object.freeze({ ...cellViews, lines }) satisfies Readonly<Record<FieldTypeName, FieldView>>;
