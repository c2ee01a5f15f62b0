import { useCallback, useEffect, useState } from 'react';
import {
  EmptyState,
  ErrorPanel,
  errorMessage,
  newKey,
  PageHeader,
  Skeleton,
  StatusTag,
  toDisplayError,
  useDataClient,
} from '../../kit/index.ts';
import { gradeTones } from './grades.ts';
import { useCommand } from './use-command.ts';
import { useWords } from './words.ts';
import './returns.css';

interface Offer {
  readonly parcel: string;
  readonly arrivedOn: string;
  readonly grade: string;
  readonly why: string;
  readonly orderNo: string;
  readonly asked: boolean;
}

/** Parcels without a known owner that match orders of the reader. */
export default function ReturnOffersPage() {
  const t = useWords();
  const client = useDataClient();
  const { run, busy, error } = useCommand();
  const [rows, setRows] = useState<readonly Offer[] | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const look = useCallback(() => {
    setFailure(null);
    client.send<{ rows: Offer[] }>('Returns/offers', {}, newKey()).then((answer) => setRows(answer.rows), setFailure);
  }, [client]);
  useEffect(look, [look]);
  const mine = async (parcel: string) => {
    if (await run('Returns/mine', { parcel })) look();
  };
  return (
    <div className="returns-page">
      <PageHeader title={t('offers.title')} note={t('offers.note')} />
      <p role="alert">{error ? errorMessage(error) : ''}</p>
      {failure ? (
        <ErrorPanel error={toDisplayError(failure)} onRetry={look} />
      ) : !rows ? (
        <Skeleton shape="form" />
      ) : rows.length === 0 ? (
        <EmptyState kind="nothing" title={t('offers.none')} />
      ) : (
        <ul className="returns-offers">
          {rows.map(({ parcel, arrivedOn, grade, why, orderNo, asked }) => (
            <li key={parcel}>
              <b>{orderNo}</b>
              <span>{t(`why.${why}`)}</span>
              <time dateTime={arrivedOn}>{t('offers.arrived', { day: arrivedOn })}</time>
              <StatusTag tone={gradeTones[grade] ?? 'neutral'} text={t(`grade.${grade}`)} />
              {asked ? (
                <span>{t('offers.asked')}</span>
              ) : (
                <button type="button" className="button is-primary" disabled={busy} onClick={() => void mine(parcel)}>
                  {t('offers.mine')}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
