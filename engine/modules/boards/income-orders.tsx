import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import {
  ErrorPanel,
  newKey,
  Skeleton,
  toDisplayError,
  useAnswer,
  useDataClient,
  useHasPermission,
} from '../../kit/index.ts';
import type { Behind, Charge, Income, IncomeOrder } from './income.ts';
import { Table, type Period } from './parts.tsx';
import { useFigures, useWords } from './wording.ts';

interface Props {
  found: Income;
  period: Period;
  behind: Behind;
  filter: { salesperson?: string };
  onClose: () => void;
}

/** The orders behind a figure, and the lines of each of them. */
export function IncomeOrders({ found, period, behind, filter, onClose }: Props) {
  const t = useWords();
  const client = useDataClient();
  const [page, setPage] = useState(0);
  const [open, setOpen] = useState<string | null>(null);
  const { currency, seesCost } = found;
  const asked = { period, currency, page, ...behind, ...filter };
  const answer = useAnswer(
    () => client.send<{ rows: IncomeOrder[]; more: boolean }>('Income/orders', asked, newKey()),
    JSON.stringify(asked),
    0,
  );
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'start' });
    place.current?.focus();
  }, []);
  const name = behind.dim
    ? `${t(`income.by.${behind.dim}`)} · ${nameOf(found, behind, t('unknown'))}`
    : t(behind.of ? `income.only.${behind.of}` : 'income.all');
  const head = [
    ...[t('order'), t('when'), t('income.by.customer'), t('income.by.channel'), t('income.by.level')],
    ...[t('income.by.zone'), `#${t('income.sale')}`],
    ...(seesCost ? [`#${t('income.cost')}`, `#${t('income.margin')}`, `#${t('income.actualCost')}`] : []),
    '',
  ];
  return (
    <div className="bd-behind" ref={place} tabIndex={-1}>
      {answer.error ? <ErrorPanel error={toDisplayError(answer.error)} onRetry={answer.retry} /> : null}
      {!answer.data && !answer.error ? <Skeleton shape="form" /> : null}
      {answer.data ? (
        <Table heading={t('income.behind', { name })} head={head}>
          {answer.data.rows.map((row) => (
            <OrderRow
              key={row.id}
              {...{ row, currency, seesCost }}
              width={head.length}
              isOpen={open === row.id}
              onToggle={() => setOpen(open === row.id ? null : row.id)}
            />
          ))}
        </Table>
      ) : null}
      <p className="bd-pages">
        <button type="button" className="button" disabled={page === 0} onClick={() => setPage(page - 1)}>
          {t('earlier')}
        </button>
        <button type="button" className="button" disabled={!answer.data?.more} onClick={() => setPage(page + 1)}>
          {t('later')}
        </button>
        <button type="button" className="button" onClick={onClose}>
          {t('close')}
        </button>
      </p>
    </div>
  );
}

interface OrderRowProps {
  readonly row: IncomeOrder;
  readonly currency: string;
  readonly seesCost: boolean;
  /** How many columns the table has. */
  readonly width: number;
  readonly isOpen: boolean;
  onToggle(): void;
}

function OrderRow({ row, currency, seesCost, width, isOpen, onToggle }: OrderRowProps) {
  const t = useWords();
  const { money, moment } = useFigures();
  return (
    <>
      <tr>
        <th scope="row">
          <Link to={`/Order/${row.id}`}>{row.orderNo}</Link>
        </th>
        <td data-text>{moment(row.at)}</td>
        <td data-text>{row.customerName}</td>
        <td data-text>{row.channel}</td>
        <td data-text>{row.level}</td>
        <td data-text>{row.zone}</td>
        <td>{money(row.sale, currency)}</td>
        {seesCost ? (
          <>
            <td>{money(row.cost ?? '0', currency)}</td>
            <td className={Number(row.margin) < 0 ? 'is-bad' : undefined}>{money(row.margin ?? '0', currency)}</td>
            <td>{row.actualCost === null ? t('none') : money(row.actualCost, currency)}</td>
          </>
        ) : null}
        <td>
          <button type="button" className="bd-link" aria-expanded={isOpen} onClick={onToggle}>
            {t('income.lines')}
          </button>
        </td>
      </tr>
      {isOpen ? (
        <tr>
          <td colSpan={width} data-text>
            <Lines order={row.id} />
          </td>
        </tr>
      ) : null}
    </>
  );
}

const nameOf = ({ groups }: Income, { dim, key }: Behind, unknown: string): string => {
  const found = groups.find((each) => each.dim === dim && each.key === key);
  return key === '' ? unknown : (found?.name ?? key ?? '');
};

/** What an order's sale and cost are made of, as far as the reader may see it. */
function Lines({ order }: { order: string }) {
  const t = useWords();
  const client = useDataClient();
  const { money } = useFigures();
  const readable = useHasPermission('OrderCharge:page');
  const answer = useAnswer(
    async (signal) =>
      readable
        ? ((await client.page('OrderCharge', { order, pageSize: '200', sort: 'id' }, signal))
            .rows as unknown as Charge[])
        : [],
    order,
    0,
  );
  if (answer.error) return <ErrorPanel error={toDisplayError(answer.error)} onRetry={answer.retry} />;
  if (!answer.data) return <Skeleton shape="form" />;
  if (answer.data.length === 0) return <p>{t('income.noLines')}</p>;
  return (
    <ul className="bd-lines">
      {answer.data.map(({ id, side, phase, category, text, amount, currency }) => (
        <li key={id}>
          <span>
            {t(`side.${side}`)} · {t(`phase.${phase}`)}
          </span>
          <span>{text ?? category}</span>
          <b>{money(String(amount), currency)}</b>
        </li>
      ))}
    </ul>
  );
}
