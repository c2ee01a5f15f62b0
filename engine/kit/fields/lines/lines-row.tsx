import { Button } from 'antd';
import { ArrowDownOutlined, ArrowUpOutlined, CopyOutlined, DeleteOutlined } from '@ant-design/icons';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Field, fieldState, type Issue } from '../../../core/index.ts';
import { cellViews } from '../types/cell-views.ts';
import { EditView } from '../controls/edit-view.tsx';
import { useFieldHost } from '../controls/field-host.tsx';
import { IssueLine } from '../controls/issue-line.tsx';
import type { Row } from './paste-block.ts';
import { useUnitWords } from '../controls/unit-words.ts';

export interface LinesRowProps {
  id: string;
  lines: string;
  row: Row;
  at: number;
  count: number;
  columns: readonly Field[];
  record: () => Record<string, unknown>;
  siblings: Record<string, unknown>;
  issues: readonly (Issue & { message?: string })[];
  change: (at: number, values: Row) => void;
  act: (verb: 'duplicate' | 'up' | 'down' | 'remove', at: number) => void;
}

/** One row. It is drawn again only if it, its place or its own faults have changed. */
export const LinesRow = memo(LinesRowView, isSame);

function LinesRowView(props: LinesRowProps) {
  const { row, at, count, columns, lines, act } = props;
  const { t } = useTranslation();
  const { words } = useFieldHost();
  const unitOf = useUnitWords();
  const labelOf = (column: Field) =>
    [words.line(lines, column.name), unitOf(column.meta, props.siblings)].filter(Boolean).join(' ');
  const buttons = [
    { verb: 'duplicate', icon: <CopyOutlined />, off: false },
    { verb: 'up', icon: <ArrowUpOutlined />, off: at === 0 },
    { verb: 'down', icon: <ArrowDownOutlined />, off: at === count - 1 },
    { verb: 'remove', icon: <DeleteOutlined />, off: false },
  ] as const;
  return (
    <tr>
      <th scope="row" className="lines-number">
        {at + 1}
      </th>
      {columns.map((column) => (
        <td
          key={column.name}
          data-row={at}
          data-column={column.name}
          data-type={column.meta.type}
          data-label={labelOf(column)}
        >
          <Cell {...props} column={column} record={() => ({ ...props.record(), ...row })} />
        </td>
      ))}
      <td className="lines-actions">
        {buttons.map(({ verb, icon, off }) => (
          <Button
            key={verb}
            type="text"
            size="small"
            icon={icon}
            disabled={off}
            aria-label={t(`lines.${verb}`, { row: at + 1 })}
            title={t(`lines.${verb}`, { row: at + 1 })}
            onClick={() => act(verb, at)}
          />
        ))}
      </td>
    </tr>
  );
}

function Cell({ id, lines, row, at, column, record, siblings, issues, change }: LinesRowProps & { column: Field }) {
  const { t } = useTranslation();
  const { words, facts } = useFieldHost();
  const { name } = column;
  const { type } = column.meta;
  const current = record();
  const state = fieldState(column, { record: current, ...facts() });
  if (!state.visible || type === 'lines') return null;
  const view = cellViews[type];
  if (state.readOnly || !view.Edit) return <view.Read field={column} value={row[name]} record={current} compact bare />;
  const label = words.line(lines, name);
  const faults = issues.filter(
    (one) => one.path === `${lines}[${at}].${name}` || one.path.startsWith(`${lines}[${at}].${name}.`),
  );
  return (
    <>
      <EditView
        view={view}
        field={column}
        value={row[name]}
        onChange={(next) => change(at, { [name]: next })}
        control={{
          id: `${id}-${name}`,
          'aria-label': t('lines.cell', { column: label, row: at + 1 }),
          'aria-required': state.required || undefined,
          'aria-invalid': faults.length > 0 || undefined,
          'aria-describedby': faults.length > 0 ? `${id}-${name}-fault` : undefined,
        }}
        label={label}
        record={record}
        siblings={{ ...siblings, ...row }}
        patch={(values) => change(at, values)}
        compact
        within={lines}
        issues={faults}
      />
      {faults.length > 0 ? (
        <div id={`${id}-${name}-fault`}>
          {faults.map((fault, index) => (
            <IssueLine key={index} issue={fault} label={label} />
          ))}
        </div>
      ) : null}
    </>
  );
}

function isSame(one: LinesRowProps, other: LinesRowProps): boolean {
  const own = ({ issues, lines, at }: LinesRowProps) =>
    JSON.stringify(issues.filter(({ path }) => path.startsWith(`${lines}[${at}]`)));
  return (
    one.row === other.row &&
    one.at === other.at &&
    one.id === other.id &&
    (one.at === one.count - 1) === (other.at === other.count - 1) &&
    JSON.stringify(one.siblings) === JSON.stringify(other.siblings) &&
    own(one) === own(other)
  );
}
