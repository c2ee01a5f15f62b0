import { Link } from 'react-router-dom';
import { EmptyState } from '../../kit/index.ts';
import type { DeskState } from './sheet-store.ts';
import { groupRows } from './orders.ts';
import { useWords } from './wording.ts';

/** A sheet needs room. On a phone it can be seen what stands on it, and what has become of it. */
export function NarrowList({ state }: { state: DeskState }) {
  const t = useWords();
  const orders = groupRows(state.history.now.rows);
  const drafts = (
    <Link className="button" to="/Order?view=drafts">
      {t('narrow.drafts')}
    </Link>
  );
  if (orders.length === 0)
    return <EmptyState kind="nothing" title={t('narrow.title')} note={t('narrow.note')} actions={drafts} />;
  return (
    <div className="bulk-narrow">
      <p>{t('narrow.note')}</p>
      <ul>
        {orders.map((rows) => {
          const [first] = rows;
          const cells = first?.cells ?? {};
          const mark = rows.map(({ id }) => state.marks[id]).find((each) => each !== undefined);
          return (
            <li key={first?.id}>
              <strong>{cells['refNo'] || cells['shipToName'] || '–'}</strong>
              <span>{[cells['shipToName'], cells['shipToCity'], cells['shipToState']].filter(Boolean).join(', ')}</span>
              {mark?.id ? (
                <Link to={`/Order/${encodeURIComponent(mark.id)}`}>{t('state.saved')}</Link>
              ) : (
                <em>{t('state.new')}</em>
              )}
            </li>
          );
        })}
      </ul>
      {drafts}
    </div>
  );
}
