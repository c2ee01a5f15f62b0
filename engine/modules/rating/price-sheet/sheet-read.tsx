import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage, useDataClient, useFieldHost, type WidgetReadProps } from '../../../kit/index.ts';
import { compareCell, goneFrom, summaryOf } from './compare.ts';
import { cellText, columnsOf, readSheet, type PriceSheet, type SheetRow } from './sheet.ts';

/** A sheet as a table whose heads stay in sight; beside the version before, each price that differs shows by how much. */
export function SheetRead({ field, value, record, options }: WidgetReadProps) {
  const { t } = useTranslation();
  const sheet = useMemo(() => readSheet(value), [value]);
  const reference = String(options['compare'] ?? '');
  const previous = reference === '' ? null : record[reference];
  const [comparing, setComparing] = useState(false);
  const other = useOther(comparing && typeof previous === 'string' ? previous : null, field.name);
  if (!sheet) return <pre className="read-json">{JSON.stringify(value, null, 2)}</pre>;
  if (value === null || value === undefined) return <span className="quiet">{t('widget.price-sheet.none')}</span>;
  return (
    <div className="price-sheet">
      {typeof previous === 'string' ? (
        <div className="price-sheet-bar">
          <button type="button" className="button" aria-pressed={comparing} onClick={() => setComparing(!comparing)}>
            {t(comparing ? 'widget.price-sheet.alone' : 'widget.price-sheet.compare')}
          </button>
          {comparing && other.sheet ? <Summary sheet={sheet} other={other.sheet} /> : null}
          {other.error ? <span role="alert">{other.error}</span> : null}
        </div>
      ) : null}
      <SheetTable sheet={sheet} other={comparing ? other.sheet : null} label={t('widget.price-sheet.name')} />
    </div>
  );
}

function useOther(id: string | null, name: string): { sheet: PriceSheet | null; error: string | null } {
  const client = useDataClient();
  const { entity } = useFieldHost();
  const [found, setFound] = useState<{ id: string; sheet: PriceSheet | null; error: string | null } | null>(null);
  useEffect(() => {
    if (id === null) return;
    let gone = false;
    client.detail(entity.path, id).then(
      (record) => !gone && setFound({ id, sheet: readSheet(record[name]), error: null }),
      (error: unknown) => !gone && setFound({ id, sheet: null, error: errorMessage(error) }),
    );
    return () => {
      gone = true;
    };
  }, [client, entity.path, id, name]);
  return found?.id === id ? found : { sheet: null, error: null };
}

function Summary({ sheet, other }: { sheet: PriceSheet; other: PriceSheet }) {
  const { t } = useTranslation();
  const { up, down, more, mean } = useMemo(() => summaryOf(other, sheet), [other, sheet]);
  const gone = goneFrom(other, sheet);
  return (
    <p role="status" className="price-sheet-summary">
      {t('widget.price-sheet.summary', { up, down, more })}
      {mean === null ? null : ` ${t('widget.price-sheet.mean', { percent: signed(mean) })}`}
      {gone.zones.length > 0 ? ` ${t('widget.price-sheet.goneZones', { zones: gone.zones.join(', ') })}` : null}
      {gone.weights.length > 0 ? ` ${t('widget.price-sheet.goneWeights', { weights: gone.weights.join(', ') })}` : null}
    </p>
  );
}

const signed = (percent: number): string => `${percent > 0 ? '+' : ''}${percent}%`;

/** The rows below the weights: the carrier's own packaging, and each unit above the last weight. */
const extraRowsOf = ({ packaging = {}, above }: PriceSheet) => [
  ...Object.entries(packaging).map(([name, { to, prices }]) => ({
    ...{ name: `packaging.${name === 'pak' ? 'pak' : 'letter'}`, to, prices },
  })),
  ...(above ? [{ name: 'above', to: undefined, prices: above }] : []),
];

/** The table itself, for pages that show two sheets. */
function SheetTable({ sheet, other, label }: { sheet: PriceSheet; other: PriceSheet | null; label: string }) {
  const { t } = useTranslation();
  const columns = columnsOf(sheet, false);
  const flat = sheet.rows.every(({ mode }) => mode === 'flat');
  const shown = columns.filter(({ kind }) => kind !== 'mode' || !flat);
  const aside = shown.filter(({ kind }) => kind !== 'zone' && kind !== 'to');
  return (
    <div className="price-sheet-scroll" role="region" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('widget.price-sheet.column.to')}</th>
            {aside.map(({ kind }) => (
              <th key={kind} scope="col">
                {t(`widget.price-sheet.column.${kind}`)}
              </th>
            ))}
            {sheet.zones.map((zone) => (
              <th key={zone} scope="col" className="is-number">
                {zone}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sheet.rows.map((row, at) => (
            <tr key={at}>
              <th scope="row">{row.to}</th>
              {aside.map((column) => (
                <td key={column.kind} className="is-aside">
                  {column.kind === 'mode'
                    ? t(`widget.price-sheet.mode.${row.mode}`)
                    : column.kind === 'fee' && row.fee
                      ? t(`widget.price-sheet.fee.${row.fee.per}`, { amount: row.fee.amount })
                      : cellText(row, column)}
                </td>
              ))}
              {sheet.zones.map((zone) => (
                <PriceCell key={zone} row={row} zone={zone} other={other} />
              ))}
            </tr>
          ))}
          {extraRowsOf(sheet).map(({ name, to, prices }) => (
            <tr key={name} className="is-above">
              <th scope="row" colSpan={1 + aside.length}>
                {t(`widget.price-sheet.${name}`, { to })}
              </th>
              {sheet.zones.map((zone) => (
                <td key={zone} className="is-number">
                  {prices[zone] ?? '–'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function PriceCell({ row, zone, other }: { row: SheetRow; zone: string; other: PriceSheet | null }) {
  const { t } = useTranslation();
  const text = cellText(row, { kind: 'zone', zone });
  const compared = other && compareCell(other, row, zone);
  const way = !compared ? undefined : compared.percent === null ? 'other' : compared.percent > 0 ? 'up' : 'down';
  return (
    <td className="is-number" data-way={way}>
      {text || <span className="quiet">–</span>}
      {compared ? (
        <small>
          {t('widget.price-sheet.was', { before: compared.before || '–' })}
          {compared.percent === null ? null : ` ${signed(compared.percent)}`}
        </small>
      ) : null}
    </td>
  );
}
