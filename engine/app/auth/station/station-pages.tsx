import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStationPages } from '../../../kit/controllers/modules.ts';
import { EmptyState } from '../../../kit/ui/empty-state.tsx';
import { readStored, storeLocally } from '../../../kit/ui/local-storage.ts';
import { Skeleton } from '../../../kit/ui/skeletons.tsx';

const storedPage = 'stationPage';

/** The pages of a shared station that are open to the person. Which one is shown stays with the station, for the next person. */
export function StationPages() {
  const { t } = useTranslation();
  const pages = useStationPages();
  const [chosen, setChosen] = useState(
    () => readStored<string>(storedPage, (value) => typeof value === 'string') ?? '',
  );
  if (!pages) return <Skeleton shape="form" />;
  const [first] = pages;
  const page = pages.find(({ name }) => name === chosen) ?? first;
  if (!page) return <EmptyState kind="nothing" title={t('door.station.nothing')} />;
  const choose = (name: string) => {
    setChosen(name);
    storeLocally(storedPage, name);
  };
  return (
    <>
      {pages.length > 1 ? (
        <nav className="station-pages" aria-label={t('door.station.pages')}>
          {pages.map(({ name, words }) => (
            <button
              key={name}
              type="button"
              className="button"
              aria-current={name === page.name ? 'page' : undefined}
              onClick={() => choose(name)}
            >
              {t(`stationPage.${name}`, { ns: words })}
            </button>
          ))}
        </nav>
      ) : null}
      <Suspense fallback={<Skeleton shape="form" />}>
        <page.Component key={page.name} />
      </Suspense>
    </>
  );
}
