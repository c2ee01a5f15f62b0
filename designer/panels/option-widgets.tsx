import type { Registry } from '@rjsf/utils';
import { Input, InputNumber, Segmented, Select, Switch } from 'antd';
import { useEffect, useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldTypes, type Condition, type FieldMeta } from '../../engine/core/index.ts';
import { useWidgets } from '../../engine/kit/index.ts';
import { useDesigner } from '../store.ts';
import { labelAt } from '../use-designer-words.ts';
import type { Option } from './option-schema.ts';
import { RuleInput } from './rule-input.tsx';
import { RuleText } from './rule-text.tsx';

/** What the widgets of options know beyond their value. */
export interface OptionContext {
  readonly places: readonly string[];
  readonly fields: readonly FieldMeta[];
}

interface Props {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly value: unknown;
  readonly options: { readonly option: Option; readonly mixed: boolean };
  readonly rawErrors?: readonly string[];
  readonly registry: Registry;
  readonly onChange: (value: unknown) => void;
}

const contextOf = ({ registry }: Props): OptionContext => registry.formContext as OptionContext;

const optionIn = ({ options }: Props): Option => options.option;
const isMixed = ({ options }: Props): boolean => options.mixed;
const aria = ({ id, rawErrors }: Props) => ({
  id,
  'aria-describedby': `${id}__help`,
  'aria-invalid': (rawErrors?.length ?? 0) > 0 || undefined,
});

/** Text that counts when it is left or Enter is pressed: half a word is no step of a draft. */
export function CommittedText(props: Props) {
  const { value, onChange } = props;
  const { t } = useTranslation('designer');
  const [text, setText] = useState(textOf(value));
  useEffect(() => setText(textOf(value)), [value]);
  const commit = () => text !== textOf(value) && onChange(text === '' ? undefined : text);
  return (
    <Input
      {...aria(props)}
      size="small"
      value={text}
      placeholder={isMixed(props) ? t('designer.mixed') : undefined}
      onChange={(event) => setText(event.target.value)}
      onBlur={commit}
      onPressEnter={commit}
    />
  );
}

const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value));

function NumberOption(props: Props) {
  const { value, onChange } = props;
  const { t } = useTranslation('designer');
  const [number, setNumber] = useState<number | null>((value as number | undefined) ?? null);
  useEffect(() => setNumber((value as number | undefined) ?? null), [value]);
  const commit = () => number !== ((value as number | undefined) ?? null) && onChange(number ?? undefined);
  return (
    <InputNumber
      {...aria(props)}
      size="small"
      className="field-select"
      value={number}
      precision={optionIn(props).kind === 'integer' ? 0 : undefined}
      placeholder={isMixed(props) ? t('designer.mixed') : undefined}
      onChange={setNumber}
      onBlur={commit}
      onPressEnter={commit}
    />
  );
}

function FlagOption(props: Props) {
  return (
    <Switch
      {...aria(props)}
      size="small"
      checked={props.value === true}
      onChange={(on) => props.onChange(on ? true : undefined)}
    />
  );
}

function Picker({ props, options }: { props: Props; options: { value: string; label: string }[] }) {
  const { t } = useTranslation('designer');
  return (
    <Select
      {...aria(props)}
      size="small"
      className="field-select"
      showSearch
      allowClear
      optionFilterProp="label"
      value={(props.value as string | undefined) ?? null}
      placeholder={isMixed(props) ? t('designer.mixed') : undefined}
      options={options}
      onChange={(value: string | null) => props.onChange(value ?? undefined)}
    />
  );
}

function OneOfOption(props: Props) {
  const { t } = useTranslation('designer');
  const { key, values = [] } = optionIn(props);
  const words = (value: string) =>
    key === 'as' || key === 'type' ? t(`designer.type.${value}`) : t(`designer.value.${key}.${value}`);
  return <Picker props={props} options={values.map((value) => ({ value, label: words(value) }))} />;
}

/** A sibling field of a fitting type. */
function FieldOption(props: Props) {
  const fields = useDesigner((state) => state.document.meta.fields);
  const words = useDesigner((state) => state.document.texts[state.culture]);
  const { types } = optionIn(props);
  const fitting = Object.entries(fields).filter(([, { type }]) => !types || types.includes(type));
  const options = fitting.map(([name]) => ({ value: name, label: labelAt(words, `fields.${name}`) ?? name }));
  const value = props.value as string | undefined;
  // A currency may be a code itself.
  if (value && !options.some((each) => each.value === value)) options.push({ value, label: value });
  return <Picker props={props} options={options} />;
}

/** A field of the rows that a roll-up adds up. */
function LineOption(props: Props) {
  const over = contextOf(props).fields[0]?.over ?? '';
  const lines = useDesigner((state) => state.document.meta.fields[over]?.fields);
  const words = useDesigner((state) => state.document.texts[state.culture]);
  const names = Object.keys(lines ?? {});
  return (
    <Picker
      props={props}
      options={names.map((name) => ({ value: name, label: labelAt(words, `lines.${over}.${name}`) ?? name }))}
    />
  );
}

function EntityOption(props: Props) {
  const others = useDesigner((state) => state.others);
  return <Picker props={props} options={others.map(({ entity, name }) => ({ value: entity, label: name }))} />;
}

function WidgetOption(props: Props) {
  const types = contextOf(props).fields.map(({ type }) => type);
  const fitting = Object.values(useWidgets()).filter((widget) => types.every((type) => widget.types.includes(type)));
  const { t } = useTranslation('designer');
  return (
    <Picker props={props} options={fitting.map(({ name }) => ({ value: name, label: t(`widget.${name}.name`) }))} />
  );
}

function WordsOption(props: Props) {
  return (
    <Select
      {...aria(props)}
      size="small"
      className="field-select"
      mode="tags"
      open={false}
      suffixIcon={null}
      tokenSeparators={[',', ' ']}
      value={(props.value as string[] | undefined) ?? []}
      onChange={(value: string[]) => props.onChange(value.length > 0 ? value : undefined)}
    />
  );
}

/** Always, never, or when a rule holds. */
function ConditionOption(props: Props) {
  const { t } = useTranslation('designer');
  const { key } = optionIn(props);
  const value = props.value as Condition | undefined;
  const byItself = key === 'visible';
  const [writing, setWriting] = useState(false);
  const isRule = typeof value === 'string' || writing;
  const present = isMixed(props) && !writing ? '' : isRule ? 'when' : (value ?? byItself) ? 'always' : 'never';
  const choose = (next: string) => {
    setWriting(next === 'when');
    if (next === 'when') return;
    const always = next === 'always';
    props.onChange(always === byItself ? undefined : always);
  };
  return (
    <div className="option-condition">
      <Segmented
        size="small"
        id={props.id}
        aria-label={props.label}
        value={present}
        onChange={choose}
        options={(['always', 'never', 'when'] as const).map((each) => ({
          value: each,
          label: t(`designer.is.${each}`),
        }))}
      />
      {isRule ? (
        <Rule
          props={props}
          label={t('designer.ruleOf', { name: props.label })}
          value={typeof value === 'string' ? value : ''}
          onChange={(text) => {
            setWriting(false);
            props.onChange(text === '' ? undefined : text);
          }}
        />
      ) : null}
    </div>
  );
}

function ExpressionOption(props: Props) {
  return (
    <Rule
      props={props}
      label={props.label}
      value={textOf(props.value)}
      onChange={(text) => props.onChange(text === '' ? undefined : text)}
    />
  );
}

/** A rule of one field, checked as it is typed; one for several fields is plain text, for each may know other names. */
function Rule({
  props,
  label,
  value,
  onChange,
}: {
  props: Props;
  label: string;
  value: string;
  onChange: (text: string) => void;
}) {
  const [place, ...others] = contextOf(props).places;
  const { key } = optionIn(props);
  // What is no expression (a socket, a lookup) and the picker's filter, which is about another entity, stay text.
  const isPlain = key === 'filter' || /^(socket|lookup):/.test(value);
  if (place === undefined || others.length > 0 || isPlain)
    return <RuleText label={label} value={value} onChange={onChange} />;
  return <RuleInput label={label} at={`${place}.${key}`} value={value} onChange={onChange} />;
}

/** A constant of the field's own type, read as a file's cell would be. */
function ValueOption(props: Props) {
  const { t } = useTranslation('designer');
  const field = contextOf(props).fields[0];
  const culture = useDesigner((state) => state.culture);
  const [fault, setFault] = useState('');
  if (!field) return null;
  if (field.type === 'boolean')
    return (
      <Select
        {...aria(props)}
        size="small"
        className="field-select"
        allowClear
        value={props.value === undefined ? null : String(props.value)}
        options={['true', 'false'].map((value) => ({ value, label: t(`designer.value.${value}`) }))}
        onChange={(value: string | null) => props.onChange(value === null ? undefined : value === 'true')}
      />
    );
  if (field.options) return <Picker props={props} options={field.options.map((value) => ({ value, label: value }))} />;
  const read = (text: unknown) => {
    if (text === undefined) return props.onChange(undefined);
    const outcome = fieldTypes[field.type].fromText(String(text), field, { culture, timeZone: 'UTC' });
    setFault(
      outcome.ok ? '' : outcome.issues.map(({ code, params }) => t(code, { field: props.label, ...params })).join(' '),
    );
    if (outcome.ok) props.onChange(outcome.value);
  };
  return (
    <>
      <CommittedText {...props} onChange={read} />
      {fault ? (
        <span className="field-fault" role="alert">
          {fault}
        </span>
      ) : null}
    </>
  );
}

export const optionWidgets: Readonly<Record<Exclude<Option['kind'], 'choices' | 'lines'>, ComponentType<Props>>> = {
  flag: FlagOption,
  text: CommittedText,
  number: NumberOption,
  integer: NumberOption,
  oneOf: OneOfOption,
  words: WordsOption,
  condition: ConditionOption,
  expression: ExpressionOption,
  value: ValueOption,
  field: FieldOption,
  line: LineOption,
  entity: EntityOption,
  widget: WidgetOption,
};
