import { useEffect, useId, useMemo, useState } from 'react';
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
import type { CompletionWords } from './completions.ts';
import { usePartWords } from './parts.tsx';
import { RuleConditions } from './rule-conditions.tsx';
import { RuleTextBox } from './rule-text-box.tsx';

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
  const meta = useDesigner((state) => state.document.meta);
  const others = useDesigner((state) => state.others);
  const checked = useMemo(() => checkedAt(meta, at, others), [meta, at, others]);
  const words = useRuleWords();
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
  return (
    <div className="rule-input" role="group" aria-labelledby={`${id}-label`}>
      <div className="rule-input-head">
        <span id={`${id}-label`} className="panel-label">
          {label}
        </span>
        {checked.expects === 'bool' ? (
          <FormChoice asText={asText || !canBuild} canBuild={canBuild} onChoose={setAsText} />
        ) : null}
      </div>
      {canBuild && !asText && group ? (
        <RuleConditions group={group} scope={checked.scope} words={words} insist={insist} onChange={build} />
      ) : (
        <RuleTextBox
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
        <RuleIssues issues={issues} text={text} />
        <ConstantHint constant={issues.length === 0 && text.trim() !== '' ? constantAt(text, checked) : null} />
      </div>
    </div>
  );
}

interface FormChoiceProps {
  readonly asText: boolean;
  /** Whether the rule has a form as conditions. */
  readonly canBuild: boolean;
  readonly onChoose: (asText: boolean) => void;
}

/** Whether a rule is shown as conditions or as text. */
function FormChoice({ asText, canBuild, onChoose }: FormChoiceProps) {
  const { t } = useTranslation('designer');
  return (
    <span className="segments is-small" role="group" aria-label={t('rules.form')}>
      <button type="button" aria-pressed={!asText} disabled={!canBuild} onClick={() => onChoose(false)}>
        {t('rules.asConditions')}
      </button>
      <button type="button" aria-pressed={asText} onClick={() => onChoose(true)}>
        {t('rules.asText')}
      </button>
    </span>
  );
}

/** Says of a rule that it holds always, or never. */
function ConstantHint({ constant }: { constant: ReturnType<typeof constantAt> }) {
  const { t } = useTranslation('designer');
  if (!constant) return null;
  return <p className="panel-hint">{t(constant === 'always' ? 'lint.alwaysTrue' : 'lint.neverTrue')}</p>;
}

/** What is wrong with a text, and where. */
function RuleIssues({ issues, text }: { issues: readonly Issue[]; text: string }) {
  const line = useIssueLine();
  return issues.map((found, index) => (
    <p key={index} className="panel-trouble">
      {line(found)}
      {typeof found.params?.['position'] === 'number' ? <Mark text={text} position={found.params['position']} /> : null}
    </p>
  ));
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
