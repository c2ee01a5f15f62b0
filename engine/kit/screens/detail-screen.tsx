import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { ownOf, type Entity } from '../../core/index.ts';
import { useActionRunner } from '../controllers/use-action-runner.ts';
import { useDetail } from '../controllers/use-detail.ts';
import { useFieldHostOf } from '../controllers/use-field-host.ts';
import { offeredActions, offeredVerb } from '../controllers/detail-actions.ts';
import {
  countText,
  relatedKey,
  relatedLists,
  useRelatedPages,
  type RelatedList as Related,
} from '../controllers/use-related.ts';
import { usePanels } from '../controllers/modules.ts';
import { isCopyable, recordSummary, summarised } from '../controllers/record-summary.ts';
import { neighbours } from '../controllers/detail-neighbours.ts';
import { noteRecent } from '../controllers/recent-records.ts';
import { DesignLink } from '../data/design-link.tsx';
import type { DataClient, WireRecord } from '../data/data-client.ts';
import { useAtRest } from '../data/use-at-rest.ts';
import { onChange } from '../data/changed.ts';
import { useEntity, type ReadyEntity } from '../data/use-entity.ts';
import { useViewer } from '../data/viewer.ts';
import { cellText, optionText } from '../fields/controls/cell-text.ts';
import { FieldHostProvider, useFieldHost } from '../fields/controls/field-host.tsx';
import { useCommands } from '../ui/commands.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { Skeleton } from '../ui/skeletons.tsx';
import { StatusTag } from '../ui/status-tag.tsx';
import { useKeys } from '../ui/use-keys.ts';
import { useNarrow } from '../ui/use-narrow.ts';
import { DetailActions } from './detail-actions.tsx';
import { DetailDocuments } from './detail-documents.tsx';
import { DetailFacts } from './detail-facts.tsx';
import { DetailSummary } from './detail-summary.tsx';
import { DetailTabs } from './detail-tabs.tsx';
import { HistoryTimeline } from './history/history-timeline.tsx';
import { RelatedCards } from './related-cards.tsx';
import { RelatedList } from './related-list.tsx';
import { ScreenError } from './screen-error.tsx';
import { StateBanner } from './state-banner.tsx';
import { StateSteps } from './state-steps.tsx';
import '../fields/form/fields.css';
import './screens.css';

const RecordComments = lazy(() => import('./beside/record-comments.tsx'));
const RecordFiles = lazy(() => import('./beside/record-files.tsx'));

const askComments = (client: DataClient, path: string, id: string) => client.comments(path, id);
const askFiles = (client: DataClient, path: string, id: string) => client.attachments(path, id);

/** One record: what it is, what can be done with it, what belongs to it, and what has happened to it. */
export function DetailScreen({ path, id }: { path: string; id: string }) {
  const detail = useDetail(path, id);
  const host = useFieldHostOf(detail.ready);
  if (detail.state === 'failed') {
    const { error, ready, reload } = detail;
    return <ScreenError {...{ error, path }} title={ready?.answer.texts.name} ofRecord onRetry={reload} />;
  }
  if (detail.state === 'loading' || !host || !detail.ready || !detail.record) return <Skeleton shape="detail" />;
  return (
    <FieldHostProvider host={host}>
      <ReadyDetail
        path={path}
        ready={detail.ready}
        record={detail.record}
        stamp={detail.stamp}
        refreshing={detail.refreshing}
        reload={detail.reload}
      />
    </FieldHostProvider>
  );
}

/** The tabs of what people add to a record: what they say about it, and their files; each counts what is there. */
function useBeside(path: string, record: string, stamp: number) {
  const { t } = useTranslation();
  const comments = useAtRest({ path, record, stamp }, askComments);
  const files = useAtRest({ path, record, stamp }, askFiles);
  const label = (title: string, count = 0) => (
    <span>
      {title} {count > 0 ? <span className="tab-count">{count}</span> : null}
    </span>
  );
  return [
    {
      key: 'comments',
      label: label(t('comment.title'), comments.found?.length),
      render: () => (
        <Suspense fallback={<Skeleton shape="page" />}>
          <RecordComments path={path} record={record} loaded={comments} />
        </Suspense>
      ),
    },
    {
      key: 'files',
      label: label(t('attachment.title'), files.found?.length),
      render: () => (
        <Suspense fallback={<Skeleton shape="page" />}>
          <RecordFiles path={path} record={record} loaded={files} />
        </Suspense>
      ),
    },
  ];
}

interface ReadyDetailProps {
  path: string;
  ready: ReadyEntity;
  record: WireRecord;
  stamp: number;
  refreshing: boolean;
  reload: () => void;
}

function ReadyDetail({ path, ready, record, stamp, refreshing, reload }: ReadyDetailProps) {
  const { t } = useTranslation();
  const { words, format, facts } = useFieldHost();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const runner = useActionRunner(path);
  const { entity, answer } = ready;
  const viewer = useViewer();
  useEffect(() => noteRecent(viewer.id, { path, id: record.id }), [viewer.id, path, record.id]);
  useEffect(
    () => onChange((changed, id) => changed === path && (id === null || id === record.id) && reload()),
    [path, record.id, reload],
  );
  const lists = relatedLists(answer);
  const summary = recordSummary(entity, record, { record, ...facts() });
  const title = cellText(entity.title, record, { words, culture: format.culture }) || record.id;
  usePageTitle(t('detail.title', { entity: words.name, title }));
  const run = (action: string) =>
    void runner.run(action, [record], {
      done: () => (action === 'delete' ? navigate(`/${path}`, { replace: true }) : reload()),
    });
  useDetailCommands({ path, ready, record, title, run });
  const { tabs, toTab } = useDetailTabs({ path, entity, record, lists, summary, stamp, reload });
  const { status } = record;
  return (
    <div className="detail-screen" aria-busy={refreshing}>
      <DetailHeader {...{ path, ready, record, title, run }} sending={runner.sending} />
      {status ? <StateSteps path={path} id={record.id} current={status} stamp={stamp} moves={answer.moves} /> : null}
      <StateBanner entity={entity} status={status} />
      <DetailSummary summary={summary} record={record} lists={lists} stamp={stamp} />
      <DetailTabs
        tabs={tabs}
        active={search.get('tab') ?? tabs[0]?.key ?? 'facts'}
        label={t('detail.tabs')}
        onChange={toTab}
      />
      {runner.element}
    </div>
  );
}

interface ActingOn {
  readonly path: string;
  readonly ready: ReadyEntity;
  readonly record: WireRecord;
  readonly title: string;
  run(action: string): void;
}

/** What a person can do with the record, in the command palette and by key. */
function useDetailCommands({ path, ready: { entity, answer }, record, title, run }: ActingOn): void {
  const { words } = useFieldHost();
  const navigate = useNavigate();
  const canEdit = record._can?.includes('edit') === true;
  const toEdit = () => navigate(`/${path}/${encodeURIComponent(record.id)}/edit`);
  const offered = [
    ...offeredActions(entity, answer, record),
    offeredVerb('edit', answer, record),
    offeredVerb('delete', answer, record),
  ].flatMap((one) => (one?.enabled ? [one.name] : []));
  useCommands(
    title,
    offered.map((name) => ({
      key: name,
      title: words.action(name),
      run: () => (name === 'edit' ? toEdit() : run(name)),
    })),
  );
  useKeys({ e: () => canEdit && toEdit() });
}

interface TabsOf {
  readonly path: string;
  readonly entity: Entity;
  readonly record: WireRecord;
  readonly lists: readonly Related[];
  readonly summary: ReturnType<typeof recordSummary>;
  readonly stamp: number;
  reload(): void;
}

/** The tabs of a record's page: its facts, what lies beside it, panels of modules, related lists and its history. */
function useDetailTabs({ path, entity, record, lists, summary, stamp, reload }: TabsOf) {
  const { t } = useTranslation();
  const { state } = useLocation();
  const [, setSearch] = useSearchParams();
  const pages = useRelatedPages(lists, record.id, stamp);
  const beside = useBeside(path, record.id, stamp);
  const panels = usePanels(entity.name);
  const said = new Set([entity.title.name, ...summarised(summary)]);
  const toTab = (key: string) =>
    setSearch(
      (before) => {
        before.set('tab', key);
        if (key === tabs[0]?.key) before.delete('tab');
        return before;
      },
      { replace: true, state },
    );
  const tabOfPanel = ({ name, words: ns, Component }: (typeof panels)[number]) => ({
    key: name,
    label: t(`panel.${name}`, { ns }),
    render: () => (
      <Suspense fallback={<Skeleton shape="page" />}>
        <Component record={record} stamp={stamp} reload={reload} />
      </Suspense>
    ),
  });
  const tabs = [
    ...panels.filter(({ leads }) => leads).map(tabOfPanel),
    {
      key: 'facts',
      label: t('detail.facts'),
      render: () => (
        <DetailFacts record={record} said={said}>
          <RelatedCards lists={lists} pages={pages} id={record.id} onOpen={(list) => toTab(tabOf(list))} />
        </DetailFacts>
      ),
    },
    ...panels.filter(({ leads }) => !leads).map(tabOfPanel),
    ...beside,
    {
      key: 'history',
      label: t('detail.history'),
      render: () => <HistoryTimeline path={path} record={record} stamp={stamp} />,
    },
    // Last, since their cards stand among the facts too.
    ...lists.map((list) => {
      const page = pages.get(relatedKey(list));
      return {
        key: tabOf(list),
        label: <RelatedLabel list={list} twice={twice(lists, list)} count={page && countText(page)} />,
        render: () => <RelatedList related={list} id={record.id} stamp={stamp} />,
      };
    }),
  ];
  return { tabs, toTab };
}

function DetailHeader({
  path,
  ready,
  record,
  title,
  run,
  sending,
}: ActingOn & { sending: ReturnType<typeof useActionRunner>['sending'] }) {
  const { words } = useFieldHost();
  const { entity, answer } = ready;
  const { status } = record;
  const statusField = entity.byName.get('status');
  const narrow = useNarrow();
  const documents = <DetailDocuments path={path} record={record} answer={answer} />;
  return (
    <PageHeader
      title={title}
      extra={
        <>
          {isCopyable(entity.title) ? <CopyButton text={title} /> : null}
          {status && statusField ? (
            <StatusTag
              tone={ownOf(statusField.meta.tones, status) ?? 'neutral'}
              text={optionText(statusField, status, words)}
            />
          ) : null}
          <DesignLink of={entity.name} tab="detail" />
        </>
      }
      note={
        <>
          <Link to={`/${path}`}>{words.plural}</Link>
          <Neighbours path={path} id={record.id} />
        </>
      }
      actions={
        <>
          {narrow ? null : documents}
          <DetailActions {...{ path, record, answer, sending, run, narrow }} />
          {narrow ? documents : null}
        </>
      }
    />
  );
}

/** The address of the tab that holds a related list. */
const tabOf = ({ entity, by }: Related): string => `${entity}.${by}`;

/** Whether an entity points here by more than one field. */
const twice = (lists: readonly Related[], { entity }: Related): boolean =>
  lists.filter((other) => other.entity === entity).length > 1;

function RelatedLabel({ list, twice, count }: { list: Related; twice: boolean; count: string | undefined }) {
  const { words } = useFieldHost();
  const texts = useEntity(list.path).answer?.texts;
  const plural = texts?.plural ?? list.entity;
  const name =
    words.related(list.entity, list.by) ?? (twice ? `${plural} · ${texts?.fields[list.by] ?? list.by}` : plural);
  return (
    <span>
      {name} {count === undefined ? null : <span className="tab-count">{count}</span>}
    </span>
  );
}

/** The records before and after this one in the list that it was opened from. */
function Neighbours({ path, id }: { path: string; id: string }) {
  const { t } = useTranslation();
  const { state } = useLocation();
  const navigate = useNavigate();
  const { before, after, at, count } = neighbours(state, id);
  const go = (to: string | null) =>
    to !== null && navigate(`/${path}/${encodeURIComponent(to)}`, { state, replace: true });
  useKeys({ k: () => go(before), j: () => go(after) });
  if (count < 2) return null;
  return (
    <nav className="neighbours" aria-label={t('detail.neighbours')}>
      <button
        type="button"
        className="icon-button"
        disabled={before === null}
        aria-label={t('detail.previous')}
        onClick={() => go(before)}
      >
        ‹
      </button>
      <span>{t('detail.position', { at: at + 1, count })}</span>
      <button
        type="button"
        className="icon-button"
        disabled={after === null}
        aria-label={t('detail.next')}
        onClick={() => go(after)}
      >
        ›
      </button>
    </nav>
  );
}
