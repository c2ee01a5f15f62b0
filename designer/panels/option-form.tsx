import Form from '@rjsf/core';
import type {
  FieldProps,
  FieldTemplateProps,
  ObjectFieldTemplateProps,
  RJSFValidationError,
  UiSchema,
} from '@rjsf/utils';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldMeta } from '../../engine/core/index.ts';
import { sharedValue, type Option } from './option-schema.ts';
import { languageCode, optionSchema, optionValidator } from './option-validator.ts';
import { optionWidgets, type OptionContext } from './option-widgets.tsx';

type Key = keyof FieldMeta;

interface Context extends OptionContext {
  readonly values: (key: string) => boolean;
  readonly refused: (key: string) => string;
  readonly reset: (key: string) => void;
}

interface OptionFormProps extends OptionContext {
  readonly options: readonly Option[];
  /** Why the draft rejected the last value of an option. */
  readonly refused: (key: string) => string;
  /** undefined takes an option back. */
  readonly onChange: (key: Key, value: unknown) => void;
}

/**
 * The options of the chosen fields. A value that the language does not allow stays in its control with its fault beside
 * it and makes no step of the draft; any other goes to the draft at once.
 */
export function OptionForm({ options, places, fields, refused, onChange }: OptionFormProps) {
  const { t } = useTranslation('designer');
  const [typed, setTyped] = useState<Readonly<Record<string, unknown>>>({});
  const uiSchema = useMemo(() => uiSchemaOf(options, fields, t), [options, fields, t]);
  const values = Object.fromEntries(options.map(({ key }) => [key, sharedValue(fields, key).value]));
  const data: Readonly<Record<string, unknown>> = { ...values, ...typed };
  const without = (key: string) => {
    const { [key]: _, ...others } = typed;
    setTyped(others);
  };
  const context: Context = {
    places,
    fields,
    values: (key) => key in typed || fields.some((field) => field[key as Key] !== undefined),
    refused,
    reset: (key) => {
      without(key);
      onChange(key as Key, undefined);
    },
  };
  const words = (error: RJSFValidationError): RJSFValidationError => {
    const { code, params } = languageCode(error);
    const key = keyOf(error);
    return {
      ...error,
      message: t(code, { field: t(`designer.option.${key}`), value: data[key], name: data[key], ...params }),
    };
  };
  return (
    <Form
      tagName="div"
      idPrefix="option"
      schema={optionSchema}
      uiSchema={uiSchema}
      formData={data}
      formContext={context}
      validator={optionValidator}
      liveValidate="onChange"
      showErrorList={false}
      transformErrors={(errors) => errors.map(words)}
      templates={{ FieldTemplate: OptionRow, ObjectFieldTemplate: OptionRows }}
      fields={controls}
      onChange={({ formData, errors }, id) => {
        const key = (id ?? '').replace(/^option_/, '');
        const next = (formData as Readonly<Record<string, unknown>>)[key];
        if (key === '' || JSON.stringify(next) === JSON.stringify(data[key])) return;
        if (errors.some((error) => keyOf(error) === key)) return setTyped({ ...typed, [key]: next });
        without(key);
        onChange(key as Key, next);
      }}
    />
  );
}

/** `.minLength` and `.accept.0` as the option that is meant. */
const keyOf = ({ property }: RJSFValidationError): string => /\w+/.exec(property ?? '')?.[0] ?? '';

const controls = { OptionControl };

/** Each option is drawn by the control of its kind; those that the chosen fields do not take are hidden. */
function uiSchemaOf(options: readonly Option[], fields: readonly FieldMeta[], t: (key: string) => string): UiSchema {
  const uiSchema: UiSchema = {
    'ui:submitButtonOptions': { norender: true },
    'ui:order': [...options.map(({ key }) => key), '*'],
  };
  for (const key of Object.keys(optionSchema.properties ?? {})) uiSchema[key] = { 'ui:widget': 'hidden' };
  for (const option of options) {
    uiSchema[option.key] = {
      'ui:field': 'OptionControl',
      'ui:title': t(`designer.option.${option.key}`),
      'ui:options': { option, mixed: sharedValue(fields, option.key).mixed },
    };
  }
  return uiSchema;
}

function OptionControl(props: FieldProps) {
  const { fieldPathId, formData, uiSchema, registry, rawErrors, onChange, name } = props;
  const options = uiSchema?.['ui:options'] as { option: Option; mixed: boolean } | undefined;
  if (!options || options.option.kind === 'choices' || options.option.kind === 'lines') return null;
  const Control = optionWidgets[options.option.kind];
  return (
    <Control
      id={fieldPathId.$id}
      name={name}
      label={String(uiSchema?.['ui:title'] ?? name)}
      value={formData}
      options={options}
      rawErrors={rawErrors}
      registry={registry}
      onChange={(value) => onChange(value, fieldPathId.path)}
    />
  );
}

function OptionRows({ properties }: ObjectFieldTemplateProps) {
  return <>{properties.map(({ name, content, hidden }) => (hidden ? null : <div key={name}>{content}</div>))}</>;
}

/** One option: its label, a mark and a way back where it is said, its control, its explanation and its faults. */
function OptionRow({ id, label, children, registry, schema, rawErrors = [] }: FieldTemplateProps) {
  const { t } = useTranslation('designer');
  if (schema.type === 'object') return children;
  const key = id.replace(/^option_/, '');
  const context = registry.formContext as unknown as Context;
  const isSet = context.values(key);
  const fault = rawErrors.join(' ') || context.refused(key);
  return (
    <div className="option-row" data-said={isSet || undefined}>
      <div className="option-head">
        <label htmlFor={id}>{label}</label>
        {isSet ? (
          <button
            type="button"
            className="link-button"
            onClick={() => context.reset(key)}
            aria-label={t('designer.resetOf', { name: label })}
          >
            {t('designer.reset')}
          </button>
        ) : null}
      </div>
      {children}
      <p className="form-item-help" id={`${id}__help`}>
        {t(`designer.help.${key}`)}
      </p>
      {fault ? (
        <p className="field-fault" role="alert">
          {fault}
        </p>
      ) : null}
    </div>
  );
}
