import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { PageHeader, useHasPermission } from '../../kit/index.ts';
import { lastWeeks, orderLink, PeriodFields, ReportFrame, ReportTable, SelectField, useReport } from './report.tsx';
import { useFigures, useWords } from './wording.ts';

interface Profit {
  readonly groups: readonly {
    readonly id: string | null;
    readonly name: string | null;
    readonly currency: string;
    readonly orders: number;
    readonly sale: number;
    readonly cost: number;
    readonly margin: number;
    readonly losing: number;
    readonly loss: number;
    readonly reason: string | null;
  }[];
  readonly rows: readonly {
    readonly order: string;
    readonly orderNo: string;
    readonly customer: string | null;
    readonly shipDate: string;
    readonly currency: string;
    readonly cost: number;
    readonly sale: number;
    readonly margin: number;
    readonly reason: string | null;
  }[];
  readonly salespeople: readonly { readonly id: string; readonly name: string }[];
}

/** What was sold for less than it has cost: customers and channels that lose, and why. */
export default function ProfitPage() {
  const t = useWords();
  const [period, setPeriod] = useState(() => lastWeeks(10));
  const [salesperson, setSalesperson] = useState('');
  const [by, setBy] = useState<'customer' | 'channel'>('customer');
  const navigate = useNavigate();
  const mayTry = useHasPermission('WhatIf:add');
  const { found, error, again } = useReport<Profit>('CarrierBill/profit', {
    ...{ ...period, by },
    ...(salesperson === '' ? {} : { salesperson }),
  });
  // A new what-if over these very orders, of which only the changed tables are left to choose.
  const tryIt = (id: string, name: string | null) => {
    const called = t('profit.whatIfName', { name: name ?? '' }).slice(0, 60);
    const preset = { name: called, ...period, [by]: id, [`$${by}`]: name };
    void navigate('/WhatIf/new', { state: { preset } });
  };
  return (
    <div className="bill-page">
      <PageHeader title={t('profit.title')} />
      <div className="bill-tools">
        <PeriodFields period={period} onChange={setPeriod} />
        <SelectField
          label={t('profit.by')}
          value={by}
          options={[
            ['customer', t('profit.customer')],
            ['channel', t('profit.channel')],
          ]}
          onChange={setBy}
        />
        {(found?.salespeople.length ?? 0) > 0 && (
          <SelectField
            label={t('profit.salesperson')}
            value={salesperson}
            options={[
              ['', t('profit.everybody')],
              ...(found?.salespeople ?? []).map(({ id, name }) => [id, name] as const),
            ]}
            onChange={setSalesperson}
          />
        )}
        <Link to="/WhatIf">{t('profit.whatIf')}</Link>
      </div>
      <ReportFrame
        error={error}
        onRetry={again}
        ready={found !== null}
        none={found?.groups.length === 0 ? { title: t('profit.none'), note: t('profit.noneNote') } : null}
      >
        <LosingGroups groups={found?.groups ?? []} by={by} onTry={mayTry ? tryIt : null} />
        <LosingOrders rows={found?.rows ?? []} />
      </ReportFrame>
    </div>
  );
}

function useReasonWords(): (reason: string | null) => string {
  const t = useWords();
  return (reason) => {
    if (reason === null) return '';
    if (reason === 'soldBelow') return t('profit.soldBelow');
    return t(`category.${reason}`, { defaultValue: reason });
  };
}

interface GroupsProps {
  readonly groups: Profit['groups'];
  readonly by: 'customer' | 'channel';
  /** Null for people who may not add a what-if. */
  readonly onTry: ((id: string, name: string | null) => void) | null;
}

function LosingGroups({ groups, by, onTry }: GroupsProps) {
  const t = useWords();
  const figures = useFigures();
  const why = useReasonWords();
  const tryButton = (id: string | null, name: string | null) =>
    id === null || !onTry ? null : (
      <button type="button" className="button" onClick={() => onTry(id, name)}>
        {t('profit.tryIt')}
      </button>
    );
  return (
    <ReportTable
      title={t('profit.groups')}
      rows={groups}
      of={({ id, currency }) => `${id} ${currency}`}
      columns={[
        { head: t(`profit.${by}`), wraps: true, cell: ({ name }) => name },
        {
          ...{ head: t('profit.losingOf'), number: true },
          cell: (row) => `${figures.count(row.losing)} / ${figures.count(row.orders)}`,
        },
        { head: t('profit.sale'), number: true, cell: (row) => figures.money(row.sale, row.currency) },
        { head: t('profit.cost'), number: true, cell: (row) => figures.money(row.cost, row.currency) },
        { head: t('profit.margin'), number: true, cell: (row) => figures.money(row.margin, row.currency) },
        { head: t('profit.loss'), number: true, cell: (row) => figures.money(row.loss, row.currency) },
        { head: t('compare.reason'), wraps: true, cell: ({ reason }) => why(reason) },
        {
          head: t('profit.try'),
          cell: ({ id, name }) => tryButton(id, name),
        },
      ]}
    />
  );
}

function LosingOrders({ rows }: { rows: Profit['rows'] }) {
  const t = useWords();
  const figures = useFigures();
  const why = useReasonWords();
  return (
    <>
      <h2>{t('profit.rows')}</h2>
      <ReportTable
        title={t('profit.rows')}
        rows={rows}
        of={({ orderNo }) => orderNo}
        columns={[
          { head: t('compare.order'), cell: (row) => orderLink(row) },
          { head: t('profit.customer'), cell: ({ customer }) => customer },
          { head: t('report.shipDate'), cell: ({ shipDate }) => shipDate },
          { head: t('profit.sale'), number: true, cell: (row) => figures.money(row.sale, row.currency) },
          { head: t('profit.cost'), number: true, cell: (row) => figures.money(row.cost, row.currency) },
          { head: t('profit.margin'), number: true, cell: (row) => figures.money(row.margin, row.currency) },
          { head: t('compare.reason'), cell: ({ reason }) => why(reason) },
        ]}
      />
    </>
  );
}
