import { Select } from 'antd';
import { useDeferredValue, useMemo, useState, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import {
  fieldTypeNames,
  type Command,
  type FieldMeta,
  type FieldTypeName,
  type Issue,
} from '../../engine/core/index.ts';
import { EmptyState } from '../../engine/kit/index.ts';
import { at } from '../document/places.ts';
import { useDesigner, useDesignerStore } from '../store.ts';
import { useWorkspaceStore } from '../tools/workbench.ts';
import { useIssueLine, labelAt } from '../use-designer-words.ts';
import { ChoiceValues } from './choice-values.tsx';
import { LineFields } from './line-fields.tsx';
import { OptionForm } from './option-form.tsx';
import { optionsOf, sharedValue } from './option-schema.ts';
import { WidgetPanel } from './widget-panel.tsx';
import { SectionProperties } from './section-properties.tsx';
import { Words } from './words.tsx';

/** A field, or a field of the rows of a sub-table. */
const fieldPlace = /^fields\.(\w+)(?:\.fields\.(\w+))?$/;

/** What is chosen, and all that may be said of it. */
export function Properties() {
  const { t } = useTranslation('designer');
  const selection = useDesigner((state) => state.selection);
  // The frame around what is chosen comes first, what can be said of it a moment later.
  const shown = useDeferredValue(selection);
  const body = useMemo(() => <PropertiesOf selection={shown} />, [shown]);
  return (
    // Until then a fast hand would still change the part that was chosen before.
    <section
      className="properties"
      aria-label={t('designer.properties')}
      inert={selection.join(' ') !== shown.join(' ')}
    >
      {body}
    </section>
  );
}

function PropertiesOf({ selection }: { selection: readonly string[] }) {
  const { t } = useTranslation('designer');
  const fields = selection.filter((place) => fieldPlace.test(place));
  if (fields.length > 0) return <FieldProperties key={fields.join(' ')} places={fields} />;
  const [place, , name = ''] = /^(form|detail\.sections)\.(\w+)$/.exec(selection.at(-1) ?? '') ?? [];
  if (place) return <SectionProperties key={place} place={place} name={name} />;
  return (
    <EmptyState kind="nothing" compact title={t('designer.nothingChosen')} note={t('designer.nothingChosenNote')} />
  );
}

function FieldProperties({ places }: { places: readonly string[] }) {
  const { t } = useTranslation('designer');
  const workspace = useWorkspaceStore();
  const line = useIssueLine();
  const document = useDesigner((state) => state.document);
  const culture = useDesigner((state) => state.culture);
  const fields = useMemo(
    () => places.flatMap((place) => (at(document, place) as FieldMeta | undefined) ?? []),
    [document, places],
  );
  const [, name = '', line1] = fieldPlace.exec(places[0] ?? '') ?? [];
  const textKey = line1 ? `lines.${name}.${line1}` : `fields.${name}`;
  const label = labelAt(document.texts[culture], textKey) ?? line1 ?? name;
  const options = useMemo(
    () => optionsOf([...new Set(fields.map(({ type }) => type))], line1 !== undefined),
    [fields, line1],
  );
  const { faults, change } = useChanges(places, label);
  const faultOf = (key: string) => (faults[key] ?? []).map(line).join(' ');
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
        fault={faultOf('type')}
      />
      {places.length === 1 && options.some(({ kind }) => kind === 'choices') && fields[0]?.dictionary === undefined ? (
        <ChoiceValues place={places[0] ?? ''} textKey={line1 ? null : `options.${name}`} />
      ) : null}
      {places.length === 1 && fields[0]?.type === 'lines' ? <LineFields name={name} /> : null}
      <Options {...{ options, places, fields }} refused={faultOf} onChange={change} />
      {places.length === 1 && fields[0]?.widget ? <WidgetPanel place={places[0] ?? ''} field={fields[0]} /> : null}
      {line1 === undefined ? (
        <button
          type="button"
          className="button is-danger"
          onClick={() =>
            workspace.getState().openDialog({ kind: 'delete', fields: places.map((place) => place.slice(7)) })
          }
        >
          {t('designer.deleteField', { count: places.length })}
        </button>
      ) : null}
    </>
  );
}

/** The options of what is chosen that are looked for: by name, or those that differ from the usual. */
function Options({ options, fields, ...rest }: ComponentProps<typeof OptionForm>) {
  const { t } = useTranslation('designer');
  const [search, setSearch] = useState('');
  const [changedOnly, setChangedOnly] = useState(false);
  const query = search.trim().toLowerCase();
  const shown = options.filter(
    ({ key, kind }) =>
      kind !== 'choices' &&
      kind !== 'lines' &&
      `${key} ${t(`designer.option.${key}`)}`.toLowerCase().includes(query) &&
      (!changedOnly || fields.some((field) => field[key] !== undefined)),
  );
  return (
    <>
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
      <OptionForm options={shown} fields={fields} {...rest} />
    </>
  );
}

/** Changes an option of all chosen fields in one step of the draft; what the draft rejects is kept by option. */
function useChanges(places: readonly string[], label: string) {
  const { t } = useTranslation('designer');
  const store = useDesignerStore();
  const workspace = useWorkspaceStore();
  const line = useIssueLine();
  const [faults, setFaults] = useState<Readonly<Record<string, readonly Issue[]>>>({});
  const change = (key: keyof FieldMeta, value: unknown) => {
    const commands = places.flatMap((place): Command[] => {
      const current = at(store.getState().document, `${place}.${key}`);
      if (value !== undefined) return [{ do: 'set', at: `${place}.${key}`, value }];
      return current === undefined ? [] : [{ do: 'remove', at: `${place}.${key}` }];
    });
    if (commands.length === 0) return;
    const what = t(`designer.option.${key}`);
    const who = places.length > 1 ? t('designer.count', { count: places.length }) : label;
    const issues = store.getState().run(t('designer.step.option', { name: who, option: what }), commands);
    setFaults({ ...faults, [key]: issues });
    if (issues.length > 0) workspace.getState().announce(issues.map(line).join(' '));
  };
  return { faults, change };
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
