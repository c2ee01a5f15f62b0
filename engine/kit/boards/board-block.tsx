import { lazy, Suspense, useMemo } from 'react';
import type { Period } from '../../core/index.ts';
import type { ShownBlock } from '../data/data-client.ts';
import { useViewer } from '../data/viewer.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import type { BlockQuery } from './block-query.ts';
import './boards.css';
import { ChartBlock } from './chart-block.tsx';
import { JobsBlock } from './jobs-block.tsx';
import { LinksBlock } from './links-block.tsx';
import { ListBlock } from './list-block.tsx';
import { NumberBlock } from './number-block.tsx';
import { PageBlock } from './page-block.tsx';
import { dayIn } from './period.ts';
import { RecentBlock } from './recent-block.tsx';
import { TasksBlock } from './tasks-block.tsx';
import { TextBlock } from './text-block.tsx';

const FormBlock = lazy(() => import('./form-block.tsx'));
const LayoutBlock = lazy(async () => ({ default: (await import('./layout-block.tsx')).LayoutBlock }));

interface Props {
  block: ShownBlock;
  query: BlockQuery;
  /** Reloads when it changes. */
  stamp: number;
}

/** One block of a board; errors stay inside it. */
export function BoardBlock({ block, query, stamp }: Props) {
  return (
    <ErrorBoundary resetKey={`${stamp} ${query.period}`}>
      <Block block={block} query={query} stamp={stamp} />
    </ErrorBoundary>
  );
}

/** What blocks ask about: a period, on the tenant's day, for this person. */
export function useBlockQuery(period: Period): BlockQuery {
  const viewer = useViewer();
  const day = dayIn(viewer.tenant.timeZone, new Date());
  return useMemo(() => ({ period, day, me: viewer.id }), [period, day, viewer.id]);
}

function Block(props: Props) {
  switch (props.block.kind) {
    case 'number':
      return <NumberBlock {...props} />;
    case 'list':
      return <ListBlock {...props} />;
    case 'states':
    case 'calendar':
      return (
        <Suspense fallback={null}>
          <LayoutBlock {...props} />
        </Suspense>
      );
    case 'form':
      return (
        <Suspense fallback={null}>
          <FormBlock block={props.block} />
        </Suspense>
      );
    case 'page':
      return <PageBlock block={props.block} />;
    case 'links':
      return <LinksBlock block={props.block} />;
    case 'jobs':
      return <JobsBlock {...props} />;
    case 'task':
      return <TasksBlock {...props} blocks={[props.block]} />;
    case 'recent':
      return <RecentBlock {...props} />;
    case 'text':
      return <TextBlock block={props.block} />;
    default:
      return <ChartBlock {...props} />;
  }
}
