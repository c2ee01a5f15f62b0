import { Modal, Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import type { BulkState } from '../controllers/use-bulk.ts';
import { maxBulkRows } from '../controllers/list-limits.ts';
import type { WireRecord } from '../data/data-client.ts';
import type { EntityLabels } from '../data/entity-labels.ts';
import { failedAction, issueWords, failedToLoad } from '../data/display-error.ts';
import { ErrorPanel } from '../ui/error-panel.tsx';

interface Props {
  state: BulkState;
  words: EntityLabels;
  titleOf(record: WireRecord): string;
  onGo(name: string, records: WireRecord[]): void;
  onClose(): void;
}

/** A bulk action from the question to what became of each row. */
export function ListBulkDialog({ state, words, titleOf, onGo, onClose }: Props) {
  const { t } = useTranslation();
  if (state.step === 'idle') return null;
  const name = words.action(state.name);
  const closable = state.step !== 'running' && state.step !== 'collecting';
  const failed = state.step === 'done' ? state.results.filter(({ ok }) => !ok) : [];
  const footer =
    state.step === 'asking' && state.records.length > 0 ? (
      <>
        <button type="button" className="button" onClick={onClose}>
          {t('ui.cancel')}
        </button>
        <button
          type="button"
          className={`button is-primary`}
          autoFocus={!state.danger}
          onClick={() => onGo(state.name, state.records)}
        >
          {t('bulk.go', { name, count: state.records.length })}
        </button>
      </>
    ) : state.step === 'done' && failed.length > 0 ? (
      <>
        <button
          type="button"
          className="button"
          onClick={() =>
            onGo(
              state.name,
              state.records.filter(({ id }) => failed.some((result) => result.id === id)),
            )
          }
        >
          {t('bulk.retryFailed')}
        </button>
        <button type="button" className="button is-primary" onClick={onClose}>
          {t('ui.close')}
        </button>
      </>
    ) : closable ? (
      <button type="button" className="button is-primary" autoFocus onClick={onClose}>
        {t('ui.close')}
      </button>
    ) : null;
  return (
    <Modal
      open
      title={t('bulk.title', { name })}
      footer={<div className="dialog-foot">{footer}</div>}
      closable={closable}
      maskClosable={false}
      keyboard={closable}
      onCancel={onClose}
      width={560}
      centered
    >
      <Body state={state} titleOf={titleOf} />
    </Modal>
  );
}

function Body({ state, titleOf }: Pick<Props, 'state' | 'titleOf'>) {
  const { t } = useTranslation();
  switch (state.step) {
    case 'idle':
      return null;
    case 'collecting':
      return <p aria-busy="true">{t('bulk.collecting')}</p>;
    case 'asking':
      return (
        <div className="bulk-words">
          <p>{state.records.length > 0 ? t('bulk.question', { count: state.records.length }) : t('list.noneCan')}</p>
          {state.unable > 0 && state.records.length > 0 ? <p>{t('bulk.unable', { count: state.unable })}</p> : null}
          {state.cut ? <p>{t('bulk.cut', { most: maxBulkRows.toLocaleString() })}</p> : null}
        </div>
      );
    case 'running':
      return (
        <div className="bulk-words" role="status">
          <Progress percent={Math.round((state.done / Math.max(1, state.of)) * 100)} />
          <p>{t('bulk.running', { done: state.done, of: state.of })}</p>
        </div>
      );
    case 'failed':
      return <ErrorPanel error={failedToLoad(failedAction(state.name), state.error)} compact />;
    case 'done': {
      const failed = state.results.filter(({ ok }) => !ok);
      const titles = new Map(state.records.map((record) => [record.id, titleOf(record)]));
      return (
        <div className="bulk-words" role="status">
          <p className="bulk-sum">
            <span className="tag" data-tone="good">
              {t('bulk.done', { count: state.results.length - failed.length })}
            </span>
            {failed.length > 0 ? (
              <span className="tag" data-tone="bad">
                {t('bulk.failed', { count: failed.length })}
              </span>
            ) : null}
          </p>
          {failed.length > 0 ? (
            <ul className="bulk-results" tabIndex={0} aria-label={t('bulk.failed', { count: failed.length })}>
              {failed.map((result) => (
                <li key={result.id}>
                  <strong>{titles.get(result.id) ?? result.id}</strong>
                  <span>{(result.issues ?? []).map(issueWords).join(' ')}</span>
                </li>
              ))}
            </ul>
          ) : null}
        </div>
      );
    }
  }
}
