import { ReloadOutlined } from '@ant-design/icons';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { periods, type Period } from '../../index.ts';
import { useDataClient } from '../data/client.ts';
import type { ShownBlock } from '../data/data-client.ts';
import { troubleOf } from '../data/trouble.ts';
import { useViewer } from '../data/viewer.ts';
import { useCulture } from '../ui/culture.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { ErrorPanel } from '../ui/error-panel.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Skeleton } from '../ui/skeletons.tsx';
import type { Asking } from './block-query.ts';
import './boards.css';
import { ChartBlock } from './chart-block.tsx';
import { JobsBlock } from './jobs-block.tsx';
import { LinksBlock } from './links-block.tsx';
import { ListBlock } from './list-block.tsx';
import { NumberBlock } from './number-block.tsx';
import { dayIn } from './period.ts';
import { useAnswer } from './use-answer.ts';

/** A declared screen by its name: the blocks that the server shows this person, each with a life of its own. */
export function BoardScreen({ name }: { name: string }) {
  const { t } = useTranslation();
  const client = useDataClient();
  const culture = useCulture();
  const viewer = useViewer();
  const [search, setSearch] = useSearchParams();
  const screen = useAnswer((signal) => client.screen(name, signal), `${name} ${culture}`, 0);
  const [stamp, setStamp] = useState(0);
  const again = useCallback(() => setStamp((count) => count + 1), []);
  useRefresh(screen.data?.refresh ?? null, again);
  const wanted = periods.find((each) => each === search.get('period'));
  const period: Period = wanted ?? screen.data?.period ?? 'month';
  const day = dayIn(viewer.tenant.timeZone, new Date());
  const asking = useMemo((): Asking => ({ period, day, me: viewer.id }), [period, day, viewer.id]);
  if (screen.error) return <ErrorPanel trouble={troubleOf(screen.error)} onRetry={screen.retry} />;
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
      <div className="board-grid">
        {blocks.map((block) => (
          <div key={block.block} className="board-cell" data-span={block.span ?? 1} data-kind={block.kind}>
            <ErrorBoundary resetKey={`${stamp} ${period}`}>
              <Block block={block} asking={asking} stamp={stamp} />
            </ErrorBoundary>
          </div>
        ))}
      </div>
    </div>
  );
}

function Block(props: { block: ShownBlock; asking: Asking; stamp: number }) {
  switch (props.block.kind) {
    case 'number':
      return <NumberBlock {...props} />;
    case 'list':
      return <ListBlock {...props} />;
    case 'links':
      return <LinksBlock block={props.block} />;
    case 'jobs':
      return <JobsBlock {...props} />;
    default:
      return <ChartBlock {...props} />;
  }
}

/** Asks again every so many seconds, while somebody can see it. */
function useRefresh(seconds: number | null, refresh: () => void): void {
  useEffect(() => {
    if (seconds === null) return;
    const timer = setInterval(() => document.visibilityState === 'visible' && refresh(), seconds * 1000);
    return () => clearInterval(timer);
  }, [seconds, refresh]);
}
