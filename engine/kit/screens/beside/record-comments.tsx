import { App, Mentions } from 'antd';
import { useCallback, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useDataClient } from '../../data/client.ts';
import type { RecordComment } from '../../data/data-client.ts';
import { failedLine, toDisplayError } from '../../data/display-error.ts';
import type { LoadedAtRest } from '../../data/use-at-rest.ts';
import { useViewer } from '../../data/viewer.ts';
import { useFieldHost } from '../../fields/controls/field-host.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Skeleton } from '../../ui/skeletons.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { useConfirm } from '../../ui/use-confirm.ts';

interface Props {
  path: string;
  record: string;
  loaded: LoadedAtRest<readonly RecordComment[]>;
}

interface Named {
  id: string;
  name: string;
}

/** What people say to each other about a record, and a field for more: `@` names a colleague, who is notified. */
export default function RecordComments({ path, record, loaded }: Props) {
  const { t } = useTranslation();
  const { found: comments, error, reload } = loaded;
  return (
    <section className="record-comments" aria-label={t('comment.title')}>
      {error ? <ErrorPanel compact error={toDisplayError(error)} onRetry={reload} /> : null}
      {!comments && !error ? <Skeleton shape="form" /> : null}
      {comments?.length === 0 ? (
        <EmptyState kind="nothing" compact title={t('comment.none')} note={t('comment.noneNote')} />
      ) : null}
      <ol className="comment-list">
        {(comments ?? []).map((comment) => (
          <Comment key={comment.id} comment={comment} onGone={reload} />
        ))}
      </ol>
      <NewCommentForm path={path} record={record} onWritten={reload} />
    </section>
  );
}

function Comment({ comment, onGone }: { comment: RecordComment; onGone: () => void }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const client = useDataClient();
  const confirm = useConfirm();
  const { facts } = useFieldHost();
  const drop = async () => {
    if (!(await confirm({ title: t('comment.dropQuestion'), okText: t('comment.drop'), danger: true }))) return;
    await client.dropComment(comment.id).then(onGone, (failure: unknown) => {
      void message.error(failedLine('deletion', failure));
    });
  };
  return (
    <li className="record-comment">
      <header>
        <strong>{comment.name}</strong>
        <time dateTime={comment.at}>{comment.at.slice(0, 16)}</time>
        <TimeAgo at={comment.at} localNow={facts().now} />
        {comment.internal ? <span className="comment-mark">{t('comment.internal')}</span> : null}
        {comment.own ? (
          <button type="button" className="link-button" onClick={() => void drop()}>
            {t('comment.drop')}
          </button>
        ) : null}
      </header>
      <p>{comment.text}</p>
    </li>
  );
}

/** A comment as it is written, and how it is sent. */
function useNewComment({ path, record, onWritten }: Omit<Props, 'loaded'> & { onWritten: () => void }) {
  const { message } = App.useApp();
  const client = useDataClient();
  const [text, setText] = useState('');
  const [shared, setShared] = useState(false);
  const [busy, setBusy] = useState(false);
  const ready = text.trim() !== '' && !busy;
  const send = async (mentions: readonly string[]) => {
    if (!ready) return;
    setBusy(true);
    try {
      await client.addComment({ path, record, text: text.trim(), internal: !shared, mentions });
      setText('');
      onWritten();
    } catch (failure) {
      void message.error(failedLine('save', failure));
    } finally {
      setBusy(false);
    }
  };
  return { text, setText, shared, setShared, busy, ready, send };
}

function NewCommentForm(props: Omit<Props, 'loaded'> & { onWritten: () => void }) {
  const { t } = useTranslation();
  const viewer = useViewer();
  const { entity } = useFieldHost();
  const { text, setText, shared, setShared, busy, ready, send } = useNewComment(props);
  const { people, search, idsIn } = usePeople();
  // A customer reads what the staff says about a record of theirs only where that is meant.
  const maySay = !viewer.member && entity.owner !== null;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    void send(idsIn(text));
  };
  return (
    <form
      className="comment-form"
      onSubmit={(event) => {
        event.preventDefault();
        void send(idsIn(text));
      }}
      onKeyDown={onKeyDown}
    >
      <Mentions
        aria-label={t('comment.write')}
        placeholder={t('comment.placeholder')}
        rows={3}
        maxLength={2000}
        value={text}
        onChange={setText}
        onSearch={search}
        options={people.map(({ id, name }) => ({ key: id, value: name, label: name }))}
        filterOption={false}
        notFoundContent={t('comment.noMatch')}
      />
      <div className="comment-form-foot">
        {maySay ? (
          <label>
            <input type="checkbox" checked={shared} onChange={({ target }) => setShared(target.checked)} />{' '}
            {t('comment.shared')}
          </label>
        ) : (
          <span />
        )}
        <button type="submit" className="button is-primary" disabled={!ready} aria-busy={busy}>
          {t('comment.send')}
        </button>
      </div>
    </form>
  );
}

/** The people that were found by what is typed after `@`, and which of those ever offered a text names. */
function usePeople() {
  const client = useDataClient();
  const [people, setPeople] = useState<readonly Named[]>([]);
  const offered = useRef(new Map<string, Named>());
  const newest = useRef('');
  const search = useCallback(
    (typed: string) => {
      newest.current = typed;
      client.commentPeople(typed).then(
        (found) => {
          for (const one of found) offered.current.set(one.id, one);
          if (newest.current === typed) setPeople(found);
        },
        () => setPeople([]),
      );
    },
    [client],
  );
  const idsIn = (text: string): string[] =>
    [...offered.current.values()].filter(({ name }) => text.includes(`@${name}`)).map(({ id }) => id);
  return { people, search, idsIn };
}
