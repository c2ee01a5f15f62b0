import { Checkbox, Input, Modal } from 'antd';
import { useId, useState } from 'react';
import { groups, type SheetColumn } from './columns.ts';
import type { Outset } from './desk.ts';
import type { Template } from './use-templates.ts';
import { useWords } from './wording.ts';

interface Props {
  columns: readonly SheetColumn[];
  outset: Outset;
  templates: readonly Template[];
  offers(column: SheetColumn): readonly string[];
  onTake(outset: Outset): void;
  /** Keeps it under a name, for this sheet and for new ones. */
  onKeep(name: string, outset: Outset): void;
  onDrop(id: string): void;
  onClose(): void;
}

/** Which columns the sheet shows and with what a new order begins; kept under a name it is a template. */
export function TemplateDialog({ columns, outset, templates, offers, onTake, onKeep, onDrop, onClose }: Props) {
  const t = useWords();
  const [shown, setShown] = useState(() => new Set(outset.columns));
  const [defaults, setDefaults] = useState(outset.defaults);
  const [name, setName] = useState('');
  const list = useId();
  const chosen = (): Outset => ({
    columns: columns.filter(({ id }) => shown.has(id)).map(({ id }) => id),
    defaults: Object.fromEntries(Object.entries(defaults).filter(([, text]) => text.trim() !== '')),
  });
  return (
    <Modal
      open
      centered
      width={820}
      title={t('template.title')}
      okText={t('template.take')}
      cancelText={t('ui.cancel')}
      okButtonProps={{ disabled: shown.size === 0 }}
      onOk={() => (name.trim() === '' ? onTake(chosen()) : onKeep(name.trim(), chosen()))}
      onCancel={onClose}
    >
      {templates.length > 0 ? (
        <ul className="bulk-templates" aria-label={t('template.own')}>
          {templates.map((template) => (
            <li key={template.id}>
              <button type="button" className="button is-small" onClick={() => onTake(template)}>
                {template.name}
              </button>
              <button
                type="button"
                className="link-button"
                aria-label={t('template.dropOf', { name: template.name })}
                onClick={() => onDrop(template.id)}
              >
                {t('template.drop')}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <div className="bulk-template-columns">
        {groups.map((group) => {
          const own = columns.filter((column) => column.group === group);
          if (own.length === 0) return null;
          return (
            <fieldset key={group}>
              <legend>{t(`group.${group}`)}</legend>
              {own.map((column) => (
                <div key={column.id}>
                  <Checkbox
                    checked={shown.has(column.id)}
                    onChange={({ target }) => {
                      const next = new Set(shown);
                      if (target.checked) next.add(column.id);
                      else next.delete(column.id);
                      setShown(next);
                    }}
                  >
                    {column.label}
                  </Checkbox>
                  <input
                    value={defaults[column.id] ?? ''}
                    aria-label={t('template.defaultOf', { column: column.label })}
                    placeholder={t('template.default')}
                    list={offers(column).length > 0 ? `${list}-${column.id}` : undefined}
                    onChange={({ target }) => setDefaults({ ...defaults, [column.id]: target.value })}
                  />
                  {offers(column).length > 0 ? (
                    <datalist id={`${list}-${column.id}`}>
                      {offers(column).map((word) => (
                        <option key={word} value={word} />
                      ))}
                    </datalist>
                  ) : null}
                </div>
              ))}
            </fieldset>
          );
        })}
      </div>
      <label className="bulk-template-name">
        <span>{t('template.name')}</span>
        <Input
          value={name}
          maxLength={60}
          placeholder={t('template.nameNote')}
          onChange={({ target }) => setName(target.value)}
        />
      </label>
    </Modal>
  );
}
