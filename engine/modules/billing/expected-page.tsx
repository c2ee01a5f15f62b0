import { useState } from 'react';
import { EmptyState, ErrorPanel, PageHeader, Skeleton, StatusTag, toDisplayError } from '../../kit/index.ts';
import { lastWeeks, orderLink, PeriodFields, ReportTable, useReport } from './report.tsx';
import { useFigures, useWords } from './wording.ts';

interface Expected {
  readonly weeks: readonly {
    readonly week: string;
    readonly carrier: string;
    readonly name: string;
    readonly account: string;
    readonly currency: string;
    readonly packages: number;
    readonly expected: number;
    readonly billed: number;
    readonly received: number;
    readonly missing: number;
    readonly missingSum: number;
  }[];
  readonly missing: readonly {
    readonly order: string;
    readonly orderNo: string;
    readonly tracking: string;
    readonly shipDate: string;
    readonly predicted: number;
    readonly currency: string;
  }[];
}

/** The predicted invoice: what the carriers should bill for each week, and what of it has come. */
export default function ExpectedPage() {
  const t = useWords();
  const figures = useFigures();
  const [period, setPeriod] = useState(() => lastWeeks(10));
  const { found, error, again } = useReport<Expected>('CarrierBill/expected', period);
  return (
    <div className="bill-page">
      <PageHeader title={t('expected.title')} />
      <div className="bill-tools">
        <PeriodFields period={period} onChange={setPeriod} />
      </div>
      {error !== null && <ErrorPanel compact error={toDisplayError(error)} onRetry={again} />}
      {!found && error === null && <Skeleton shape="page" />}
      {found && found.weeks.length === 0 && (
        <EmptyState kind="nothing" title={t('expected.none')} note={t('expected.noneNote')} />
      )}
      {found && found.weeks.length > 0 && (
        <>
          <Weeks weeks={found.weeks} />
          <h2>{t('expected.never')}</h2>
          <ReportTable
            title={t('expected.never')}
            rows={found.missing}
            of={({ tracking, order }) => `${tracking} ${order}`}
            columns={[
              { head: t('compare.tracking'), cell: ({ tracking }) => tracking },
              { head: t('compare.order'), cell: (row) => orderLink(row) },
              { head: t('report.shipDate'), cell: ({ shipDate }) => shipDate },
              {
                ...{ head: t('compare.predicted'), number: true },
                cell: ({ predicted, currency }) => figures.money(predicted, currency),
              },
            ]}
          />
        </>
      )}
    </div>
  );
}

function Weeks({ weeks }: { weeks: Expected['weeks'] }) {
  const t = useWords();
  const figures = useFigures();
  const missing = (count: number) =>
    count === 0 ? figures.count(0) : <StatusTag tone="warn" text={figures.count(count)} />;
  return (
    <ReportTable
      title={t('expected.weeks')}
      rows={weeks}
      of={({ week, account, currency }) => `${week} ${account} ${currency}`}
      columns={[
        { head: t('expected.week'), cell: ({ week }) => week },
        { head: t('import.account'), cell: ({ carrier, name }) => `${carrier} ${name}` },
        { head: t('expected.packages'), number: true, cell: (row) => figures.count(row.packages) },
        { head: t('expected.expected'), number: true, cell: (row) => figures.money(row.expected, row.currency) },
        { head: t('expected.billed'), number: true, cell: (row) => figures.count(row.billed) },
        { head: t('expected.received'), number: true, cell: (row) => figures.money(row.received, row.currency) },
        {
          ...{ head: t('expected.missing'), number: true },
          cell: (row) => missing(row.missing),
        },
        {
          ...{ head: t('expected.missingSum'), number: true },
          cell: (row) => figures.money(row.missingSum, row.currency),
        },
      ]}
    />
  );
}
