import { Input, Select, Switch } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  fieldTypeNames,
  fieldTypes,
  type Command,
  type FieldMeta,
  type FieldTypeName,
} from '../../engine/core/index.ts';
import { cultures, nameCommands, nameIn } from '../document/names.ts';
import { namedOptions, newFieldCommands, startMeta } from '../document/new-field.ts';
import { useDesigner, useDesignerStore } from '../store.ts';
import type { DialogRequest } from '../tools/workbench.ts';
import { Labelled } from './labelled.tsx';
import { NewPartDialog, type NewPart } from './names.tsx';
import { RuleText } from './rule-text.tsx';

/** Asks what a new field cannot do without: labels in both languages, its name, and the needed options of its type. */
export function NewFieldDialog({
  request,
  onClose,
}: {
  request: Extract<DialogRequest, { kind: 'newField' }>;
  onClose: () => void;
}) {
  const { t } = useTranslation('designer');
  const store = useDesignerStore();
  const fields = useDesigner((state) => state.document.meta.fields);
  const [meta, setMeta] = useState<FieldMeta>(() => startMeta(request.type, store.getState().document.meta));
  const add = ({ name, names }: NewPart) => {
    const { document, culture, run, select } = store.getState();
    const named = namedOptions(name, meta, culture);
    const commands = [
      ...newFieldCommands(document, { name, labels: names, meta: named.meta }, request),
      ...named.commands,
      ...rowNames(name, meta, t),
    ];
    const issues = run(t('designer.step.add', { name: nameIn(names, culture) }), commands);
    if (issues.length === 0) select([`fields.${name}`]);
    return issues;
  };
  return (
    <NewPartDialog
      title={t('designer.newFieldOf', { type: t(`designer.type.${request.type}`) })}
      kind="label"
      stem="field"
      taken={fields}
      onAdd={add}
      onClose={onClose}
    >
      <Needed meta={meta} onChange={setMeta} />
    </NewPartDialog>
  );
}

/** The rows of a new sub-table begin with a field that has its words too. */
const rowNames = (name: string, { fields }: FieldMeta, t: (key: string) => string): Command[] =>
  Object.keys(fields ?? {}).flatMap((row) =>
    nameCommands(
      `lines.${name}.${row}`,
      Object.fromEntries(cultures.map((culture) => [culture, t(`designer.fieldName.${culture}`)])),
    ),
  );

/** What a row may hold. */
const lineTypes = fieldTypeNames.filter((type) => fieldTypes[type].traits.inLines);

/** The same for a field of the rows of a sub-table, whose type is asked for too. */
export function NewLineFieldDialog({ of, onClose }: { of: string; onClose: () => void }) {
  const { t } = useTranslation('designer');
  const store = useDesignerStore();
  const fields = useDesigner((state) => state.document.meta.fields[of]?.fields) ?? {};
  const [meta, setMeta] = useState<FieldMeta>({ type: 'text' });
  const add = ({ name, names }: NewPart) => {
    const { culture, run } = store.getState();
    return run(t('designer.step.add', { name: nameIn(names, culture) }), [
      { do: 'set', at: `fields.${of}.fields.${name}`, value: namedOptions(name, meta, culture).meta },
      ...nameCommands(`lines.${of}.${name}`, names),
    ]);
  };
  return (
    <NewPartDialog
      title={t('designer.newField')}
      kind="label"
      stem="field"
      taken={fields}
      onAdd={add}
      onClose={onClose}
      before={
        <Labelled label={t('designer.option.type')}>
          {(control) => (
            <Select
              {...control}
              showSearch
              optionFilterProp="label"
              className="field-select"
              value={meta.type}
              options={lineTypes.map((type) => ({ value: type, label: t(`designer.type.${type}`) }))}
              onChange={(type: FieldTypeName) => setMeta(startMeta(type, store.getState().document.meta))}
            />
          )}
        </Labelled>
      }
    >
      <Needed meta={meta} onChange={setMeta} />
    </NewPartDialog>
  );
}

interface OptionsProps {
  readonly meta: FieldMeta;
  onChange(meta: FieldMeta): void;
}

/** The options without which a type is nothing. */
function Needed({ meta, onChange }: OptionsProps) {
  const { t } = useTranslation('designer');
  const option = (key: string) => t(`designer.option.${key}`);
  switch (meta.type) {
    case 'choice':
    case 'choices':
      return (
        <Labelled label={option('options')} help={t('designer.optionsHelp')}>
          {(control) => (
            <Select
              {...control}
              mode="tags"
              open={false}
              suffixIcon={null}
              className="field-select"
              tokenSeparators={[',', '，', '、', '\n']}
              value={meta.options ?? []}
              onChange={(options: string[]) => onChange({ ...meta, options })}
            />
          )}
        </Labelled>
      );
    case 'reference':
    case 'references':
      return <ReferenceTarget meta={meta} onChange={onChange} />;
    case 'sequence':
      return (
        <Labelled label={option('sequence')} help={t('designer.help.sequence')}>
          {(control) => (
            <Input
              {...control}
              className="field-mono"
              value={meta.sequence}
              onChange={(event) => onChange({ ...meta, sequence: event.target.value })}
            />
          )}
        </Labelled>
      );
    case 'computed':
      return <ComputedOptions meta={meta} onChange={onChange} />;
    case 'rollup':
      return <RollupOptions meta={meta} onChange={onChange} />;
    default:
      return null;
  }
}

function ComputedOptions({ meta, onChange }: OptionsProps) {
  const { t } = useTranslation('designer');
  const option = (key: string) => t(`designer.option.${key}`);
  return (
    <>
      <Labelled label={option('as')}>
        {(control) => (
          <Select
            {...control}
            className="field-select"
            value={meta.as}
            options={fieldTypeNames.map((type) => ({ value: type, label: t(`designer.type.${type}`) }))}
            onChange={(as) => onChange({ ...meta, as })}
          />
        )}
      </Labelled>
      <div className="form-item">
        <span className="form-item-label">{option('value')}</span>
        <RuleText label={option('value')} value={meta.value ?? ''} onChange={(value) => onChange({ ...meta, value })} />
      </div>
    </>
  );
}

/** Over which sub-table, and whether its rows are counted or a field of them is added up. */
function RollupOptions({ meta, onChange }: OptionsProps) {
  const { t } = useTranslation('designer');
  const fields = useDesigner((state) => state.document.meta.fields);
  const option = (key: string) => t(`designer.option.${key}`);
  const lines = Object.entries(fields).filter(([, { type }]) => type === 'lines');
  const inner = fields[meta.over ?? '']?.fields ?? {};
  return (
    <>
      <Labelled label={option('over')}>
        {(control) => (
          <Select
            {...control}
            className="field-select"
            value={meta.over || null}
            options={lines.map(([name]) => ({ value: name, label: name }))}
            onChange={(over: string | null) => onChange({ ...meta, over: over ?? '' })}
          />
        )}
      </Labelled>
      <Labelled label={option('count')}>
        {(control) => (
          <Switch
            {...control}
            checked={meta.count === true}
            onChange={(on) => {
              const { count: _, sum: __, ...rest } = meta;
              onChange(on ? { ...rest, count: true } : { ...rest, sum: Object.keys(inner)[0] ?? '' });
            }}
          />
        )}
      </Labelled>
      {meta.count ? null : (
        <Labelled label={option('sum')}>
          {(control) => (
            <Select
              {...control}
              className="field-select"
              value={meta.sum || null}
              options={Object.keys(inner).map((name) => ({ value: name, label: name }))}
              onChange={(sum: string | null) => onChange({ ...meta, sum: sum ?? '' })}
            />
          )}
        </Labelled>
      )}
    </>
  );
}

function ReferenceTarget({ meta, onChange }: OptionsProps) {
  const { t } = useTranslation('designer');
  const others = useDesigner((state) => state.others);
  return (
    <Labelled label={t('designer.option.to')}>
      {(control) => (
        <Select
          {...control}
          showSearch
          optionFilterProp="label"
          className="field-select"
          value={meta.to || null}
          options={others.map(({ entity, name }) => ({ value: entity, label: name }))}
          onChange={(to: string | null) => onChange({ ...meta, to: to ?? '' })}
        />
      )}
    </Labelled>
  );
}
