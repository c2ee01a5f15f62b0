import { App, DatePicker, Segmented } from 'antd';
import dayjs from 'dayjs';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import {
  clockIn,
  EmptyState,
  ErrorPanel,
  newKey,
  PageHeader,
  saveFile,
  Skeleton,
  errorMessage,
  toDisplayError,
  useCulture,
  useDataClient,
  useValueContext,
  useViewer,
} from '../../kit/index.ts';
import { RecordPicker } from './customer-picker.tsx';
import { PriceTables, type ListedService } from './price-tables.tsx';
import { useWords } from './wording.ts';
import './rating.css';
import './rating-small.css';
import './price-list.css';

interface Question {
  customer?: string;
  level?: string;
  shipDate?: string;
}

interface AnsweredFile {
  file: { name: string; mediaType: string; content: string };
}

const asked = ['customer', 'level', 'shipDate'] as const;

/** What a customer or a level pays on each service: transport by weight and zone, and the surcharges. The address says whose. */
export default function PriceListPage() {
  const t = useWords();
  const viewer = useViewer();
  const isMember = viewer.member !== null;
  const client = useDataClient();
  const culture = useCulture();
  const { message } = App.useApp();
  const today = clockIn(useValueContext().timeZone).today;
  const [search, setSearch] = useSearchParams();
  const question: Question = Object.fromEntries(
    asked.flatMap((name) => (search.get(name) ? [[name, search.get(name) ?? '']] : [])),
  );
  const [by, setBy] = useState<'customer' | 'level'>(question.level ? 'level' : 'customer');
  const key = JSON.stringify(question);
  const isAsked = isMember || question.customer !== undefined || question.level !== undefined;
  const [found, setFound] = useState<{ key: string; services: readonly ListedService[] } | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  const [making, setMaking] = useState('');
  useEffect(() => {
    if (!isAsked) return;
    let gone = false;
    setError(null);
    client.send<{ services: ListedService[] }>('Rate/priceList', JSON.parse(key) as Question, newKey()).then(
      ({ services }) => !gone && setFound({ key: `${culture} ${key}`, services }),
      (failure: unknown) => !gone && setError(failure),
    );
    return () => {
      gone = true;
    };
  }, [client, isAsked, key, culture, attempt]);

  const change = (next: Question) =>
    setSearch(Object.fromEntries(Object.entries(next).filter(([, value]) => value)) as Record<string, string>, {
      replace: true,
    });
  const make = async (format: 'xlsx' | 'pdf') => {
    setMaking(format);
    try {
      const { file } = await client.send<AnsweredFile>('Rate/priceList', { ...question, format }, newKey());
      const bytes = Uint8Array.from(atob(file.content), (letter) => letter.charCodeAt(0));
      saveFile({ name: file.name, blob: new Blob([bytes], { type: file.mediaType }) });
    } catch (failure) {
      void message.error(errorMessage(failure));
    } finally {
      setMaking('');
    }
  };
  const shown = isAsked && found?.key === `${culture} ${key}` ? found.services : null;
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
        {isMember ? null : (
          <>
            <Segmented<'customer' | 'level'>
              value={by}
              aria-label={t('list.by')}
              options={(['customer', 'level'] as const).map((value) => ({ value, label: t(`list.by.${value}`) }))}
              onChange={(next) => {
                setBy(next);
                change({ shipDate: question.shipDate });
              }}
            />
            <RecordPicker
              key={by}
              label={t(`list.by.${by}`)}
              placeholder={t(`list.choose.${by}`)}
              path={by === 'customer' ? 'Customer' : 'Level'}
              value={question[by] ?? ''}
              onChange={(id) => change({ [by]: id, shipDate: question.shipDate })}
            />
          </>
        )}
        <label>
          <span>{t('rate.shipDate')}</span>
          <DatePicker
            aria-label={t('rate.shipDate')}
            value={question.shipDate ? dayjs(question.shipDate) : null}
            format={['YYYY-MM-DD', 'YYYY/M/D', 'YYYYMMDD']}
            placeholder={today}
            onChange={(picked) => change({ ...question, shipDate: picked ? picked.format('YYYY-MM-DD') : '' })}
          />
        </label>
      </div>
      {!isAsked ? <EmptyState kind="nothing" title={t('list.nothing')} note={t('list.nothingNote')} /> : null}
      {isAsked && error ? <ErrorPanel error={toDisplayError(error)} onRetry={() => setAttempt(attempt + 1)} /> : null}
      {isAsked && !error && !shown ? <Skeleton shape="page" /> : null}
      {shown && !error && shown.length === 0 ? (
        <EmptyState kind="noMatch" title={t('list.none')} note={t('rate.noChannelNote')} />
      ) : null}
      {shown && !error && shown.length > 0 ? <PriceTables services={shown} /> : null}
    </div>
  );
}
