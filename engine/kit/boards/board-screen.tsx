import { ReloadOutlined } from '@ant-design/icons';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { periods, type Period } from '../../core/index.ts';
import { DesignLink } from '../data/design-link.tsx';
import { onChange } from '../data/changed.ts';
import { useDataClient } from '../data/client.ts';
import { toDisplayError } from '../data/display-error.ts';
import { useCulture } from '../ui/culture.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorPanel } from '../ui/error-panel.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Skeleton } from '../ui/skeletons.tsx';
import { useBlockQuery } from './board-block.tsx';
import { BoardGrid } from './board-grid.tsx';
import { onLive } from '../data/live-events.ts';
import { useAnswer } from '../data/use-answer.ts';

/** A declared screen as the server answers it for this person, and the trigger to reload its blocks. */
export function useScreen(name: string) {
  const client = useDataClient();
  const culture = useCulture();
  // A new revision was published: show it.
  const [revision, setRevision] = useState(0);
  useEffect(() => onLive('design', () => setRevision((count) => count + 1)), []);
  const screen = useAnswer((signal) => client.screen(name, signal), `${name} ${culture}`, revision);
  const [stamp, setStamp] = useState(0);
  const again = useCallback(() => setStamp((count) => count + 1), []);
  // What a block of this page does shows in the others at once.
  useEffect(() => onChange(again), [again]);
  useRefresh(screen.data?.refresh ?? null, again);
  return { screen, stamp, again };
}

/** A declared screen by its name: the blocks that this person may see, each loading independently. */
export function BoardScreen({ name }: { name: string }) {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const { screen, stamp, again } = useScreen(name);
  const known = periods.find((each) => each === search.get('period'));
  const period: Period = known ?? screen.data?.period ?? 'month';
  const query = useBlockQuery(period);
  if (screen.error) return <ErrorPanel error={toDisplayError(screen.error)} onRetry={screen.retry} />;
  if (!screen.data) return <Skeleton shape="page" />;
  const { title, note, blocks } = screen.data;
  const switcher = screen.data.period ? (
    <div className="period-switch" role="group" aria-label={t('board.period')}>
      {periods.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === period}
          onClick={() => setSearch(each === screen.data?.period ? {} : { period: each }, { replace: true })}
        >
          {t(`board.period.${each}`)}
        </button>
      ))}
    </div>
  ) : null;
  return (
    <div className="board">
      <PageHeader
        title={title}
        note={note}
        extra={<DesignLink of={`screen:${name}`} />}
        actions={
          <>
            {switcher}
            <button
              type="button"
              className="button"
              aria-label={t('board.refresh')}
              title={t('board.refresh')}
              onClick={again}
            >
              <ReloadOutlined aria-hidden />
            </button>
          </>
        }
      />
      {blocks.length === 0 ? (
        <EmptyState kind="nothing" title={t('board.nothing')} note={t('board.nothingNote')} />
      ) : null}
      <BoardGrid blocks={blocks} query={query} stamp={stamp} />
    </div>
  );
}

/** Reloads every so many seconds while the page is visible. */
function useRefresh(seconds: number | null, refresh: () => void): void {
  useEffect(() => {
    if (seconds === null) return;
    const timer = setInterval(() => document.visibilityState === 'visible' && refresh(), seconds * 1000);
    return () => clearInterval(timer);
  }, [seconds, refresh]);
}
