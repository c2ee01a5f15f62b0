import { Button, Input, Modal, Select, type InputRef } from 'antd';
import { useRef, useState, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { screenOf } from '../../engine/core/index.ts';
import type { EntityEntries, EntityEntry } from '../document/api.ts';
import { Labelled } from '../panels/labelled.tsx';
import type { NewEntry } from './use-menu-steps.ts';

interface Props {
  kind: 'group' | 'entry';
  found: EntityEntries;
  /** Its position, as text. */
  where: string;
  onAdd: (entry: NewEntry) => void;
  onClose: () => void;
}

/** Asks what a new entry opens, and what it is called where nothing else names it. */
export function NewEntryDialog({ kind, found, where, onAdd, onClose }: Props) {
  const { t } = useTranslation('designer');
  const [name, setName] = useState('');
  const [target, setTarget] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const first = useRef<InputRef>(null);
  const chosen = [...found.entities, ...found.screens].find(({ entity }) => entity === target);
  const isEntity = chosen !== undefined && screenOf(chosen.entity) === null;
  const called = name.trim() || (kind === 'entry' ? (chosen?.name ?? '') : '');
  const done = () => {
    setTried(true);
    if (called === '' || (kind === 'entry' && !chosen)) return;
    onAdd(kind === 'entry' && chosen ? entryOf(chosen, called) : groupOf(called));
    onClose();
  };
  return (
    <Modal
      open
      centered
      width={440}
      title={t(kind === 'group' ? 'menus.newGroup' : 'menus.newEntry')}
      onCancel={onClose}
      afterOpenChange={(open) => open && first.current?.focus()}
      footer={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="primary" onClick={done}>
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
          done();
        }}
      >
        <p>{where}</p>
        {kind === 'entry' ? (
          <TargetSelect found={found} value={target} isMissing={tried && !chosen} onChange={setTarget} />
        ) : null}
        {isEntity ? (
          <p className="form-item-help">{t('menus.entityWord')}</p>
        ) : (
          <NameInput
            ref={first}
            value={name}
            placeholder={chosen?.name}
            isMissing={tried && called === ''}
            onChange={setName}
          />
        )}
        <button type="submit" hidden />
      </form>
    </Modal>
  );
}

interface NameProps {
  ref: Ref<InputRef>;
  value: string;
  placeholder: string | undefined;
  isMissing: boolean;
  onChange(name: string): void;
}

function NameInput({ ref, value, placeholder, isMissing, onChange }: NameProps) {
  const { t } = useTranslation('designer');
  return (
    <Labelled label={t('menus.name')} help={t('menus.nameHint')} fault={isMissing ? t('designer.needed') : undefined}>
      {(control) => (
        <Input
          {...control}
          ref={ref}
          maxLength={60}
          value={value}
          placeholder={placeholder}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Labelled>
  );
}

interface TargetProps {
  found: EntityEntries;
  value: string | null;
  isMissing: boolean;
  onChange(target: string | null): void;
}

/** The live entities and screens, to choose what the entry opens. */
function TargetSelect({ found, value, isMissing, onChange }: TargetProps) {
  const { t } = useTranslation('designer');
  const live = (entries: readonly EntityEntry[]) => entries.filter(({ state }) => state === 'live');
  const options = (['entities', 'screens'] as const).map((what) => ({
    label: t(`designer.${what}`),
    options: live(found[what]).map(({ entity, name: label }) => ({ value: entity, label })),
  }));
  return (
    <Labelled label={t('menus.opens')} fault={isMissing ? t('designer.needed') : undefined}>
      {(control) => (
        <Select
          {...control}
          autoFocus
          showSearch
          className="field-select"
          optionFilterProp="label"
          value={value}
          options={options}
          onChange={onChange}
        />
      )}
    </Labelled>
  );
}

const groupOf = (name: string): NewEntry => ({
  name,
  code: name.toLowerCase().replace(/\s+/g, '-') || 'group',
  fields: { type: '0', openType: '0' },
});

/** As a publish puts it into the menu. */
function entryOf({ entity, path }: EntityEntry, name: string): NewEntry {
  const screen = screenOf(entity);
  if (screen === null) {
    return { name, code: entity, fields: { type: '1', openType: '1', router: `/${path}`, entity } };
  }
  const router = `/board/${screen}`;
  return {
    name,
    code: `board-${screen}`,
    fields: { type: '1', openType: '1', router, component: 'board', icon: 'dashboard' },
  };
}
