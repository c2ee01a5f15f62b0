import { Button, Input, Modal, Select, Switch } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldTypeNames, type FieldMeta, type Issue } from '../../engine/index.ts';
import { newFieldCommands, fieldNameOf, startMeta } from '../document/new-field.ts';
import { freeName } from '../document/form-moves.ts';
import { Labelled } from '../new-entity-dialog.tsx';
import { useDesigner, useDesignerStore } from '../store.ts';
import type { Asked } from '../tools/workbench.ts';
import { useIssueLine } from '../use-designer-words.ts';
import { RuleText } from './rule-text.tsx';

const cultures = ['zh-CN', 'en-US'] as const;

/** Asks what a new field cannot do without: labels in both languages, its name, and the needed options of its type. */
export function NewFieldDialog({
  asked,
  onClose,
}: {
  asked: Extract<Asked, { kind: 'newField' }>;
  onClose: () => void;
}) {
  const { t } = useTranslation('designer');
  const store = useDesignerStore();
  const line = useIssueLine();
  const fields = useDesigner((state) => state.document.meta.fields);
  const [labels, setLabels] = useState<Record<(typeof cultures)[number], string>>({ 'zh-CN': '', 'en-US': '' });
  const [typed, setTyped] = useState<string | null>(null);
  const [meta, setMeta] = useState<FieldMeta>(() => startMeta(asked.type, store.getState().document.meta));
  const [issues, setIssues] = useState<readonly Issue[]>([]);
  const name = typed ?? freeName(fields, fieldNameOf(labels['en-US']) || 'field');
  const add = () => {
    const missing = cultures
      .filter((culture) => !labels[culture].trim())
      .map((culture): Issue => ({ code: 'designer.needed', path: culture }));
    const taken: Issue[] = name in fields ? [{ code: 'designer.taken', path: 'name', params: { name } }] : [];
    if (missing.length + taken.length > 0) return setIssues([...missing, ...taken]);
    const commands = newFieldCommands(store.getState().document, asked.where, { name, labels, meta }, asked.target);
    const found = store
      .getState()
      .run(t('designer.step.add', { name: labels[store.getState().culture as 'en-US'] ?? name }), commands);
    if (found.length > 0) return setIssues(found);
    store.getState().select([`fields.${name}`]);
    onClose();
  };
  const faultAt = (path: string) =>
    issues
      .filter((issue) => issue.path === path)
      .map(line)
      .join(' ') || undefined;
  const others = issues.filter(({ path }) => path !== 'name' && !cultures.some((culture) => culture === path));
  return (
    <Modal
      open
      centered
      title={t('designer.newFieldOf', { type: t(`designer.type.${asked.type}`) })}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="primary" onClick={add}>
            {t('designer.add')}
          </Button>
        </>
      }
    >
      <form
        className="dialog-form design-new"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        {cultures.map((culture, at) => (
          <Labelled key={culture} label={t(`designer.labelIn.${culture}`)} fault={faultAt(culture)}>
            {(control) => (
              <Input
                {...control}
                autoFocus={at === 0}
                lang={culture}
                maxLength={100}
                value={labels[culture]}
                onChange={(event) => setLabels({ ...labels, [culture]: event.target.value })}
              />
            )}
          </Labelled>
        ))}
        <Labelled label={t('designer.codeName')} help={t('designer.fieldNameHelp')} fault={faultAt('name')}>
          {(control) => (
            <Input
              {...control}
              className="field-mono"
              value={name}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Labelled>
        <Needed meta={meta} onChange={setMeta} />
        {others.map((issue, at) => (
          <p key={at} className="field-fault" role="alert">
            {line(issue)}
          </p>
        ))}
        <button type="submit" hidden />
      </form>
    </Modal>
  );
}

/** The options without which a type is nothing. */
function Needed({ meta, onChange }: { meta: FieldMeta; onChange: (meta: FieldMeta) => void }) {
  const { t } = useTranslation('designer');
  const others = useDesigner((state) => state.others);
  const fields = useDesigner((state) => state.document.meta.fields);
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
              tokenSeparators={[',', ' ', '\n']}
              value={meta.options ?? []}
              onChange={(options: string[]) => onChange({ ...meta, options })}
            />
          )}
        </Labelled>
      );
    case 'reference':
    case 'references':
      return (
        <Labelled label={option('to')}>
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
            <RuleText
              label={option('value')}
              value={meta.value ?? ''}
              onChange={(value) => onChange({ ...meta, value })}
            />
          </div>
        </>
      );
    case 'rollup': {
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
    default:
      return null;
  }
}
