import { useState } from 'react';
import {
  EmptyState,
  ErrorPanel,
  newKey,
  PageHeader,
  Skeleton,
  toDisplayError,
  useDataClient,
  useHasPermission,
} from '../../kit/index.ts';
import { ReportTable, useReport } from './report.tsx';
import { useFigures, useWords } from './wording.ts';

interface Unknown {
  readonly carrier: string;
  readonly chargeClass: string | null;
  readonly code: string | null;
  readonly text: string | null;
  readonly currency: string;
  readonly count: number;
  readonly sum: number;
  readonly bills: number;
  readonly suggestions: readonly string[];
}

interface Preview {
  readonly count: number;
  readonly sums: readonly {
    readonly category: string | null;
    readonly currency: string;
    readonly before: number;
    readonly after: number;
    readonly lines: number;
  }[];
}

const keyOf = ({ carrier, chargeClass, code, text, currency }: Unknown): string =>
  [carrier, chargeClass, code, text, currency].join('\u001f');

interface Chosen {
  readonly row: Unknown;
  readonly category: string;
  readonly preview: Preview;
}

/** By its code where it has one; texts change more often. */
const entryOf = ({ carrier, code, text }: Unknown, category: string) => ({
  ...{ carrierCode: carrier, category, match: 'exact' },
  ...(code ? { code } : { text }),
});

/** Charges that the basic file does not know: given a category, once it was seen what that changes. */
export default function UnknownPage() {
  const t = useWords();
  const figures = useFigures();
  const may = useHasPermission('BillBasic:add');
  const { found, error, again } = useReport<{ categories: readonly string[]; unknown: readonly Unknown[] }>(
    'BillBasic/unknown',
    {},
  );
  const { chosen, busy, failure, outcome, look, keep, leave, forget } = useClassifying(again);
  const retry = () => {
    forget();
    again();
  };
  const choose = (row: Unknown) => (
    <CategoryField
      row={row}
      categories={found?.categories ?? []}
      value={chosen && keyOf(chosen.row) === keyOf(row) ? chosen.category : ''}
      disabled={!may}
      onChoose={(category) => look(row, category)}
    />
  );
  return (
    <div className="bill-page">
      <PageHeader title={t('unknown.title')} />
      <span role="status">{outcome}</span>
      {(error ?? failure) !== null && <ErrorPanel compact error={toDisplayError(error ?? failure)} onRetry={retry} />}
      {!found && error === null && <Skeleton shape="page" />}
      {found?.unknown.length === 0 && (
        <EmptyState kind="nothing" title={t('unknown.empty')} note={t('unknown.emptyNote')} />
      )}
      {chosen && <ChangePreview chosen={chosen} busy={busy} onKeep={keep} onLeave={leave} />}
      {found && found.unknown.length > 0 && (
        <ReportTable
          title={t('unknown.title')}
          rows={found.unknown}
          of={keyOf}
          columns={[
            { head: t('surcharges.carrier'), cell: ({ carrier }) => carrier },
            { head: t('surcharges.code'), cell: ({ code }) => code },
            { head: t('surcharges.text'), cell: ({ text }) => text },
            { head: t('compare.count'), number: true, cell: ({ count }) => figures.count(count) },
            { head: t('import.sum'), number: true, cell: ({ sum, currency }) => figures.money(sum, currency) },
            { head: t('unknown.bills'), number: true, cell: ({ bills }) => figures.count(bills) },
            { head: t('compare.category'), cell: (row) => choose(row) },
          ]}
        />
      )}
    </div>
  );
}

/** Looks at what a category for a charge would change, and gives it. */
function useClassifying(again: () => void) {
  const t = useWords();
  const figures = useFigures();
  const client = useDataClient();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [outcome, setOutcome] = useState('');
  const [busy, setBusy] = useState(false);
  const named = useCategoryName();
  const look = async (row: Unknown, category: string) => {
    setFailure(null);
    const preview = await client.send<Preview>('BillBasic/preview', entryOf(row, category), newKey());
    setChosen({ row, category, preview });
  };
  const add = async () => {
    if (!chosen) return;
    const { row, category, preview } = chosen;
    setFailure(null);
    setBusy(true);
    await client.add('BillBasic', { ...entryOf(row, category), saleMode: 'cost', claimRule: 'none' }, newKey());
    await client.send('BillBasic/apply', { carrierCode: row.carrier }, newKey());
    setChosen(null);
    setOutcome(t('unknown.done', { count: figures.count(preview.count), category: named(category) }));
    again();
  };
  return {
    ...{ chosen, busy, failure, outcome },
    look: (row: Unknown, category: string) => void look(row, category).catch(setFailure),
    keep: () =>
      void add()
        .catch(setFailure)
        .finally(() => setBusy(false)),
    leave: () => setChosen(null),
    forget: () => setFailure(null),
  };
}

function useCategoryName(): (category: string | null) => string {
  const t = useWords();
  return (category) =>
    category === null ? t('compare.unknown') : t(`category.${category}`, { defaultValue: category });
}

interface CategoryFieldProps {
  readonly row: Unknown;
  readonly categories: readonly string[];
  readonly value: string;
  readonly disabled: boolean;
  onChoose(category: string): void;
}

/** The categories of a charge, likely ones first. */
function CategoryField({ row, categories, value, disabled, onChoose }: CategoryFieldProps) {
  const t = useWords();
  const named = useCategoryName();
  return (
    <select
      className="bill-input"
      aria-label={t('unknown.choose', { name: [row.code, row.text].filter(Boolean).join(' ') })}
      value={value}
      disabled={disabled}
      onChange={({ target }) => {
        if (target.value) onChoose(target.value);
      }}
    >
      <option value="">{t('unknown.none')}</option>
      {[...new Set([...row.suggestions, ...categories])].map((category) => (
        <option key={category} value={category}>
          {row.suggestions.includes(category) ? t('unknown.likely', { name: named(category) }) : named(category)}
        </option>
      ))}
    </select>
  );
}

interface PreviewProps {
  readonly chosen: Chosen;
  readonly busy: boolean;
  onKeep(): void;
  onLeave(): void;
}

/** What bills would change if the charge had the chosen category. */
function ChangePreview({ chosen, busy, onKeep, onLeave }: PreviewProps) {
  const t = useWords();
  const figures = useFigures();
  const named = useCategoryName();
  return (
    <section className="bill-import" aria-label={t('unknown.preview')}>
      <strong>
        {t('unknown.changes', { count: figures.count(chosen.preview.count), category: named(chosen.category) })}
      </strong>
      <ReportTable
        title={t('unknown.preview')}
        rows={chosen.preview.sums}
        of={({ category, currency }) => `${category} ${currency}`}
        columns={[
          { head: t('compare.category'), cell: ({ category }) => named(category) },
          { head: t('compare.lines'), number: true, cell: ({ lines }) => figures.count(lines) },
          { head: t('unknown.before'), number: true, cell: (row) => figures.money(row.before, row.currency) },
          { head: t('unknown.after'), number: true, cell: (row) => figures.money(row.after, row.currency) },
        ]}
      />
      <div className="bill-tools">
        <button type="button" className="button is-primary" disabled={busy} onClick={onKeep}>
          {t('unknown.keep')}
        </button>
        <button type="button" className="button" onClick={onLeave}>
          {t('unknown.leave')}
        </button>
      </div>
    </section>
  );
}
