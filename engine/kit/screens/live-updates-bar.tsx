import { useTranslation } from 'react-i18next';
import { useLiveRows } from '../controllers/use-live-rows.ts';
import type { ListController } from '../controllers/use-list.ts';
import type { ReadyEntity } from '../data/use-entity.ts';

/** Records that were added or removed while the list was open; a click shows them. */
export function LiveUpdatesBar({ ready, list }: { ready: ReadyEntity; list: ListController }) {
  const { t } = useTranslation();
  const { waiting, show } = useLiveRows(ready, list);
  return (
    <div className="list-news" role="status">
      {waiting === 0 ? null : (
        <button type="button" className="list-news-button" onClick={show}>
          {waiting === null ? t('live.rowsMany') : t('live.rows', { count: waiting })}
        </button>
      )}
    </div>
  );
}
