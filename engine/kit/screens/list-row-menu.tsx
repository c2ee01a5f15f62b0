import { Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Entity } from '../../core/index.ts';
import type { WireRecord } from '../data/data-client.ts';
import type { EntityLabels } from '../data/entity-labels.ts';

export interface OpenRowMenu {
  record: WireRecord;
  at: DOMRect;
}

interface Props {
  open: OpenRowMenu | null;
  entity: Entity;
  words: EntityLabels;
  onClose(): void;
  onPick(action: string, record: WireRecord): void;
}

/** One menu for all rows, shown at the button that asked: a menu in each row would cost every scrolled frame. */
export function ListRowMenu({ open, entity, words, onClose, onPick }: Props) {
  const { t } = useTranslation();
  if (!open) return null;
  const all = rowMenuItems({ record: open.record, entity, words, open: t('list.open') });
  const items = all.flatMap((one, at) =>
    at > 0 && one.group !== all[at - 1]?.group ? [{ type: 'divider' as const }, shownItem(one)] : [shownItem(one)],
  );
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

interface RowMenuItem {
  key: string;
  label: string;
  danger: boolean;
  group: 'look' | 'act' | 'delete';
}

const shownItem = ({ key, label, danger }: RowMenuItem) => ({ key, label, danger });

/** What can be done with a record, in order: look and edit, its actions, delete. */
export function rowMenuItems({
  record,
  entity,
  words,
  open,
}: {
  record: WireRecord;
  entity: Entity;
  words: EntityLabels;
  open: string;
}): RowMenuItem[] {
  const can = record._can ?? [];
  const item = (key: string, group: RowMenuItem['group'], danger = false): RowMenuItem => ({
    ...{ key, group, danger },
    label: words.action(key),
  });
  const rest = can.filter((name) => !['edit', 'delete', 'read'].includes(name) && entity.actions.has(name));
  return [
    { key: 'open', label: open, danger: false, group: 'look' },
    ...(can.includes('edit') ? [item('edit', 'look')] : []),
    ...rest.map((name) => item(name, 'act', entity.actions.get(name)?.meta.tone === 'bad')),
    ...(can.includes('delete') ? [item('delete', 'delete', true)] : []),
  ];
}
