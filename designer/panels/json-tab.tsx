import { Alert, Button } from 'antd';
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { checkDocument, parseEntity, printEntity, type EntityDocument, type Issue } from '../../engine/core/index.ts';
import { placeAt, placesIn } from '../document/json-places.ts';
import { useDesigner, useDesignerStore } from '../store.ts';
import { useIssueLine } from '../use-designer-words.ts';
import './json-tab.css';

const lineHeight = 20;

/** The declaration as text: the canonical one, written over at will, checked as it is typed, one step when it is taken over. */
export default function JsonTab() {
  const { t } = useTranslation('designer');
  const store = useDesignerStore();
  const document = useDesigner((state) => state.document);
  const canonical = useMemo(() => printEntity(document.meta), [document.meta]);
  const [text, setText] = useState(canonical);
  const [base, setBase] = useState(canonical);
  const area = useRef<HTMLTextAreaElement>(null);
  const gutter = useRef<HTMLDivElement>(null);
  const isDirty = text !== base;
  // What others or other tabs did shows at once, unless something is being written here.
  if (base !== canonical && !isDirty) {
    setBase(canonical);
    setText(canonical);
  }
  const checked = useChecked(text, document, isDirty);
  const places = useMemo(() => placesIn(text), [text]);
  const faulty = useFaultyLines(text, checked, places);
  useJumpToSelection(area, places, text);
  const save = () => {
    if (!checked.document || !isDirty) return;
    const issues = store.getState().run(t('designer.step.json'), [{ do: 'replace', document: checked.document }]);
    if (issues.length > 0) return;
    const next = printEntity(store.getState().document.meta);
    setBase(next);
    setText(next);
  };
  return (
    <div className="json-tab">
      <JsonBar isDirty={isDirty} checked={checked} onDiscard={() => setText(base)} onSave={save} />
      {isDirty && base !== canonical ? <Alert type="warning" showIcon message={t('designer.json.moved')} /> : null}
      <div className="json-edit">
        <div className="json-gutter" ref={gutter} aria-hidden="true">
          <LineNumbers count={text.split('\n').length} faulty={faulty} />
        </div>
        <textarea
          ref={area}
          className="field-mono"
          spellCheck={false}
          wrap="off"
          value={text}
          aria-label={t('designer.json.text')}
          aria-invalid={checked.issues.length > 0 || undefined}
          aria-describedby="json-faults"
          onChange={(event) => setText(event.target.value)}
          onSelect={(event) => {
            const place = placeAt(places, event.currentTarget.selectionStart);
            if (place) store.getState().select([place]);
          }}
          onScroll={(event) => {
            if (gutter.current) gutter.current.scrollTop = event.currentTarget.scrollTop;
          }}
          onKeyDown={(event) => {
            if ((event.ctrlKey || event.metaKey) && event.key === 'Enter') save();
          }}
        />
      </div>
      <FaultList faulty={faulty} onGo={(at) => goTo(area.current, text, at)} />
    </div>
  );
}

interface Checked {
  readonly document: EntityDocument | null;
  readonly issues: readonly Issue[];
}

const fine: Checked = { document: null, issues: [] };

interface BarProps {
  readonly isDirty: boolean;
  readonly checked: Checked;
  onDiscard(): void;
  onSave(): void;
}

function JsonBar({ isDirty, checked, onDiscard, onSave }: BarProps) {
  const { t } = useTranslation('designer');
  return (
    <div className="canvas-bar">
      <span role="status">
        {!isDirty
          ? t('designer.json.same')
          : checked.issues.length > 0
            ? t('designer.json.faults', { count: checked.issues.length })
            : t('designer.json.changed')}
      </span>
      <Button disabled={!isDirty} onClick={onDiscard}>
        {t('designer.json.discard')}
      </Button>
      <Button
        type="primary"
        disabled={!isDirty || checked.document === null}
        onClick={onSave}
        aria-keyshortcuts="Control+Enter"
      >
        {t('designer.json.keep')}
      </Button>
    </div>
  );
}

function LineNumbers({ count, faulty }: { count: number; faulty: ReadonlyMap<number, string> }) {
  return (
    <>
      {Array.from({ length: count }, (_, at) => (
        <span key={at} data-fault={faulty.has(at + 1) || undefined} title={faulty.get(at + 1)}>
          {at + 1}
        </span>
      ))}
    </>
  );
}

interface FaultListProps {
  readonly faulty: ReadonlyMap<number, string>;
  onGo(line: number): void;
}

function FaultList({ faulty, onGo }: FaultListProps) {
  const { t } = useTranslation('designer');
  return (
    <ul className="json-faults" id="json-faults">
      {[...faulty].slice(0, 20).map(([at, words]) => (
        <li key={at}>
          <button type="button" className="link-button" onClick={() => onGo(at)}>
            {t('designer.json.line', { line: at })}
          </button>{' '}
          {words}
        </li>
      ))}
    </ul>
  );
}

type Places = ReturnType<typeof placesIn>;

/** What is wrong in each line, counted from 1. */
function useFaultyLines(text: string, checked: Checked, places: Places): ReadonlyMap<number, string> {
  const line = useIssueLine();
  return useMemo(() => {
    const lines = new Map<number, string>();
    for (const issue of checked.issues) {
      const at = lineOf(text, issue, places);
      lines.set(at, [lines.get(at), line(issue)].filter(Boolean).join(' '));
    }
    return lines;
  }, [checked, places, text, line]);
}

/** Shows what is selected elsewhere, unless the text has the focus. */
function useJumpToSelection(area: RefObject<HTMLTextAreaElement | null>, places: Places, text: string): void {
  const selected = useDesigner((state) => state.selection.at(-1));
  useEffect(() => {
    const found = places.find(({ place }) => place === selected);
    const element = area.current;
    if (!found || !element || globalThis.document.activeElement === element) return;
    element.setSelectionRange(found.start, found.end);
    const row = text.slice(0, found.start).split('\n').length - 1;
    element.scrollTop = Math.max(0, row * lineHeight - element.clientHeight / 3);
    // The caret's place alone: another text is no reason to jump.
  }, [area, selected, places, text]);
}

/** The check, a moment after the last key. */
function useChecked(text: string, document: EntityDocument, isDirty: boolean): Checked {
  const [checked, setChecked] = useState<Checked>(fine);
  useEffect(() => {
    if (!isDirty) return setChecked(fine);
    const timer = setTimeout(() => {
      const parsed = parseEntity(text);
      if (!parsed.ok) return setChecked({ document: null, issues: parsed.issues });
      const next = { ...document, meta: parsed.value };
      const issues = checkDocument(next);
      setChecked({ document: issues.length === 0 ? next : null, issues });
    }, 200);
    return () => clearTimeout(timer);
  }, [text, document, isDirty]);
  return checked;
}

/** The line that an issue is about, from 1. */
function lineOf(text: string, { path, params }: Issue, places: ReturnType<typeof placesIn>): number {
  if (typeof params?.['line'] === 'number') return params['line'];
  const near = places.filter(
    ({ place }) => path === place || path.startsWith(`${place}.`) || path.startsWith(`${place}[`),
  );
  const start = near.at(-1)?.start ?? 0;
  return text.slice(0, start).split('\n').length;
}

function goTo(area: HTMLTextAreaElement | null, text: string, line: number): void {
  if (!area) return;
  const start =
    text
      .split('\n')
      .slice(0, line - 1)
      .join('\n').length + (line > 1 ? 1 : 0);
  area.focus();
  area.setSelectionRange(start, start);
  area.scrollTop = Math.max(0, (line - 1) * lineHeight - area.clientHeight / 3);
}
