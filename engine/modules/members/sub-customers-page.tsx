import { useState } from 'react';
import { EmptyState, ErrorPanel, errorMessage, PageHeader, Skeleton, toDisplayError } from '../../kit/index.ts';
import { NewSubCustomer } from './new-sub-customer.tsx';
import { SubLine, type Sub } from './sub-line.tsx';
import { useAsked } from './use-asked.ts';
import { useWords } from './words.ts';
import './members.css';

interface Answer {
  readonly distribution: boolean;
  readonly pattern: string | null;
  readonly currency: string;
  readonly subs: readonly Sub[];
}

/** Customers of the member's own: what they pay on top, their money, and their statement. */
export default function SubCustomersPage() {
  const t = useWords();
  const { answer, error, again, run } = useAsked<Answer>('Members/subCustomers', {});
  const [isNew, setIsNew] = useState(false);
  if (!answer) return error ? <ErrorPanel error={toDisplayError(error)} onRetry={again} /> : <Skeleton shape="form" />;
  if (!answer.distribution)
    return (
      <div className="members-page">
        <PageHeader title={t('subs.title')} />
        <EmptyState kind="nothing" title={t('subs.off')} note={t('subs.offNote')} />
      </div>
    );
  return (
    <div className="members-page">
      <PageHeader title={t('subs.title')} note={t('subs.note')} />
      <p role="alert">{error ? errorMessage(error) : ''}</p>
      {isNew ? (
        <NewSubCustomer pattern={answer.pattern} run={run} onClose={() => setIsNew(false)} />
      ) : (
        <button type="button" className="button is-primary members-new" onClick={() => setIsNew(true)}>
          {t('subs.new')}
        </button>
      )}
      {answer.subs.length === 0 && !isNew ? <p>{t('subs.none')}</p> : null}
      <ul className="members-users">
        {answer.subs.map((sub) => (
          <SubLine key={`${sub.id}-${sub.version ?? 0}-${sub.status}`} sub={sub} currency={answer.currency} run={run} />
        ))}
      </ul>
    </div>
  );
}
