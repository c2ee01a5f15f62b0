import { useState } from 'react';
import { EmptyState, ErrorPanel, PageHeader, Skeleton, toDisplayError } from '../../kit/index.ts';
import { billLink, lastWeeks, orderLink, PeriodFields, ReportTable, useReport } from './report.tsx';
import { useFigures, useWords } from './wording.ts';

interface Surcharges {
  readonly groups: readonly {
    readonly carrier: string;
    readonly category: string | null;
    readonly code: string | null;
    readonly text: string | null;
    readonly currency: string;
    readonly lines: number;
    readonly packages: number;
    readonly cost: number;
  }[];
  readonly rows: readonly {
    readonly id: string;
    readonly tracking: string | null;
    readonly code: string | null;
    readonly text: string | null;
    readonly category: string | null;
    readonly currency: string;
    readonly cost: number;
    readonly sale: number | null;
    readonly order: string | null;
    readonly orderNo: string | null;
    readonly bill: string;
    readonly number: string;
  }[];
}

/** Surcharges as the carriers really billed them, beside what the customer was charged. */
export default function SurchargesPage() {
  const t = useWords();
  const figures = useFigures();
  const [period, setPeriod] = useState(() => lastWeeks(10));
  const { found, error, again } = useReport<Surcharges>('CarrierBillLine/surcharges', period);
  const named = (category: string | null): string =>
    category === null ? t('compare.unknown') : t(`category.${category}`, { defaultValue: category });
  return (
    <div className="bill-page">
      <PageHeader title={t('surcharges.title')} />
      <div className="bill-tools">
        <PeriodFields period={period} onChange={setPeriod} />
      </div>
      {error !== null && <ErrorPanel compact error={toDisplayError(error)} onRetry={again} />}
      {!found && error === null && <Skeleton shape="page" />}
      {found && found.groups.length === 0 && (
        <EmptyState kind="nothing" title={t('surcharges.none')} note={t('surcharges.noneNote')} />
      )}
      {found && found.groups.length > 0 && (
        <>
          <ReportTable
            title={t('surcharges.groups')}
            rows={found.groups}
            of={({ carrier, category, code, text, currency }) => [carrier, category, code, text, currency].join(' ')}
            columns={[
              { head: t('surcharges.carrier'), cell: ({ carrier }) => carrier },
              { head: t('compare.category'), cell: ({ category }) => named(category) },
              { head: t('surcharges.code'), cell: ({ code }) => code },
              { head: t('surcharges.text'), cell: ({ text }) => text },
              { head: t('compare.lines'), number: true, cell: ({ lines }) => figures.count(lines) },
              { head: t('expected.packages'), number: true, cell: ({ packages }) => figures.count(packages) },
              { head: t('profit.cost'), number: true, cell: ({ cost, currency }) => figures.money(cost, currency) },
            ]}
          />
          <h2>{t('surcharges.rows')}</h2>
          <ReportTable
            title={t('surcharges.rows')}
            rows={found.rows}
            of={({ id }) => id}
            columns={[
              { head: t('compare.tracking'), cell: ({ tracking }) => tracking },
              { head: t('surcharges.text'), cell: ({ code, text }) => [code, text].filter(Boolean).join(' ') },
              { head: t('compare.category'), cell: ({ category }) => named(category) },
              { head: t('profit.cost'), number: true, cell: ({ cost, currency }) => figures.money(cost, currency) },
              {
                ...{ head: t('profit.sale'), number: true },
                cell: ({ sale, currency }) => (sale === null ? null : figures.money(sale, currency)),
              },
              {
                head: t('compare.order'),
                cell: (row) => orderLink(row),
              },
              { head: t('queue.bill'), cell: (row) => billLink(row) },
            ]}
          />
        </>
      )}
    </div>
  );
}
