import { useState } from 'react';
import { Link } from 'react-router-dom';
import { PageHeader } from '../../kit/index.ts';
import { lastWeeks, PeriodFields, ReportFrame, ReportTable, useReport } from './report.tsx';
import { useFigures, useWords } from './wording.ts';

interface Saving {
  readonly customer: string;
  readonly agreement: string;
  readonly sku: string;
  readonly currency: string;
  readonly packages: number;
  readonly saved: number;
  readonly held: number;
  readonly charged: number;
  readonly claimed: number;
  readonly credited: number;
}

const agreementLink = ({ agreement, sku }: Saving) => <Link to={`/MeasureAgreement/${agreement}`}>{sku}</Link>;
const amounts = ['saved', 'held', 'charged', 'claimed', 'credited'] as const;

/** What agreements on weight and size have saved, by customer and agreement. */
export default function SavingsPage() {
  const t = useWords();
  const figures = useFigures();
  const [period, setPeriod] = useState(() => lastWeeks(26));
  const { found, error, again } = useReport<{ groups: readonly Saving[] }>('MeasureDifference/savings', period);
  return (
    <div className="bill-page">
      <PageHeader title={t('savings.title')} />
      <div className="bill-tools">
        <PeriodFields period={period} onChange={setPeriod} />
      </div>
      <ReportFrame
        error={error}
        onRetry={again}
        ready={found !== null}
        none={found?.groups.length === 0 ? { title: t('savings.none'), note: t('savings.noneNote') } : null}
      >
        <p>{t('savings.savedNote')}</p>
        <ReportTable
          title={t('savings.title')}
          rows={found?.groups ?? []}
          of={({ agreement, currency }) => `${agreement} ${currency}`}
          columns={[
            { head: t('profit.customer'), wraps: true, cell: ({ customer }) => customer },
            {
              head: t('savings.agreement'),
              cell: (row) => agreementLink(row),
            },
            { head: t('expected.packages'), number: true, cell: ({ packages }) => figures.count(packages) },
            ...amounts.map((name) => ({
              ...{ head: t(`savings.${name}`), number: true },
              cell: (row: Saving) => figures.money(row[name], row.currency),
            })),
          ]}
        />
      </ReportFrame>
    </div>
  );
}
