import type { Field } from '../../../core/index.ts';
import { useFieldHost } from '../controls/field-host.tsx';
import { unitSiblings, useUnitWords } from '../controls/unit-words.ts';

interface ColumnHeadProps {
  lines: string;
  column: Field;
  columns: readonly Field[];
  siblings: Record<string, unknown>;
  required?: boolean;
}

/** The head of a sub-table's column, with the unit that all its cells share. */
export function ColumnHead({ lines, column, columns, siblings, required }: ColumnHeadProps) {
  const { words } = useFieldHost();
  const unit = useUnitWords()(column.meta, isShared(column, columns) ? siblings : {});
  return (
    <th scope="col" data-type={column.meta.type}>
      {words.line(lines, column.name)}
      {unit ? <span className="field-unit"> {unit}</span> : null}
      {required ? (
        <span className="form-item-required" aria-hidden="true">
          *
        </span>
      ) : null}
    </th>
  );
}

/** A unit that differs by row cannot be in the header. */
export const isShared = (column: Field, columns: readonly Field[]): boolean =>
  !unitSiblings(column.meta).some((name) => columns.some((other) => other.name === name));
