import { App, Drawer } from 'antd';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState, ErrorPanel, newKey, Skeleton, errorMessage, toDisplayError } from '../../engine/kit/index.ts';
import type { Comment } from '../document/api.ts';
import { LongText } from '../panels/parts.tsx';
import { useDraft } from '../store.ts';
import './review.css';
import { useAnswer } from '../tools/use-answer.ts';

/** What people say to each other about the draft, each at its place. */
export default function CommentsDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('designer');
  const { message } = App.useApp();
  const entity = useDraft((state) => state.entity);
  const api = useDraft((state) => state.api);
  const selection = useDraft((state) => state.selection);
  const { answer, error, again } = useAnswer(useCallback(() => api.comments(entity), [api, entity]));
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const place = selection[0] ?? '';
  const send = async () => {
    if (text.trim() === '' || busy) return;
    setBusy(true);
    try {
      await api.comment(entity, { text: text.trim(), at: place }, newKey());
      setText('');
      again();
    } catch (failure) {
      void message.error(errorMessage(failure));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Drawer open width={480} title={t('review.comments')} onClose={onClose} destroyOnHidden>
      <div className="drawer-panel">
        {error ? <ErrorPanel compact error={toDisplayError(error)} onRetry={again} /> : null}
        {!answer && !error ? <Skeleton shape="form" /> : null}
        {answer?.comments.length === 0 ? <EmptyState kind="nothing" compact title={t('review.noComments')} /> : null}
        <CommentList comments={answer?.comments ?? []} />
        <form
          className="drawer-panel"
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
        >
          <LongText
            label={t('review.comment')}
            hint={place ? t('review.commentAt', { place }) : t('review.commentAll')}
            maxLength={2000}
            value={text}
            onChange={setText}
          />
          <button type="submit" className="button is-primary" disabled={busy || text.trim() === ''}>
            {t('review.send')}
          </button>
        </form>
      </div>
    </Drawer>
  );
}

/** The comments, each with a way to its place. */
function CommentList({ comments }: { comments: readonly Comment[] }) {
  const select = useDraft((state) => state.select);
  return (
    <ul className="comment-list">
      {comments.map((comment) => (
        <li key={comment.id} className="panel-card">
          <div className="revision-head">
            <strong>{comment.by}</strong>
            <time dateTime={comment.when}>{comment.when}</time>
          </div>
          <p>{comment.text}</p>
          {comment.at ? (
            <button type="button" className="link-button change-code" onClick={() => select([comment.at])}>
              {comment.at}
            </button>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
