import Form from '@rjsf/antd';
import type { FieldTemplateProps, RJSFSchema, UiSchema, ValidatorType } from '@rjsf/utils';
import { Select } from 'antd';
import { useDeferredValue, useMemo, useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldTypeNames, type Command, type FieldMeta, type FieldTypeName, type Issue } from '../../engine/index.ts';
import { EmptyState } from '../../engine/react/index.ts';
import { at } from '../document/places.ts';
import { useDesigner, useDesignerStore } from '../store.ts';
import { useBenchStore } from '../tools/workbench.ts';
import { useIssueLine, wordAt } from '../use-designer-words.ts';
import { ChoiceValues } from './choice-values.tsx';
import { LineFields } from './line-fields.tsx';
import { optionsOf, sharedValue, type Option } from './option-schema.ts';
import { optionWidgets, type OptionContext } from './option-widgets.tsx';
import { WidgetPanel } from './widget-panel.tsx';
import { SectionProperties } from './section-properties.tsx';
import { Words } from './words.tsx';

/** A field, or a field of the rows of a sub-table. */
const fieldPlace = /^fields\.(\w+)(?:\.fields\.(\w+))?$/;

/** What is chosen, and all that may be said of it. */
export function Properties() {
  const { t } = useTranslation('designer');
  // The frame around what is chosen comes first, what can be said of it a moment later.
  const selection = useDeferredValue(useDesigner((state) => state.selection));
  const fields = selection.filter((place) => fieldPlace.test(place));
  const section = /^(form|detail\.sections)\.(\w+)$/.exec(selection.at(-1) ?? '');
  return (
    <section className="properties" aria-label={t('designer.properties')}>
      {fields.length > 0 ? (
        <FieldProperties key={fields.join(' ')} places={fields} />
      ) : section ? (
        <SectionProperties key={section[0]} place={section[0]} name={section[2] ?? ''} />
      ) : (
        <EmptyState kind="nothing" compact title={t('designer.nothingChosen')} note={t('designer.nothingChosenNote')} />
      )}
    </section>
  );
}

/** Faults stand with the option that they are about: the draft itself is checked at every step. */
const validator: ValidatorType = {
  isValid: () => true,
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  rawValidation: () => ({}),
  toErrorList: () => [],
} as unknown as ValidatorType;

function FieldProperties({ places }: { places: readonly string[] }) {
  const { t } = useTranslation('designer');
  const store = useDesignerStore();
  const bench = useBenchStore();
  const line = useIssueLine();
  const document = useDesigner((state) => state.document);
  const culture = useDesigner((state) => state.culture);
  const [search, setSearch] = useState('');
  const [changedOnly, setChangedOnly] = useState(false);
  const [faults, setFaults] = useState<Readonly<Record<string, readonly Issue[]>>>({});
  const fields = useMemo(
    () => places.flatMap((place) => (at(document, place) as FieldMeta | undefined) ?? []),
    [document, places],
  );
  const [, name = '', line1] = fieldPlace.exec(places[0] ?? '') ?? [];
  const textKey = line1 ? `lines.${name}.${line1}` : `fields.${name}`;
  const label = wordAt(document.texts[culture], textKey) ?? line1 ?? name;
  const options = useMemo(
    () => optionsOf([...new Set(fields.map(({ type }) => type))], line1 !== undefined),
    [fields, line1],
  );
  const wanted = search.trim().toLowerCase();
  const shown = options.filter(
    ({ key, kind }) =>
      kind !== 'choices' &&
      kind !== 'lines' &&
      `${key} ${t(`designer.option.${key}`)}`.toLowerCase().includes(wanted) &&
      (!changedOnly || fields.some((field) => field[key] !== undefined)),
  );
  const { schema, uiSchema } = useMemo(() => schemaOf(shown, fields, t), [shown, fields, t]);
  const data = Object.fromEntries(shown.map(({ key }) => [key, sharedValue(fields, key).value]));

  const change = (key: keyof FieldMeta, value: unknown) => {
    const commands = places.flatMap((place): Command[] => {
      const held = at(store.getState().document, `${place}.${key}`);
      if (value !== undefined) return [{ do: 'set', at: `${place}.${key}`, value }];
      return held === undefined ? [] : [{ do: 'remove', at: `${place}.${key}` }];
    });
    if (commands.length === 0) return;
    const what = t(`designer.option.${key}`);
    const who = places.length > 1 ? t('designer.count', { count: places.length }) : label;
    const issues = store.getState().run(t('designer.step.option', { name: who, option: what }), commands);
    setFaults({ ...faults, [key]: issues });
    if (issues.length > 0) bench.getState().say(issues.map(line).join(' '));
  };
  const context: OptionContext & { reset: (key: string) => void; faults: (key: string) => string } = {
    places,
    fields,
    reset: (key) => change(key as keyof FieldMeta, undefined),
    faults: (key) => (faults[key] ?? []).map(line).join(' '),
  };
  if (fields.length === 0) return null;
  return (
    <>
      <h2>{places.length > 1 ? t('designer.count', { count: places.length }) : label}</h2>
      {places.length === 1 ? (
        <Words
          place={places[0] ?? ''}
          textKey={textKey}
          otherwise={line1 ?? name}
          name={line1 ?? name}
          help={line1 ? null : `help.${name}`}
        />
      ) : null}
      <TypePicker
        value={sharedValue(fields, 'type').value as FieldTypeName | undefined}
        onChange={(type) => change('type', type)}
        fault={context.faults('type')}
      />
      {places.length === 1 && options.some(({ kind }) => kind === 'choices') && fields[0]?.dictionary === undefined ? (
        <ChoiceValues place={places[0] ?? ''} textKey={line1 ? null : `options.${name}`} />
      ) : null}
      {places.length === 1 && fields[0]?.type === 'lines' ? <LineFields name={name} /> : null}
      <div className="properties-bar">
        <input
          type="search"
          className="design-search"
          value={search}
          placeholder={t('designer.searchOptions')}
          aria-label={t('designer.searchOptions')}
          onChange={(event) => setSearch(event.target.value)}
        />
        <label className="properties-changed">
          <input type="checkbox" checked={changedOnly} onChange={(event) => setChangedOnly(event.target.checked)} />
          {t('designer.changedOnly')}
        </label>
      </div>
      <Form
        tagName="div"
        idPrefix="option"
        schema={schema}
        uiSchema={uiSchema}
        formData={data}
        formContext={context}
        validator={validator}
        showErrorList={false}
        templates={{ FieldTemplate: OptionRow, ObjectFieldTemplate: OptionRows }}
        widgets={widgets}
        onChange={({ formData }, id) => {
          const key = (id ?? '').replace(/^option_/, '') as keyof FieldMeta;
          const next = (formData as Record<string, unknown>)[key];
          if (key && JSON.stringify(next) !== JSON.stringify(data[key])) change(key, next);
        }}
      />
      {places.length === 1 && fields[0]?.widget ? <WidgetPanel place={places[0] ?? ''} field={fields[0]} /> : null}
      {line1 === undefined ? (
        <button
          type="button"
          className="button is-danger"
          onClick={() => bench.getState().ask({ kind: 'delete', fields: places.map((place) => place.slice(7)) })}
        >
          {t('designer.deleteField', { count: places.length })}
        </button>
      ) : null}
    </>
  );
}

const widgets = optionWidgets as unknown as Record<string, ComponentType<never>> as never;

/** The options as rjsf knows them; each is drawn by the widget of its kind. */
function schemaOf(
  options: readonly Option[],
  fields: readonly FieldMeta[],
  t: (key: string) => string,
): { schema: RJSFSchema; uiSchema: UiSchema } {
  const properties: Record<string, RJSFSchema> = {};
  const uiSchema: UiSchema = { 'ui:submitButtonOptions': { norender: true } };
  for (const option of options) {
    const { key, kind } = option;
    properties[key] = {
      type: kind === 'words' ? 'string' : kind === 'integer' ? 'integer' : kind === 'number' ? 'number' : 'string',
      title: t(`designer.option.${key}`),
    };
    uiSchema[key] = { 'ui:widget': kind, 'ui:options': { option, mixed: sharedValue(fields, key).mixed } };
  }
  return { schema: { type: 'object', properties }, uiSchema };
}

function OptionRows({ properties }: { properties: { name: string; content: React.ReactElement }[] }) {
  return (
    <>
      {properties.map(({ name, content }) => (
        <div key={name}>{content}</div>
      ))}
    </>
  );
}

/** One option: its label, a mark and a way back where it is said, its control, its explanation and its faults. */
function OptionRow({ id, label, children, registry, schema }: FieldTemplateProps) {
  const { t } = useTranslation('designer');
  if (schema.type === 'object') return children;
  const key = id.replace(/^option_/, '');
  const context = registry.formContext as unknown as OptionContext & {
    reset: (key: string) => void;
    faults: (key: string) => string;
  };
  const isSaid = context.fields.some((field) => field[key as keyof FieldMeta] !== undefined);
  const fault = context.faults(key);
  return (
    <div className="option-row" data-said={isSaid || undefined}>
      <div className="option-head">
        <label htmlFor={id}>{label}</label>
        {isSaid ? (
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

function TypePicker({
  value,
  onChange,
  fault,
}: {
  value: FieldTypeName | undefined;
  onChange: (type: FieldTypeName) => void;
  fault: string;
}) {
  const { t } = useTranslation('designer');
  return (
    <div className="option-row">
      <div className="option-head">
        <label htmlFor="option-type">{t('designer.option.type')}</label>
      </div>
      <Select
        id="option-type"
        size="small"
        className="field-select"
        showSearch
        optionFilterProp="label"
        value={value ?? null}
        placeholder={t('designer.mixed')}
        options={fieldTypeNames.map((type) => ({ value: type, label: t(`designer.type.${type}`) }))}
        onChange={(type: FieldTypeName | null) => type && onChange(type)}
      />
      {fault ? (
        <p className="field-fault" role="alert">
          {fault}
        </p>
      ) : null}
    </div>
  );
}
