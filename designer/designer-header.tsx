import { ArrowLeftOutlined } from '@ant-design/icons';
import { Select, Tooltip } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { screenOf } from '../engine/core/index.ts';
import { StatusTag, useCultures, usePane, usePageTitle } from '../engine/kit/index.ts';
import { redoable, undoable } from './document/log.ts';
import { useDraft, useDraftStore } from './store.ts';
import { useRevisionWord, useWord } from './use-designer-words.ts';

/** Which entity or screen, who is here, what has been saved, and the ways back, forward and on. */
export function DesignerHeader({ onDrawer, names }: { onDrawer: (name: string) => void; names: readonly string[] }) {
  const { t } = useTranslation('designer');
  const revisionWord = useRevisionWord();
  const entity = useDraft((state) => state.entity);
  const word = useWord();
  const stamp = useDraft((state) => state.stamp);
  const revision = useDraft((state) => state.revision);
  const name = word('name') ?? word('title') ?? entity;
  const back = screenOf(entity) === null ? '/designer' : '/designer?show=screens';
  usePageTitle(t('designer.titleOf', { name }));
  return (
    <header className="designer-header">
      <Link className="icon-button" to={back} aria-label={t('designer.back')}>
        <ArrowLeftOutlined aria-hidden />
      </Link>
      <div className="designer-name">
        <h1 title={entity}>{name}</h1>
        <StatusTag tone={stamp > 0 ? 'warn' : 'good'} text={stamp > 0 ? t('designer.draft') : revisionWord(revision)} />
      </div>
      <Saving />
      <People />
      <Steps />
      <CulturePicker />
      <span className="designer-header-ends">
        {names.map((drawer) => (
          <button
            key={drawer}
            type="button"
            className={drawer === 'review' ? 'button is-primary' : 'button'}
            onClick={() => onDrawer(drawer)}
          >
            {t(`designer.${drawer}`)}
          </button>
        ))}
      </span>
    </header>
  );
}

function Saving() {
  const { t } = useTranslation('designer');
  const saving = useDraft((state) => state.saving);
  const retry = useDraft((state) => state.retry);
  return (
    <span className="designer-saving" data-state={saving} role="status">
      {t(`designer.saving.${saving}`)}
      {saving === 'failed' ? (
        <button type="button" className="link-button" onClick={retry}>
          {t('ui.retry')}
        </button>
      ) : null}
    </span>
  );
}

/** Others who have this entity open. */
function People() {
  const { t } = useTranslation('designer');
  const people = useDraft((state) => state.people);
  if (people.length === 0) return null;
  const names = people.map(({ name }) => name);
  return (
    <Tooltip title={t('designer.people', { names })}>
      <ul className="designer-people" aria-label={t('designer.people', { names })}>
        {names.slice(0, 4).map((name) => (
          <li key={name} className="avatar" aria-hidden="true">
            {[...name][0]?.toUpperCase()}
          </li>
        ))}
      </ul>
    </Tooltip>
  );
}

function Steps() {
  const { t } = useTranslation('designer');
  const log = useDraft((state) => state.log);
  const undo = useDraft((state) => state.undo);
  const redo = useDraft((state) => state.redo);
  useStepKeys();
  const [back, forth] = [undoable(log), redoable(log)];
  const undoTitle = back ? t('designer.undoOf', { name: back.name }) : t('designer.undo');
  const redoTitle = forth ? t('designer.redoOf', { name: forth.name }) : t('designer.redo');
  return (
    <span className="designer-steps" role="group" aria-label={t('designer.steps')}>
      <Tooltip title={undoTitle}>
        <button
          type="button"
          className="icon-button"
          disabled={!back}
          onClick={undo}
          aria-label={undoTitle}
          aria-keyshortcuts="Control+Z"
        >
          <Turn />
        </button>
      </Tooltip>
      <Tooltip title={redoTitle}>
        <button
          type="button"
          className="icon-button"
          disabled={!forth}
          onClick={redo}
          aria-label={redoTitle}
          aria-keyshortcuts="Control+Shift+Z Control+Y"
        >
          <Turn mirrored />
        </button>
      </Tooltip>
    </span>
  );
}

/** An arrow that turns back, or forth. */
function Turn({ mirrored }: { mirrored?: boolean }) {
  return (
    <svg
      viewBox="0 0 16 16"
      width="16"
      height="16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      transform={mirrored ? 'scale(-1 1)' : undefined}
    >
      <path d="M5.5 3 2.5 6l3 3M2.5 6h7a4 4 0 0 1 0 8H6" />
    </svg>
  );
}

/** Back and forth by keys; a text field keeps its own. */
function useStepKeys(): void {
  const store = useDraftStore();
  const { active } = usePane();
  useEffect(() => {
    if (!active) return;
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented || isTyping(event.target)) return;
      const key = event.key.toLowerCase();
      if (key !== 'z' && key !== 'y') return;
      event.preventDefault();
      const { undo, redo } = store.getState();
      if (key === 'y' || event.shiftKey) redo();
      else undo();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [store, active]);
}

/** Whether a key belongs to what is being typed. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input:not([type=checkbox]):not([type=radio]), textarea, [contenteditable=true]') !== null;

/** The language in which words are edited. */
function CulturePicker() {
  const { t } = useTranslation('designer');
  const cultures = useCultures();
  const culture = useDraft((state) => state.culture);
  const speak = useDraft((state) => state.speak);
  return (
    <Select
      className="designer-culture"
      aria-label={t('designer.culture')}
      value={culture}
      onChange={speak}
      options={cultures.map(({ code, name }) => ({ value: code, label: name }))}
      popupMatchSelectWidth={false}
    />
  );
}
