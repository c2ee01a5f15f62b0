import { Checkbox, Input, Modal } from 'antd';
import { useId, useState } from 'react';
import { groups, type SheetColumn } from './columns.ts';
import type { Outset } from './sheet-store.ts';
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
  const show = (id: string, on: boolean) =>
    setShown(new Set(on ? [...shown, id] : [...shown].filter((each) => each !== id)));
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
      {templates.length > 0 ? <OwnTemplates {...{ templates, onTake, onDrop }} /> : null}
      <div className="bulk-template-columns">
        {groups.map((group) => {
          const own = columns.filter((column) => column.group === group);
          if (own.length === 0) return null;
          return (
            <fieldset key={group}>
              <legend>{t(`group.${group}`)}</legend>
              {own.map((column) => (
                <ColumnLine
                  key={column.id}
                  column={column}
                  shown={shown.has(column.id)}
                  text={defaults[column.id] ?? ''}
                  words={offers(column)}
                  onShow={(on) => show(column.id, on)}
                  onDefault={(text) => setDefaults({ ...defaults, [column.id]: text })}
                />
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

function OwnTemplates({ templates, onTake, onDrop }: Pick<Props, 'templates' | 'onTake' | 'onDrop'>) {
  const t = useWords();
  return (
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
  );
}

/** Whether a column is shown, and with what it begins. */
function ColumnLine({
  column,
  shown,
  text,
  words,
  onShow,
  onDefault,
}: {
  column: SheetColumn;
  shown: boolean;
  text: string;
  /** What can be chosen there. */
  words: readonly string[];
  onShow: (on: boolean) => void;
  onDefault: (text: string) => void;
}) {
  const t = useWords();
  const list = useId();
  return (
    <div>
      <Checkbox checked={shown} onChange={({ target }) => onShow(target.checked)}>
        {column.label}
      </Checkbox>
      <input
        value={text}
        aria-label={t('template.defaultOf', { column: column.label })}
        placeholder={t('template.default')}
        list={words.length > 0 ? list : undefined}
        onChange={({ target }) => onDefault(target.value)}
      />
      {words.length > 0 ? (
        <datalist id={list}>
          {words.map((word) => (
            <option key={word} value={word} />
          ))}
        </datalist>
      ) : null}
    </div>
  );
}
