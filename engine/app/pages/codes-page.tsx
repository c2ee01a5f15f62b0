import { Input } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useDataClient } from '../../kit/data/client.ts';
import { toDisplayError } from '../../kit/data/display-error.ts';
import { useCulture } from '../../kit/ui/culture.ts';
import { EmptyState } from '../../kit/ui/empty-state.tsx';
import { ErrorPanel } from '../../kit/ui/error-panel.tsx';
import { PageHeader } from '../../kit/ui/page-header.tsx';
import { usePageTitle } from '../../kit/ui/page-title.ts';
import { Skeleton } from '../../kit/ui/skeletons.tsx';
import './codes-page.css';

interface Codes {
  answers: { kind: string; status: number; code: number; message: string; advice: string }[];
  reasons: { code: string; message: string }[];
}

/** Every code of the catalogue with its message and remedy. The search is part of the address. */
export default function CodesPage() {
  const { t } = useTranslation();
  const client = useDataClient();
  const culture = useCulture();
  const [search, setSearch] = useSearchParams();
  const [codes, setCodes] = useState<Codes | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  usePageTitle(t('help.codes'));
  useEffect(() => {
    const abort = new AbortController();
    setError(null);
    client
      .answer<Codes>('help/codes', {}, abort.signal)
      .then(setCodes, (failure: unknown) => !abort.signal.aborted && setError(failure));
    return () => abort.abort();
  }, [client, culture, attempt]);
  const query = search.get('q') ?? '';
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (...texts: (string | number)[]) => words.every((word) => texts.join(' ').toLowerCase().includes(word));
  const answers = codes?.answers.filter((one) => fits(one.code, one.status, one.kind, one.message, one.advice)) ?? [];
  const reasons = codes?.reasons.filter((one) => fits(one.code, one.message)) ?? [];
  return (
    <div className="codes-page">
      <PageHeader title={t('help.codes')} note={t('help.codesNote')} />
      <Input
        type="search"
        allowClear
        aria-label={t('help.search')}
        placeholder={t('help.search')}
        value={query}
        onChange={({ target }) => setSearch(target.value === '' ? {} : { q: target.value }, { replace: true })}
      />
      {error ? <ErrorPanel error={toDisplayError(error)} onRetry={() => setAttempt(attempt + 1)} /> : null}
      {codes || error ? null : <Skeleton shape="page" />}
      <p className="sr-only" role="status">
        {codes ? t('help.found', { count: answers.length + reasons.length }) : ''}
      </p>
      {codes && answers.length + reasons.length === 0 ? <EmptyState kind="noMatch" title={t('help.nothing')} /> : null}
      <Answers answers={answers} />
      <Reasons reasons={reasons} />
    </div>
  );
}

function Answers({ answers }: Pick<Codes, 'answers'>) {
  const { t } = useTranslation();
  if (answers.length === 0) return null;
  return (
    <section>
      <h2>{t('help.answers')}</h2>
      <ul>
        {answers.map(({ kind, code, status, message, advice }) => (
          <li key={kind}>
            <p className="codes-mark">
              <code>{code}</code> <span>{t('help.status', { status })}</span>
            </p>
            <div>
              <strong>{message}</strong>
              <p>{advice}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Reasons({ reasons }: Pick<Codes, 'reasons'>) {
  const { t } = useTranslation();
  if (reasons.length === 0) return null;
  return (
    <section>
      <h2>{t('help.reasons')}</h2>
      <ul>
        {reasons.map(({ code, message }) => (
          <li key={code}>
            <p className="codes-mark">
              <code>{code}</code>
            </p>
            <p>{message}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
