import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Pick, Tick } from '../panels/parts.tsx';
import { columnTypes, importText, openQuestion, retyped, valuesOf, type ColumnType } from './guess.ts';
import type { DayOrder } from './sheet-values.ts';
import type { Target } from './find-references.ts';
import type { Sheet } from './read-sheet.ts';
import type { NamedColumn } from './sheet-document.ts';

export interface ColumnsProps {
  readonly sheet: Sheet;
  readonly columns: readonly NamedColumn[];
  readonly targets: readonly Target[];
  readonly currencies: readonly string[];
  /** The language of the person. */
  readonly first: 'zh-CN' | 'en-US';
  readonly onChange: (at: number, next: Partial<NamedColumn>) => void;
}

/** What each column of the sheet becomes: its name, its type, what the type has to know, and whether all of its cells fit. */
export function SheetColumns({ columns, ...props }: ColumnsProps) {
  const { t } = useTranslation('designer');
  return (
    <div className="matrix-scroll" tabIndex={0} role="region" aria-label={t('sheet.columns')}>
      <table className="matrix sheet-columns">
        <thead>
          <tr>
            {(['use', 'name', 'type', 'more', 'cells'] as const).map((head) => (
              <th key={head} scope="col">
                {t(`sheet.head.${head}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {columns.map((column) => (
            <ColumnRow key={column.at} column={column} {...props} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ColumnRow({
  column,
  sheet,
  targets,
  currencies,
  first,
  onChange,
}: Omit<ColumnsProps, 'columns'> & { readonly column: NamedColumn }) {
  const { t } = useTranslation('designer');
  const { at, head, type, isSkipped, names } = column;
  const name = names[first];
  const change = (next: Partial<NamedColumn>) => onChange(at, next);
  const question = openQuestion(column);
  return (
    <tr data-skipped={isSkipped || undefined} data-open={question ?? undefined}>
      <td>
        <Tick
          hidden
          label={t('sheet.use', { name })}
          checked={!isSkipped}
          onChange={(isUsed) => change({ isSkipped: !isUsed })}
        />
      </td>
      <th scope="row">
        <input
          lang={first}
          aria-label={t('sheet.nameOf', { head: head || at + 1 })}
          disabled={isSkipped}
          maxLength={100}
          value={name}
          aria-invalid={(!isSkipped && name.trim() === '') || undefined}
          onChange={(event) => change({ names: { ...names, [first]: event.target.value } })}
        />
      </th>
      <td>
        <Pick
          hidden
          label={t('sheet.typeOf', { name })}
          value={type}
          choices={columnTypes.map((each) => ({ value: each, label: t(`designer.type.${each}`) }))}
          onChange={(next) => change(answersOf(retyped(sheet, column, next as ColumnType)))}
        />
      </td>
      <td>{isSkipped ? null : <More {...{ column, targets, currencies, change, name }} />}</td>
      <td>
        <Cells sheet={sheet} column={column} />
      </td>
    </tr>
  );
}

/** What a new type changes of a column. */
const answersOf = ({ type, order, asksOrder, currency, to }: NamedColumn | ReturnType<typeof retyped>) => ({
  type,
  order,
  asksOrder,
  currency,
  to,
});

/** What a type has to know: the order of the days, the currency, the entity. */
function More({
  column,
  targets,
  currencies,
  change,
  name,
}: Pick<ColumnsProps, 'targets' | 'currencies'> & {
  column: NamedColumn;
  change: (next: Partial<NamedColumn>) => void;
  name: string;
}) {
  const { t } = useTranslation('designer');
  const choose = { value: '', label: t('rules.choose') };
  if (column.asksOrder)
    return (
      <Pick
        hidden
        label={t('sheet.orderOf', { name })}
        value={column.order ?? ''}
        choices={[
          choose,
          ...(['dayFirst', 'monthFirst'] as const).map((value) => ({ value, label: t(`sheet.${value}`) })),
        ]}
        onChange={(order) => change({ order: order === '' ? null : (order as DayOrder) })}
      />
    );
  if (column.type === 'money')
    return (
      <Pick
        hidden
        label={t('sheet.currencyOf', { name })}
        value={column.currency}
        choices={[choose, ...currencies.map((value) => ({ value, label: value }))]}
        onChange={(currency) => change({ currency })}
      />
    );
  if (column.type === 'reference')
    return (
      <Pick
        hidden
        label={t('sheet.targetOf', { name })}
        value={column.to}
        choices={[choose, ...targets.map((target) => ({ value: target.entity, label: target.name }))]}
        onChange={(to) => change({ to })}
      />
    );
  return null;
}

const shown = 3;

/** A few cells as they are, and those that do not fit the type. */
function Cells({ sheet, column }: { sheet: Sheet; column: NamedColumn }) {
  const { t } = useTranslation('designer');
  const { values, misfits } = useMemo(() => {
    const all = valuesOf(sheet, column.at);
    return { values: [...new Set(all)], misfits: all.filter((value) => importText(value, column) === null) };
  }, [sheet, column]);
  const isOpen = openQuestion(column) !== null;
  return (
    <div className="sheet-cells">
      <span>{values.slice(0, shown).join(' · ') || t('sheet.noValues')}</span>
      {misfits.length > 0 && !isOpen && !column.isSkipped ? (
        <span className="panel-trouble">
          {t('sheet.misfits', { count: misfits.length, cells: [...new Set(misfits)].slice(0, shown).join(' · ') })}
        </span>
      ) : null}
    </div>
  );
}
