import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState, useViewer } from '../../engine/kit/index.ts';
import type { EntityEntries, SchemaApi } from '../document/api.ts';
import { useFirstCulture, useWordPairs } from '../tools/use-names.ts';
import { SheetColumns } from './sheet-columns.tsx';
import { SheetNames } from './sheet-names.tsx';
import { SheetPreview } from './sheet-preview.tsx';
import type { GivenSheet } from './read-sheet.ts';
import { useSheetColumns } from './use-sheet.ts';
import { useSheetEntity } from './use-sheet-entity.ts';

/** Currencies that are offered beside the tenant's own and those of the sheet. */
const currencies = ['USD', 'CNY', 'EUR', 'GBP', 'HKD', 'JPY', 'CAD', 'AUD', 'MXN'];

/** Settings of the entity made from a sheet: names, roles and columns. The rows are imported after publishing. */
export function SheetForm({ api, found, given }: { api: SchemaApi; found: EntityEntries; given: GivenSheet }) {
  const { t } = useTranslation('designer');
  const viewer = useViewer();
  const first = useFirstCulture();
  const pair = useWordPairs();
  const naming = useMemo(() => ({ first, pair }) as const, [first, pair]);
  const targets = useMemo(() => found.entities.filter(({ state }) => state === 'live'), [found]);
  const { sheet } = given;
  const { columns, change, isLooking } = useSheetColumns(sheet, naming, targets);
  const entity = useSheetEntity(api, found, { given, columns, naming });
  const { used } = entity;
  const offered = [viewer.tenant.currency, ...currencies, ...columns.map(({ currency }) => currency)];
  return (
    <form
      className="sheet-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        entity.make();
      }}
    >
      <SheetNames
        {...entity.about}
        faults={entity.faults}
        roles={entity.roles}
        onSay={entity.say}
        onRoles={entity.setRoles}
      />
      <h2>{t('sheet.columns')}</h2>
      <p className="panel-hint" role="status">
        {t(isLooking ? 'sheet.looking' : 'sheet.columnsHint')}
      </p>
      <SheetColumns
        {...{ sheet, columns, targets, first }}
        currencies={[...new Set(offered.filter(Boolean))]}
        onChange={change}
      />
      <h2>{t('sheet.preview')}</h2>
      {used.length > 0 ? (
        <SheetPreview sheet={sheet} columns={used} first={first} />
      ) : (
        <EmptyState kind="nothing" compact title={t('sheet.noColumns')} />
      )}
      <Foot {...entity} busy={entity.busy || isLooking} rows={sheet.rows.length} />
    </form>
  );
}

/** Those faults are shown where they are made. */
const placed: readonly string[] = ['name', 'entity', 'path'];

/** Open questions, problems, and the button. */
function Foot({
  open,
  faults,
  busy,
  rows,
}: {
  open: readonly string[];
  faults: Readonly<Record<string, string>>;
  busy: boolean;
  rows: number;
}) {
  const { t } = useTranslation('designer');
  return (
    <div className="sheet-foot">
      {Object.entries(faults)
        .filter(([at]) => !placed.includes(at))
        .map(([at, fault]) => (
          <p key={at} className="panel-trouble" role="alert">
            {fault}
          </p>
        ))}
      <div className="panel-bar">
        <button type="submit" className="button is-primary" disabled={busy}>
          {t('sheet.make')}
        </button>
        <span className="panel-hint">
          {open.length > 0 ? t('sheet.open', { names: open }) : t('sheet.makeHint', { count: rows })}
        </span>
      </div>
    </div>
  );
}
