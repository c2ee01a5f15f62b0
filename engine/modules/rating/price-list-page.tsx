import { DatePicker, Segmented } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import {
  clockIn,
  EmptyState,
  ErrorPanel,
  PageHeader,
  Skeleton,
  toDisplayError,
  useValueContext,
  useViewer,
} from '../../kit/index.ts';
import { RecordPicker } from './customer-picker.tsx';
import { PriceTables } from './price-tables.tsx';
import { usePriceFile, usePriceList, type PriceQuestion } from './use-price-list.ts';
import { useWords } from './wording.ts';
import './rating.css';
import './rating-small.css';
import './price-list.css';

const asked = ['customer', 'level', 'shipDate'] as const;

/** What a customer or a level pays on each service: transport by weight and zone, and the surcharges. The address says whose. */
export default function PriceListPage() {
  const t = useWords();
  const isMember = useViewer().member !== null;
  const [search, setSearch] = useSearchParams();
  const question: PriceQuestion = Object.fromEntries(
    asked.flatMap((name) => (search.get(name) ? [[name, search.get(name) ?? '']] : [])),
  );
  const isAsked = isMember || question.customer !== undefined || question.level !== undefined;
  const { services: shown, error, again } = usePriceList(question, isAsked);
  const { making, make } = usePriceFile(question);
  const change = (next: PriceQuestion) =>
    setSearch(Object.fromEntries(Object.entries(next).filter(([, value]) => value)) as Record<string, string>, {
      replace: true,
    });
  const hasPrices = shown?.some(({ reason }) => reason === undefined) === true;
  return (
    <div className="rate-page">
      <PageHeader
        title={t(isMember ? 'list.own' : 'list.title')}
        note={t('list.note')}
        actions={
          hasPrices
            ? (['xlsx', 'pdf'] as const).map((format) => (
                <button
                  key={format}
                  type="button"
                  className="button"
                  disabled={making !== ''}
                  aria-busy={making === format || undefined}
                  onClick={() => void make(format)}
                >
                  {t(`list.${format}`)}
                </button>
              ))
            : null
        }
      />
      <div className="price-ask">
        {isMember ? null : <WhosePrices question={question} onChange={change} />}
        <ShipDay value={question.shipDate} onChange={(shipDate) => change({ ...question, shipDate })} />
      </div>
      {!isAsked ? <EmptyState kind="nothing" title={t('list.nothing')} note={t('list.nothingNote')} /> : null}
      {isAsked && error ? <ErrorPanel error={toDisplayError(error)} onRetry={again} /> : null}
      {isAsked && !error && !shown ? <Skeleton shape="page" /> : null}
      {shown && !error && shown.length === 0 ? (
        <EmptyState kind="noMatch" title={t('list.none')} note={t('rate.noChannelNote')} />
      ) : null}
      {shown && !error && shown.length > 0 ? <PriceTables services={shown} /> : null}
    </div>
  );
}

/** A customer or a level, and which of them. */
function WhosePrices({ question, onChange }: { question: PriceQuestion; onChange: (question: PriceQuestion) => void }) {
  const t = useWords();
  const [by, setBy] = useState<'customer' | 'level'>(question.level ? 'level' : 'customer');
  const { shipDate } = question;
  return (
    <>
      <Segmented<'customer' | 'level'>
        value={by}
        aria-label={t('list.by')}
        options={(['customer', 'level'] as const).map((value) => ({ value, label: t(`list.by.${value}`) }))}
        onChange={(next) => {
          setBy(next);
          onChange({ shipDate });
        }}
      />
      <RecordPicker
        key={by}
        label={t(`list.by.${by}`)}
        placeholder={t(`list.choose.${by}`)}
        path={by === 'customer' ? 'Customer' : 'Level'}
        value={question[by] ?? ''}
        onChange={(id) => onChange({ [by]: id, shipDate })}
      />
    </>
  );
}

function ShipDay({ value, onChange }: { value: string | undefined; onChange: (day: string) => void }) {
  const t = useWords();
  const today = clockIn(useValueContext().timeZone).today;
  return (
    <label>
      <span>{t('rate.shipDate')}</span>
      <DatePicker
        aria-label={t('rate.shipDate')}
        value={value ? dayjs(value) : null}
        format={['YYYY-MM-DD', 'YYYY/M/D', 'YYYYMMDD']}
        placeholder={today}
        onChange={(picked) => onChange(picked ? picked.format('YYYY-MM-DD') : '')}
      />
    </label>
  );
}
