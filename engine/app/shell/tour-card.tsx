import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { preparedPreference, usePreference } from '../../kit/controllers/use-preference.ts';
import type { DataClient } from '../../kit/data/data-client.ts';
import { prepare } from '../../kit/data/prepared.ts';

const Tour = lazy(() => import('./tour.tsx'));

const key = 'tour';

/** Lets the home page know before its first drawing whether the tour is offered, so that nothing moves down for it. */
export const prepareTour = (client: DataClient): Promise<void> =>
  prepare(client, preparedPreference(key), client.preference(key));

/** Offers a new user the tour, once: taken or declined, it does not come back. */
export function TourCard() {
  const { t } = useTranslation();
  const [seen, known, save] = usePreference<boolean>(key);
  const [open, setOpen] = useState(false);
  if (open)
    return (
      <Suspense fallback={null}>
        <Tour
          onClose={() => {
            setOpen(false);
            save(true);
          }}
        />
      </Suspense>
    );
  if (!known || seen) return null;
  return (
    <aside className="tour-card" aria-label={t('shell.tour.title')}>
      <p>
        <strong>{t('shell.tour.title')}</strong> {t('shell.tour.note')}
      </p>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        {t('shell.tour.start')}
      </button>
      <button type="button" className="link-button" onClick={() => save(true)}>
        {t('shell.tour.skip')}
      </button>
    </aside>
  );
}
