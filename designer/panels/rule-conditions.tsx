import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  blankTest,
  isGroup,
  missingInOperand,
  operatorsFor,
  unaryOperators,
  type Operand,
  type RuleGroup,
  type RuleTest,
  type Scope,
  type TestOperator,
} from '../../engine/core/index.ts';
import type { CompletionWords } from './completions.ts';
import { Pick, type Choice } from './parts.tsx';

interface Props {
  readonly group: RuleGroup;
  readonly scope: Scope;
  readonly words: CompletionWords;
  /** Whether what is missing is marked, after an attempt to go on without it. */
  readonly insist?: boolean;
  readonly onChange: (group: RuleGroup) => void;
  readonly onRemove?: () => void;
}

const maxDepth = 3;

/** A rule as conditions: all or any of them, groups inside groups. */
export function RuleConditions(props: Props & { depth?: number }) {
  const { group, scope, words, insist = false, onChange, onRemove, depth = 1 } = props;
  const { t } = useTranslation('designer');
  const names = namesOf(scope, words);
  /** The place of the condition that was added last: its field is asked for at once. */
  const [added, setAdded] = useState<number | null>(null);
  const change = (at: number, part: RuleTest | RuleGroup | null) =>
    onChange({
      ...group,
      parts: part ? group.parts.with(at, part) : group.parts.toSpliced(at, 1),
    });
  const each = (at: number) => ({
    ...{ scope, words, insist },
    onChange: (next: RuleTest | RuleGroup) => change(at, next),
    onRemove: () => change(at, null),
  });
  const add = (part: RuleTest | RuleGroup) => {
    setAdded(group.parts.length);
    onChange({ ...group, parts: [...group.parts, part] });
  };
  return (
    <fieldset className="rule-group">
      <legend className="sr-only">{t('rules.group')}</legend>
      <div className="rule-group-head">
        <Pick
          hidden
          label={t('rules.join')}
          value={group.join}
          choices={(['all', 'any'] as const).map((value) => ({ value, label: t(`rules.join.${value}`) }))}
          onChange={(join) => onChange({ ...group, join: join as RuleGroup['join'] })}
        />
        {onRemove ? (
          <button type="button" className="icon-button" aria-label={t('rules.removeGroup')} onClick={onRemove}>
            <DeleteOutlined aria-hidden />
          </button>
        ) : null}
      </div>
      <ul className="rule-parts">
        {group.parts.map((part, at) => (
          // A condition is its place in the group: it has no name of its own.
          <li key={at}>
            {isGroup(part) ? (
              <RuleConditions {...each(at)} group={part} depth={depth + 1} />
            ) : (
              <Test {...each(at)} test={part} names={names} isAdded={at === added} />
            )}
          </li>
        ))}
      </ul>
      <Adds join={group.join} isDeep={depth >= maxDepth} onAdd={add} />
    </fieldset>
  );
}

interface AddsProps {
  readonly join: RuleGroup['join'];
  readonly isDeep: boolean;
  readonly onAdd: (part: RuleTest | RuleGroup) => void;
}

function Adds({ join, isDeep, onAdd }: AddsProps) {
  const { t } = useTranslation('designer');
  return (
    <div className="rule-adds">
      <button type="button" className="link-button" onClick={() => onAdd(blankTest)}>
        <PlusOutlined aria-hidden /> {t('rules.addCondition')}
      </button>
      {isDeep ? null : (
        <button
          type="button"
          className="link-button"
          onClick={() => onAdd({ join: join === 'all' ? 'any' : 'all', parts: [blankTest, blankTest] })}
        >
          <PlusOutlined aria-hidden /> {t('rules.addGroup')}
        </button>
      )}
    </div>
  );
}

interface TestProps {
  readonly test: RuleTest;
  readonly names: readonly Choice[];
  readonly scope: Scope;
  readonly words: CompletionWords;
  readonly insist: boolean;
  readonly isAdded: boolean;
  readonly onChange: (test: RuleTest) => void;
  readonly onRemove: () => void;
}

/** One condition: first its field, then how it compares, then with what. */
function Test({ test, names, scope, words, insist, isAdded, onChange, onRemove }: TestProps) {
  const { t } = useTranslation('designer');
  const isBlank = test.field === '';
  const choices = isBlank ? [{ value: '', label: t('rules.chooseField') }, ...names] : names;
  return (
    <div className="rule-test">
      <Pick
        hidden
        label={t('rules.field')}
        value={test.field}
        choices={choices}
        autoFocus={isAdded && isBlank}
        invalid={insist && isBlank}
        onChange={(field) => onChange(withField(test, field, scope))}
      />
      {isBlank ? null : <Comparison {...{ test, names, scope, words, insist, onChange }} />}
      <button type="button" className="icon-button" aria-label={t('rules.removeCondition')} onClick={onRemove}>
        <DeleteOutlined aria-hidden />
      </button>
    </div>
  );
}

/** The same comparison where the other field is of the same kind, else the usual one of its kind. */
function withField(test: RuleTest, field: string, scope: Scope): RuleTest {
  const type = typeOf(field, scope);
  return test.field !== '' && typeOf(test.field, scope) === type ? { ...test, field } : testOf(field, type);
}

/** How a field compares, and with what. */
function Comparison({ test, names, scope, words, insist, onChange }: Omit<TestProps, 'isAdded' | 'onRemove'>) {
  const { t } = useTranslation('designer');
  const type = typeOf(test.field, scope);
  const operators = [...new Set([...operatorsFor(type), test.operator])];
  const choose = (operator: TestOperator) => {
    const many = operator.endsWith('Of');
    const values = unaryOperators.includes(operator) ? [] : test.values.length > 0 ? test.values : [emptyOf(type)];
    onChange({ ...test, operator, values: many ? values : values.slice(0, 1) });
  };
  const many = test.operator.endsWith('Of');
  return (
    <>
      <Pick
        hidden
        label={t('rules.operator')}
        value={test.operator}
        choices={operators.map((value) => ({ value, label: t(`rules.operator.${value}`) }))}
        onChange={(operator) => choose(operator as TestOperator)}
      />
      {test.values.map((value, at) => (
        <Value
          key={at}
          operand={value}
          type={type}
          options={words.options(test.field)}
          names={names.filter((name) => name.value !== test.field)}
          invalid={insist && missingInOperand(value) !== null}
          onChange={(next) => onChange({ ...test, values: test.values.with(at, next) })}
          onRemove={many ? () => onChange({ ...test, values: test.values.toSpliced(at, 1) }) : undefined}
        />
      ))}
      {many ? (
        <button
          type="button"
          className="link-button"
          onClick={() => onChange({ ...test, values: [...test.values, emptyOf(type)] })}
        >
          {t('rules.addValue')}
        </button>
      ) : null}
    </>
  );
}

interface ValueProps {
  readonly operand: Operand;
  readonly type: string;
  readonly options: readonly Choice[];
  readonly names: readonly Choice[];
  readonly invalid: boolean;
  readonly onChange: (operand: Operand) => void;
  readonly onRemove: (() => void) | undefined;
}

const isNumber = (type: string) => type === 'int' || type === 'decimal';

function writtenOf(operand: Operand): string {
  if (operand.kind === 'boolean') return String(operand.value);
  return operand.kind === 'name' ? operand.name : operand.text;
}

/** What a field is compared with: a value of its kind or another field. */
function Value(props: ValueProps) {
  const { operand, type, onChange, onRemove } = props;
  const { t } = useTranslation('designer');
  const isName = operand.kind === 'name';
  return (
    <span className="rule-value">
      <ValueInput {...props} />
      <button
        type="button"
        className="link-button rule-value-kind"
        onClick={() => onChange(isName ? emptyOf(type) : { kind: 'name', name: '' })}
      >
        {isName ? t('rules.useValue') : t('rules.useField')}
      </button>
      {onRemove ? (
        <button
          type="button"
          className="link-button"
          onClick={onRemove}
          aria-label={t('rules.removeValue', { value: writtenOf(operand) })}
        >
          ×
        </button>
      ) : null}
    </span>
  );
}

function ValueInput({ operand, type, options, names, invalid, onChange }: ValueProps) {
  const { t } = useTranslation('designer');
  const isName = operand.kind === 'name';
  const written = writtenOf(operand);
  const write = (text: string) => onChange({ kind: isNumber(type) ? 'number' : 'text', text });
  if (!isName && options.length === 0)
    return (
      <input
        type="text"
        inputMode={isNumber(type) ? 'decimal' : 'text'}
        aria-label={t('rules.value')}
        aria-invalid={invalid || undefined}
        value={written}
        onChange={(event) => write(event.target.value)}
      />
    );
  const choices = isName ? names : options;
  return (
    <Pick
      hidden
      label={t('rules.value')}
      value={written}
      choices={written === '' ? [{ value: '', label: t('rules.choose') }, ...choices] : choices}
      invalid={invalid}
      onChange={isName ? (name) => onChange({ kind: 'name', name }) : write}
    />
  );
}

const testOf = (field: string, type: string): RuleTest => {
  const operator = operatorsFor(type)[0] ?? 'is';
  return { field, operator, values: unaryOperators.includes(operator) ? [] : [emptyOf(type)] };
};

const emptyOf = (type: string): Operand => ({ kind: isNumber(type) ? 'number' : 'text', text: '' });

/** Every name that a condition may begin with, by label. */
function namesOf(scope: Scope, words: CompletionWords): Choice[] {
  const plain = Object.keys(scope.fields).map((value) => ({ value, label: words.field(value) }));
  const inside = (source: string, fields: Scope['fields'] | undefined) =>
    Object.keys(fields ?? {}).map((name) => ({ value: `${source}.${name}`, label: `${source}.${name}` }));
  return [
    ...plain,
    ...inside('input', scope.input),
    ...inside('record', scope.referrer),
    ...['actor.id', 'actor.type', 'actor.member', 'actor.org', 'actor.roles', 'today', 'now'].map((value) => ({
      value,
      label: value,
    })),
    ...(scope.old ? inside('old', scope.fields) : []),
  ];
}

function typeOf(name: string, scope: Scope): string {
  const [source = '', part] = name.split('.');
  if (part === undefined) return scope.fields[source] ?? 'string';
  if (source === 'actor') return part === 'roles' ? 'list' : 'string';
  const fields = { old: scope.fields, input: scope.input, record: scope.referrer }[source];
  return fields?.[part] ?? 'string';
}
