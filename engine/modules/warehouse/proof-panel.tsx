import { Alert } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import {
  EmptyState,
  ErrorPanel,
  saveFile,
  toDisplayError,
  useDataClient,
  useHasPermission,
  type PanelProps,
} from '../../kit/index.ts';
import { Sheet } from './sheet.tsx';
import { useFigures, useWords } from './wording.ts';

interface Proof {
  readonly days: readonly (Record<'day' | 'basis' | 'quantity' | 'price' | 'amount', string> & { fromDay: number })[];
  readonly lots: readonly {
    readonly record: string;
    readonly recordNo: string;
    readonly reference: string | null;
    readonly arrivedOn: string;
    readonly leftOn: string | null;
    readonly days: number;
    readonly freeDays: number;
    readonly quantity: string;
    readonly lateOf?: string | null;
  }[];
  readonly works: readonly (Record<'record' | 'recordNo' | 'day' | 'fee' | 'basis' | 'quantity' | 'price', string> & {
    readonly lateOf?: string | null;
  })[];
  readonly versions: readonly {
    readonly label: string;
    readonly from: string;
    readonly freeDays: number;
    readonly countFirstDay: boolean;
    readonly countLastDay: boolean;
  }[];
  readonly unmeasured: readonly string[];
  readonly unpriced: readonly string[];
  readonly late?: readonly { readonly recordNo: string; readonly billNo: string }[];
  readonly otherCurrency?: readonly string[];
}

/** What a bill was counted from: the day rule, storage day by day, the goods, the work; and the bill as a file. */
export default function ProofPanel({ record }: PanelProps) {
  const t = useWords();
  const client = useDataClient();
  const mayExport = useHasPermission('WarehouseBill:export');
  const [failure, setFailure] = useState<unknown>(null);
  const proof = record['proof'] as Proof | null;
  const save = (format: 'xlsx' | 'pdf') => {
    setFailure(null);
    client.obtain('WarehouseBill/document', { bill: record.id, format }).then(saveFile, setFailure);
  };
  const none = t(record['source'] === 'records' ? 'proof.notCounted' : 'proof.none');
  return (
    <div className="warehouse-panel">
      {mayExport ? (
        <div className="warehouse-line">
          {(['pdf', 'xlsx'] as const).map((format) => (
            <button key={format} type="button" className="button" onClick={() => save(format)}>
              {t('proof.save')} {format.toUpperCase()}
            </button>
          ))}
        </div>
      ) : null}
      {failure !== null && <ErrorPanel compact error={toDisplayError(failure)} />}
      {proof ? <Sheets proof={proof} /> : <EmptyState compact kind="nothing" title={none} />}
    </div>
  );
}

function Sheets({ proof }: { proof: Proof }) {
  const t = useWords();
  const { day } = useFigures();
  const { days, lots, works, versions, unmeasured, unpriced, late = [], otherCurrency = [] } = proof;
  const word = (counts: boolean) => t(counts ? 'warehouse.yes' : 'warehouse.no');
  return (
    <>
      {unmeasured.length > 0 ? (
        <Alert type="warning" showIcon message={t('proof.unmeasured', { records: unmeasured.join(', ') })} />
      ) : null}
      {unpriced.length > 0 ? (
        <Alert type="warning" showIcon message={t('proof.unpriced', { days: unpriced.map(day).join(', ') })} />
      ) : null}
      {late.length > 0 ? (
        <Alert
          type="info"
          showIcon
          message={t('proof.late', { records: late.map((each) => `${each.recordNo} (${each.billNo})`).join(', ') })}
        />
      ) : null}
      {otherCurrency.length > 0 ? (
        <Alert type="warning" showIcon message={t('proof.otherCurrency', { records: otherCurrency.join(', ') })} />
      ) : null}
      {versions.map(({ label, from, freeDays, countFirstDay, countLastDay }) => (
        <p key={`${label} ${from}`}>
          {t('warehouse.rule', {
            ...{ label, from: day(from), freeDays, first: word(countFirstDay), last: word(countLastDay) },
          })}
        </p>
      ))}
      {days.length === 0 ? (
        <EmptyState compact kind="nothing" title={t('proof.noStorage')} />
      ) : (
        <DaySheet days={days} />
      )}
      {lots.length > 0 ? <LotSheet lots={lots} /> : null}
      {works.length > 0 ? <WorkSheet works={works} /> : null}
    </>
  );
}

function useColumn() {
  const t = useWords();
  return (name: string, isNumber = false) => ({ header: t(`warehouse.column.${name}`), isNumber });
}

const linkTo = (of: { record: string; recordNo: string }) => (
  <Link to={`/WarehouseRecord/${encodeURIComponent(of.record)}`}>{of.recordNo}</Link>
);

/** Storage day by day. */
function DaySheet({ days }: Pick<Proof, 'days'>) {
  const t = useWords();
  const { amount, quantity, day, count } = useFigures();
  const column = useColumn();
  const cents = days.reduce((sum, each) => sum + Math.round(Number(each.amount) * 100), 0);
  return (
    <>
      <p>{t('warehouse.rounding')}</p>
      <Sheet
        title={t('warehouse.table.days')}
        columns={[
          column('day'),
          column('basis'),
          ...['fromDay', 'quantity', 'price', 'amount'].map((name) => column(name, true)),
        ]}
        rows={days.map((each) => ({
          key: `${each.day} ${each.fromDay} ${each.basis} ${each.price}`,
          cells: [
            ...[day(each.day), t(`warehouse.basis.${each.basis}`), count(each.fromDay)],
            ...[quantity(each.quantity), quantity(each.price), amount(each.amount)],
          ],
        }))}
        foot={[t('proof.sum'), '', '', '', '', amount(cents / 100)]}
      />
    </>
  );
}

/** The goods that were stored. */
function LotSheet({ lots }: Pick<Proof, 'lots'>) {
  const t = useWords();
  const { quantity, day, count } = useFigures();
  const column = useColumn();
  return (
    <Sheet
      title={t('warehouse.table.lots')}
      columns={[
        ...['recordNo', 'reference', 'arrivedOn', 'leftOn'].map((name) => column(name)),
        ...['days', 'freeDays', 'unitDays'].map((name) => column(name, true)),
      ]}
      rows={lots.map((lot) => ({
        key: `${lot.record} ${lot.lateOf}`,
        cells: [
          ...[linkTo(lot), lot.reference ?? '', day(lot.arrivedOn), day(lot.leftOn)],
          ...[count(lot.days), count(lot.freeDays), quantity(lot.quantity)],
        ],
      }))}
    />
  );
}

function WorkSheet({ works }: Pick<Proof, 'works'>) {
  const t = useWords();
  const { quantity, day } = useFigures();
  const column = useColumn();
  return (
    <Sheet
      title={t('warehouse.table.works')}
      columns={[
        ...['recordNo', 'day', 'fee', 'basis'].map((name) => column(name)),
        ...['quantity', 'price'].map((name) => column(name, true)),
      ]}
      rows={works.map((work) => ({
        key: `${work.record} ${work.fee} ${work.basis} ${work.price} ${work.lateOf}`,
        cells: [
          ...[linkTo(work), day(work.day), t(`warehouse.fee.${work.fee}`), t(`warehouse.basis.${work.basis}`)],
          ...[quantity(work.quantity), quantity(work.price)],
        ],
      }))}
    />
  );
}
