import { Pagination } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { StatusTag } from '../../kit/index.ts';
import { carrierName, tones, type Fault, type RecognisedNumber } from './recognised.ts';
import { useMoments, useWords } from './words.ts';

/** As many rows as a browser draws at once without a pause. */
const pageSize = 100;
const columns = ['number', 'carrier', 'service', 'state', 'event', 'expected', 'order'] as const;

/** Numbers with whose they are and, of our own packages, where they are. */
export function NumberTable({ numbers }: { numbers: readonly RecognisedNumber[] }) {
  const t = useWords();
  const [page, setPage] = useState(1);
  const last = Math.ceil(numbers.length / pageSize);
  const shown = Math.min(page, last);
  const rows = numbers.slice((shown - 1) * pageSize, shown * pageSize);
  return (
    <div className="track-table-frame">
      <div className="track-table" role="region" aria-label={t('batch.title')} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {columns.map((name) => (
                <th key={name} scope="col">
                  {t(`column.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((each) => (
              <NumberRow key={each.number} of={each} />
            ))}
          </tbody>
        </table>
      </div>
      {last > 1 ? (
        <Pagination
          current={shown}
          pageSize={pageSize}
          total={numbers.length}
          showSizeChanger={false}
          onChange={(next) => setPage(next)}
        />
      ) : null}
    </div>
  );
}

function NumberRow({ of: { number, carrier, service, package: own, foreign } }: { of: RecognisedNumber }) {
  const t = useWords();
  const { moment } = useMoments();
  const of = own ?? foreign;
  return (
    <tr>
      <th scope="row">
        {own ? <Link to={`/OrderBox/${encodeURIComponent(own.id)}?tab=tracking`}>{number}</Link> : number}
      </th>
      <td>{carrierName(carrier)}</td>
      <td>{own?.service ?? service ?? ''}</td>
      <td>
        {of ? (
          <StatusTag tone={tones[of.state] ?? 'neutral'} text={t(`state.${of.state}`)} />
        ) : (
          <i>{t('batch.foreign')}</i>
        )}
      </td>
      <td>
        {of?.lastEvent}
        {of?.lastEventAt ? <small>{moment(of.lastEventAt)}</small> : null}
      </td>
      <td>{moment(of?.deliveredAt ?? of?.estimatedAt ?? null)}</td>
      <td>
        {own?.order ? <Link to={`/Order/${encodeURIComponent(own.order)}`}>{own.orderNo}</Link> : null}
        {own?.customer ? <small>{own.customer}</small> : null}
      </td>
    </tr>
  );
}

/** What is no number, as it was pasted, and why. */
export function FaultList({ faults }: { faults: readonly Fault[] }) {
  const t = useWords();
  return (
    <details className="track-faults" open={faults.length <= 20}>
      <summary>{t('batch.faultsHead', { count: faults.length })}</summary>
      <ul>
        {faults.map(({ pasted, reason, carrier }) => (
          <li key={pasted}>
            <code>{pasted}</code>
            <span>
              {t(`fault.${reason}`)}
              {carrier ? ` (${carrierName(carrier)})` : ''}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
