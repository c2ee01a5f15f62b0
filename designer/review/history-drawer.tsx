import { App, Drawer } from 'antd';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changesBetween, isScreen } from '../../engine/core/index.ts';
import {
  EmptyState,
  ErrorPanel,
  newKey,
  Skeleton,
  errorMessage,
  toDisplayError,
  useConfirm,
} from '../../engine/kit/index.ts';
import type { Revision } from '../document/api.ts';
import { Pick } from '../panels/parts.tsx';
import { useDraft } from '../store.ts';
import { useRevisionWord } from '../use-designer-words.ts';
import { BeforeAfter } from './before-after.tsx';
import { ChangeList } from './change-list.tsx';
import './review.css';
import { RollBack } from './roll-back.tsx';
import { useAnswer } from '../tools/use-answer.ts';

/** The delivered revision: it precedes every publish and can be restored. */
const builtIn: Revision = { revision: 0, author: '', reason: '', at: '', changes: 0 };

/** Every revision with who, why and what; any two beside each other; back into the draft, or back for everybody. */
export default function HistoryDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('designer');
  const entity = useDraft((state) => state.entity);
  const api = useDraft((state) => state.api);
  const isDelivered = useDraft((state) => state.base !== null);
  const { answer, error, again } = useAnswer(useCallback(() => api.history(entity), [api, entity]));
  const revisions = [...(answer?.revisions ?? []), ...(isDelivered ? [builtIn] : [])];
  return (
    <Drawer open width={720} title={t('review.history')} onClose={onClose} destroyOnHidden>
      {error ? (
        <ErrorPanel compact error={toDisplayError(error)} onRetry={again} />
      ) : !answer ? (
        <Skeleton shape="list" />
      ) : revisions.length === 0 ? (
        <EmptyState kind="nothing" compact title={t('review.noHistory')} />
      ) : (
        <div className="drawer-panel">
          <Compare revisions={revisions} />
          <ol className="revision-list">
            {revisions.map((revision, at) => (
              <RevisionRow
                key={revision.revision}
                revision={revision}
                isLatest={at === 0}
                onChanged={again}
                onClose={onClose}
              />
            ))}
          </ol>
        </div>
      )}
    </Drawer>
  );
}

function RevisionRow({
  revision: { revision, author, reason, at, changes, accepted = [], data = [] },
  isLatest,
  onChanged,
  onClose,
}: {
  revision: Revision;
  isLatest: boolean;
  onChanged: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('designer');
  const revisionWord = useRevisionWord();
  const { message } = App.useApp();
  const reload = useDraft((state) => state.reload);
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState(false);
  const restore = useRestore(revision, onClose);
  const rolledBack = async () => {
    await reload();
    setAsked(false);
    onChanged();
    void message.success(t('review.rolledBack', { revision }));
  };
  return (
    <li className="panel-card">
      <div className="revision-head">
        <strong>{revisionWord(revision)}</strong>
        <span>{author}</span>
        <time dateTime={at}>{at}</time>
        {revision === 0 ? null : <span className="panel-hint">{t('review.changeCount', { count: changes })}</span>}
      </div>
      {reason ? <p>{reason}</p> : null}
      {accepted.length > 0 ? <Accepted problems={accepted} /> : null}
      {data.map(({ fields, until, cleared }) => (
        <p key={`${until} ${cleared}`} className="panel-hint">
          {t(cleared ? 'review.dataCleared' : 'review.keptUntil', { fields: fields.join(', '), day: cleared ?? until })}
        </p>
      ))}
      <div className="panel-bar">
        <button type="button" className="button" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t('review.showChanges')}
        </button>
        <button type="button" className="button" onClick={() => void restore()}>
          {t('review.restore')}
        </button>
        {isLatest ? null : (
          <button type="button" className="button is-danger" aria-expanded={asked} onClick={() => setAsked(!asked)}>
            {t('review.rollBack')}
          </button>
        )}
      </div>
      {asked ? <RollBack revision={revision} onDone={rolledBack} /> : null}
      {open ? <RevisionChanges revision={revision} /> : null}
    </li>
  );
}

/** Makes the draft what a revision was, after asking whether the present draft may go. */
function useRestore(revision: number, onDone: () => void): () => Promise<void> {
  const { t } = useTranslation('designer');
  const { message } = App.useApp();
  const confirm = useConfirm();
  const api = useDraft((state) => state.api);
  const entity = useDraft((state) => state.entity);
  const stamp = useDraft((state) => state.stamp);
  const reload = useDraft((state) => state.reload);
  return async () => {
    const yes =
      stamp === 0 || (await confirm({ title: t('review.restoreQuestion', { revision }), okText: t('review.restore') }));
    if (!yes) return;
    try {
      await api.restore(entity, { stamp, revision }, newKey());
      await reload();
      void message.success(t('review.restored', { revision }));
      onDone();
    } catch (error) {
      void message.error(errorMessage(error));
    }
  };
}

/** The problems that were accepted with a revision, as they were worded then. */
function Accepted({ problems }: { problems: NonNullable<Revision['accepted']> }) {
  const { t } = useTranslation('designer');
  return (
    <div className="revision-accepted">
      <p>{t('review.accepted', { count: problems.length })}</p>
      <ul>
        {problems.map(({ code, path, message }) => (
          <li key={code + path}>{message}</li>
        ))}
      </ul>
    </div>
  );
}

function RevisionChanges({ revision }: { revision: number }) {
  const api = useDraft((state) => state.api);
  const entity = useDraft((state) => state.entity);
  const { answer, error, again } = useAnswer(
    useCallback(() => api.revision(entity, revision), [api, entity, revision]),
  );
  if (error) return <ErrorPanel compact error={toDisplayError(error)} onRetry={again} />;
  return answer ? <ChangeList changes={answer.changes} /> : <Skeleton shape="form" />;
}

/** Compares two revisions, or one with the draft: as text and side by side. */
function Compare({ revisions }: { revisions: readonly Revision[] }) {
  const { t } = useTranslation('designer');
  const revisionWord = useRevisionWord();
  const [pair, setPair] = useState<{ from: string; to: string }>({
    from: String(revisions[0]?.revision ?? ''),
    to: '',
  });
  const choices = [
    { value: '', label: t('review.draft') },
    ...revisions.map(({ revision, reason }) => ({
      value: String(revision),
      label: `${revisionWord(revision)} ${reason}`.slice(0, 48),
    })),
  ];
  return (
    <section className="panel-card" aria-label={t('review.compare')}>
      <h3>{t('review.compare')}</h3>
      <div className="panel-bar">
        <Pick
          label={t('change.before')}
          value={pair.from}
          choices={choices}
          onChange={(from) => setPair({ ...pair, from })}
        />
        <Pick label={t('change.after')} value={pair.to} choices={choices} onChange={(to) => setPair({ ...pair, to })} />
      </div>
      {pair.from === pair.to ? (
        <p className="panel-hint">{t('change.none')}</p>
      ) : (
        <Compared from={pair.from} to={pair.to} />
      )}
    </section>
  );
}

function Compared({ from, to }: { from: string; to: string }) {
  const api = useDraft((state) => state.api);
  const entity = useDraft((state) => state.entity);
  const draft = useDraft((state) => state.document);
  const load = useCallback(() => {
    const documentOf = async (revision: string) =>
      revision === '' ? draft : (await api.revision(entity, Number(revision))).document;
    return Promise.all([documentOf(from), documentOf(to)]);
  }, [api, entity, draft, from, to]);
  const { answer, error, again } = useAnswer(load);
  if (error) return <ErrorPanel compact error={toDisplayError(error)} onRetry={again} />;
  if (!answer) return <Skeleton shape="form" />;
  const [before, after] = answer;
  return (
    <>
      <ChangeList changes={changesBetween(before, after)} />
      {isScreen(before) || isScreen(after) ? null : <BeforeAfter before={before} after={after} />}
    </>
  );
}
