import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import {
  blankTest,
  compileExpression,
  constantOf,
  expressionToSql,
  issue,
  missingIn,
  readRule,
  rulesOf,
  scopeAt,
  writeRule,
  type EntityMeta,
  type ExpressionType,
  type Issue,
  type OtherEntity,
  type RuleGroup,
  type Scope,
} from '../../engine/core/index.ts';
import { useDesigner } from '../store.ts';
import { useIssueLine } from '../use-designer-words.ts';
import { completionsAt, type CompletionWords, type Completions } from './completions.ts';
import { usePartWords } from './parts.tsx';
import { RuleConditions } from './rule-conditions.tsx';

interface Checked {
  readonly scope: Scope;
  readonly expects: ExpressionType | null;
  readonly sql: boolean;
}

/** Every issue of a text where it is to stand: its grammar, names and types, and whether the database can read it. */
export function checkRule(text: string, { scope, expects, sql }: Checked): Issue[] {
  const compiled = compileExpression(text, scope);
  if (!compiled.ok) return compiled.issues;
  const { type } = compiled.value;
  if (expects && type !== expects && type !== 'dyn')
    return [issue('expression.type', '', { expected: expects, found: type })];
  const read = sql ? expressionToSql(compiled.value, { column: (name) => name }) : null;
  return read && !read.ok ? read.issues : [];
}

/** What is known of a position: the rule there, or its completions. */
export function checkedAt(meta: EntityMeta, at: string, others: readonly OtherEntity[]): Checked | null {
  return rulesOf(meta, others).find((rule) => rule.at === at) ?? scopeAt(meta, at);
}

/** The words that completions and conditions show beside names. */
export function useRuleWords(): CompletionWords {
  const meta = useDesigner((state) => state.document.meta);
  const words = usePartWords();
  return useMemo(
    () => ({
      field: words.field,
      options: (name) => {
        const field = name.replace(/^old\./, '');
        const values =
          field === 'status' ? Object.keys(meta.workflow?.states ?? {}) : (meta.fields[field]?.options ?? []);
        return values.map((value) => ({ value, label: words.option(field, value) }));
      },
    }),
    [meta, words],
  );
}

interface RuleInputProps {
  readonly label: string;
  /** The place of the declaration, as issues name it. */
  readonly at: string;
  readonly value: string;
  /** Whether what is missing counts as a mistake, after an attempt to go on without it. */
  readonly insist?: boolean;
  readonly onChange: (text: string) => void;
  /** Whether what is on the screen is still unfinished, so that `value` is not what a person sees. */
  readonly onUnfinished?: (unfinished: boolean) => void;
}

/** Conditions that begin with the choice of a field. */
const blank: RuleGroup = { join: 'all', parts: [blankTest] };

/**
 * One rule, as conditions to choose or as text; both are the same rule, and a rule that has no form as conditions stays
 * text. What is wrong or missing is said while it is typed; only what is whole and holds is handed on.
 */
export function RuleInput({ label, at, value, insist = false, onChange, onUnfinished }: RuleInputProps) {
  const { t } = useTranslation('designer');
  const meta = useDesigner((state) => state.document.meta);
  const others = useDesigner((state) => state.others);
  const checked = useMemo(() => checkedAt(meta, at, others), [meta, at, others]);
  const words = useRuleWords();
  const line = useIssueLine();
  const [text, setText] = useState(value);
  const [asText, setAsText] = useState(() => value !== '' && readRule(value) === null);
  /** Conditions that are not whole yet, which no text can say. */
  const [building, setBuilding] = useState<RuleGroup | null>(null);
  useEffect(() => {
    setText(value);
    setBuilding(value === '' ? blank : null);
  }, [value]);
  const isUnfinished = building !== null || text !== value;
  useEffect(() => onUnfinished?.(isUnfinished), [isUnfinished, onUnfinished]);
  const id = useId();
  if (!checked) return null;
  const issues = text.trim() === '' ? [] : checkRule(text, checked);
  const group = building ?? (text.trim() === '' ? blank : readRule(text));
  const commit = (next: string) => {
    setText(next);
    setBuilding(null);
    if (next !== value && next.trim() !== '' && checkRule(next, checked).length === 0) onChange(next);
  };
  const build = (next: RuleGroup) => (missingIn(next).length > 0 ? setBuilding(next) : commit(writeRule(next)));
  const canBuild = checked.expects === 'bool' && group !== null;
  const constant = issues.length === 0 && text.trim() !== '' ? constantAt(text, checked) : null;
  return (
    <div className="rule-input" role="group" aria-labelledby={`${id}-label`}>
      <div className="rule-input-head">
        <span id={`${id}-label`} className="panel-label">
          {label}
        </span>
        {checked.expects === 'bool' ? (
          <span className="segments is-small" role="group" aria-label={t('rules.form')}>
            <button
              type="button"
              aria-pressed={!asText && canBuild}
              disabled={!canBuild}
              onClick={() => setAsText(false)}
            >
              {t('rules.asConditions')}
            </button>
            <button type="button" aria-pressed={asText || !canBuild} onClick={() => setAsText(true)}>
              {t('rules.asText')}
            </button>
          </span>
        ) : null}
      </div>
      {canBuild && !asText && group ? (
        <RuleConditions group={group} scope={checked.scope} words={words} insist={insist} onChange={build} />
      ) : (
        <RuleText
          label={label}
          text={text}
          invalid={issues.length > 0}
          describedBy={`${id}-said`}
          scope={checked.scope}
          words={words}
          onType={setText}
          onDone={() => commit(text)}
        />
      )}
      <div id={`${id}-said`} aria-live="polite">
        {canBuild && !asText && group ? <Missing group={group} insist={insist} /> : null}
        {issues.map((found, index) => (
          <p key={index} className="panel-trouble">
            {line(found)}
            {typeof found.params?.['position'] === 'number' ? (
              <Mark text={text} position={found.params['position']} />
            ) : null}
          </p>
        ))}
        {constant ? (
          <p className="panel-hint">{t(constant === 'always' ? 'lint.alwaysTrue' : 'lint.neverTrue')}</p>
        ) : null}
      </div>
    </div>
  );
}

/** Names what conditions still lack; with nothing chosen yet, an invitation to begin. */
function Missing({ group, insist }: { group: RuleGroup; insist: boolean }) {
  const { t } = useTranslation('designer');
  const words = usePartWords();
  const missing = missingIn(group);
  if (missing.length === 0) return null;
  const parts = missing.map(({ what, field }) => t(`rules.missing.${what}`, { field: words.field(field) }));
  const isUntouched = group.parts.length === 1 && group.parts[0] === blankTest;
  return (
    <p className={insist ? 'panel-trouble' : 'panel-hint'}>
      {isUntouched && !insist ? t('rules.invite') : t('rules.missing', { what: words.list([...new Set(parts)]) })}
    </p>
  );
}

function constantAt(text: string, { scope, expects }: Checked): 'always' | 'never' | null {
  const compiled = compileExpression(text, scope);
  return compiled.ok && expects === 'bool' ? constantOf(compiled.value) : null;
}

/** The place of an issue, with what stands around it. */
function Mark({ text, position }: { text: string; position: number }) {
  return (
    <code className="rule-mark">
      {text.slice(Math.max(0, position - 16), position)}
      <mark>{text.slice(position, position + 1) || '␣'}</mark>
      {text.slice(position + 1, position + 20)}
    </code>
  );
}

/** The text of a rule with completion: arrows choose, Enter or Tab takes, Escape closes. */
function RuleText({
  label,
  text,
  invalid,
  describedBy,
  scope,
  words,
  onType,
  onDone,
}: {
  label: string;
  text: string;
  invalid: boolean;
  describedBy: string;
  scope: Scope;
  words: CompletionWords;
  onType: (text: string) => void;
  onDone: () => void;
}) {
  const { t } = useTranslation('designer');
  const box = useRef<HTMLTextAreaElement>(null);
  const list = useId();
  const [open, setOpen] = useState<Completions | null>(null);
  const [chosen, setChosen] = useState(0);
  const offer = (next: string, caret: number) => {
    const found = completionsAt({ text: next, caret, scope, words });
    setOpen(found.items.length > 0 ? found : null);
    setChosen(0);
  };
  const take = (at: number) => {
    const item = open?.items[at];
    if (!open || !item) return;
    const next = text.slice(0, open.from) + item.insert + text.slice(open.to);
    const caret = open.from + item.insert.length;
    onType(next);
    setOpen(null);
    requestAnimationFrame(() => box.current?.setSelectionRange(caret, caret));
  };
  const keys = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === ' ' && event.ctrlKey) {
      event.preventDefault();
      offer(text, event.currentTarget.selectionStart);
    } else if (open && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setChosen((chosen + step + open.items.length) % open.items.length);
    } else if (open && (event.key === 'Enter' || event.key === 'Tab')) {
      event.preventDefault();
      take(chosen);
    } else if (open && event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      setOpen(null);
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onDone();
  };
  return (
    <div className="rule-text">
      <textarea
        ref={box}
        rows={Math.min(6, Math.ceil(text.length / 60) + 1)}
        spellCheck={false}
        role="combobox"
        aria-label={label}
        aria-expanded={open !== null}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={open ? `${list}-${chosen}` : undefined}
        aria-invalid={invalid}
        aria-describedby={describedBy}
        placeholder={t('rules.placeholder')}
        value={text}
        onChange={(event) => {
          onType(event.target.value);
          offer(event.target.value, event.target.selectionStart);
        }}
        onKeyDown={keys}
        onBlur={() => {
          setOpen(null);
          onDone();
        }}
      />
      <ul
        id={list}
        role="listbox"
        aria-label={t('rules.completions')}
        className="rule-completions"
        hidden={open === null}
      >
        {open?.items.map((item, at) => (
          <li
            key={item.insert}
            id={`${list}-${at}`}
            role="option"
            aria-selected={at === chosen}
            data-kind={item.kind}
            // Before the field loses the focus.
            onMouseDown={(event) => {
              event.preventDefault();
              take(at);
            }}
          >
            <code>{item.insert}</code>
            <span>{item.note}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
