import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import {
  isGroup,
  operatorsFor,
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
  readonly onChange: (group: RuleGroup) => void;
  readonly onRemove?: () => void;
}

const unary: readonly TestOperator[] = ['empty', 'filled', 'true', 'false'];
const maxDepth = 3;

/** A rule as conditions: all or any of them, groups inside groups. */
export function RuleConditions({ group, scope, words, onChange, onRemove, depth = 1 }: Props & { depth?: number }) {
  const { t } = useTranslation('designer');
  const names = namesOf(scope, words);
  const change = (at: number, part: RuleTest | RuleGroup | null) =>
    onChange({
      ...group,
      parts: part ? group.parts.with(at, part) : group.parts.toSpliced(at, 1),
    });
  const add = (part: RuleTest | RuleGroup) => onChange({ ...group, parts: [...group.parts, part] });
  const fresh = (): RuleTest => {
    const [first] = names;
    return testOf(first?.value ?? '', typeOf(first?.value ?? '', scope));
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
              <RuleConditions
                group={part}
                scope={scope}
                words={words}
                depth={depth + 1}
                onChange={(next) => change(at, next)}
                onRemove={() => change(at, null)}
              />
            ) : (
              <Test
                test={part}
                names={names}
                scope={scope}
                words={words}
                onChange={(next) => change(at, next)}
                onRemove={() => change(at, null)}
              />
            )}
          </li>
        ))}
      </ul>
      <div className="rule-adds">
        <button type="button" className="link-button" onClick={() => add(fresh())}>
          <PlusOutlined aria-hidden /> {t('rules.addCondition')}
        </button>
        {depth < maxDepth ? (
          <button
            type="button"
            className="link-button"
            onClick={() => add({ join: group.join === 'all' ? 'any' : 'all', parts: [fresh(), fresh()] })}
          >
            <PlusOutlined aria-hidden /> {t('rules.addGroup')}
          </button>
        ) : null}
      </div>
    </fieldset>
  );
}

function Test({
  test,
  names,
  scope,
  words,
  onChange,
  onRemove,
}: {
  test: RuleTest;
  names: readonly Choice[];
  scope: Scope;
  words: CompletionWords;
  onChange: (test: RuleTest) => void;
  onRemove: () => void;
}) {
  const { t } = useTranslation('designer');
  const type = typeOf(test.field, scope);
  const operators = [...new Set([...operatorsFor(type), test.operator])];
  const choose = (operator: TestOperator) => {
    const many = operator.endsWith('Of');
    const values = unary.includes(operator) ? [] : test.values.length > 0 ? test.values : [emptyOf(type)];
    onChange({ ...test, operator, values: many ? values : values.slice(0, 1) });
  };
  const many = test.operator.endsWith('Of');
  return (
    <div className="rule-test">
      <Pick
        hidden
        label={t('rules.field')}
        value={test.field}
        choices={names}
        onChange={(field) =>
          onChange(typeOf(field, scope) === type ? { ...test, field } : testOf(field, typeOf(field, scope)))
        }
      />
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
      <button type="button" className="icon-button" aria-label={t('rules.removeCondition')} onClick={onRemove}>
        <DeleteOutlined aria-hidden />
      </button>
    </div>
  );
}

function Value({
  operand,
  type,
  options,
  names,
  onChange,
  onRemove,
}: {
  operand: Operand;
  type: string;
  options: readonly Choice[];
  names: readonly Choice[];
  onChange: (operand: Operand) => void;
  onRemove: (() => void) | undefined;
}) {
  const { t } = useTranslation('designer');
  const isName = operand.kind === 'name';
  const written =
    operand.kind === 'boolean' ? String(operand.value) : operand.kind === 'name' ? operand.name : operand.text;
  const write = (text: string) => {
    if (type === 'int' || type === 'decimal') onChange({ kind: 'number', text });
    else onChange({ kind: 'text', text });
  };
  return (
    <span className="rule-value">
      {isName ? (
        <Pick
          hidden
          label={t('rules.value')}
          value={written}
          choices={names}
          onChange={(name) => onChange({ kind: 'name', name })}
        />
      ) : options.length > 0 ? (
        <Pick hidden label={t('rules.value')} value={written} choices={options} onChange={write} />
      ) : (
        <input
          type="text"
          inputMode={type === 'int' || type === 'decimal' ? 'decimal' : 'text'}
          aria-label={t('rules.value')}
          value={written}
          onChange={(event) => write(event.target.value)}
        />
      )}
      <button
        type="button"
        className="link-button rule-value-kind"
        onClick={() => onChange(isName ? emptyOf(type) : { kind: 'name', name: names[0]?.value ?? 'today' })}
      >
        {isName ? t('rules.useValue') : t('rules.useField')}
      </button>
      {onRemove ? (
        <button
          type="button"
          className="link-button"
          onClick={onRemove}
          aria-label={t('rules.removeValue', { value: written })}
        >
          ×
        </button>
      ) : null}
    </span>
  );
}

const testOf = (field: string, type: string): RuleTest => {
  const operator = operatorsFor(type)[0] ?? 'is';
  return { field, operator, values: unary.includes(operator) ? [] : [emptyOf(type)] };
};

const emptyOf = (type: string): Operand =>
  type === 'int' || type === 'decimal' ? { kind: 'number', text: '0' } : { kind: 'text', text: '' };

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
