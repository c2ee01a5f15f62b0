import { Drawer } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Entity } from '../../core/index.ts';
import type { EntityLabels } from '../data/entity-labels.ts';
import { rowMenuItems, type OpenRowMenu } from './list-row-menu.tsx';

interface Props {
  open: OpenRowMenu | null;
  title: string;
  entity: Entity;
  words: EntityLabels;
  onClose(): void;
  onPick(action: string, record: OpenRowMenu['record']): void;
}

/** What can be done with a record, at the thumb's end of a phone. */
export function ListActionSheet({ open, title, entity, words, onClose, onPick }: Props) {
  const { t } = useTranslation();
  if (!open) return null;
  return (
    <Drawer
      open
      placement="bottom"
      height="auto"
      title={title}
      className="action-sheet"
      onClose={onClose}
      closable={{ 'aria-label': t('ui.close') }}
    >
      <ul>
        {rowMenuItems({ record: open.record, entity, words, open: t('list.open') }).map(({ key, label, danger }) => (
          <li key={key}>
            <button
              type="button"
              data-danger={danger}
              onClick={() => {
                onClose();
                onPick(key, open.record);
              }}
            >
              {label}
            </button>
          </li>
        ))}
      </ul>
    </Drawer>
  );
}
