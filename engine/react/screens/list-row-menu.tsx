import { Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Entity } from '../../index.ts';
import type { WireRecord } from '../data/data-client.ts';
import type { EntityWords } from '../data/entity-words.ts';

export interface OpenRowMenu {
  record: WireRecord;
  at: DOMRect;
}

interface Props {
  open: OpenRowMenu | null;
  entity: Entity;
  words: EntityWords;
  onClose(): void;
  onPick(action: string, record: WireRecord): void;
}

/** One menu for all rows, shown at the button that asked: a menu in each row would cost every scrolled frame. */
export function ListRowMenu({ open, entity, words, onClose, onPick }: Props) {
  const { t } = useTranslation();
  if (!open) return null;
  const can = open.record._can ?? [];
  const rest = can.filter(
    (name) => name !== 'edit' && name !== 'delete' && name !== 'read' && entity.actions.has(name),
  );
  const item = (key: string, danger = false) => ({ key, danger, label: words.action(key) });
  const items = [
    { key: 'open', label: t('list.open') },
    ...(can.includes('edit') ? [item('edit')] : []),
    ...(rest.length > 0 ? [{ type: 'divider' as const }] : []),
    ...rest.map((name) => item(name, entity.actions.get(name)?.meta.tone === 'bad')),
    ...(can.includes('delete') ? [{ type: 'divider' as const }, item('delete', true)] : []),
  ];
  return (
    <Dropdown
      open
      autoFocus
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items,
        onClick: ({ key }) => {
          onClose();
          onPick(key, open.record);
        },
      }}
      onOpenChange={(next) => !next && onClose()}
    >
      <span
        className="row-menu-anchor"
        style={{ left: open.at.left, top: open.at.top, width: open.at.width, height: open.at.height }}
      />
    </Dropdown>
  );
}
