import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** The tools of one row in an ordered list: a place up, a place down, and out. */
export function MoveButtons({
  name,
  index,
  count,
  onMove,
  onRemove,
  fixed = false,
  icon = <DeleteOutlined aria-hidden />,
}: {
  name: string;
  index: number;
  count: number;
  /** To which place. */
  onMove: (to: number) => void;
  onRemove: () => void;
  /** It cannot be taken out. */
  fixed?: boolean;
  icon?: ReactNode;
}) {
  const { t } = useTranslation('designer');
  const buttons = [
    { key: 'up', icon: <ArrowUpOutlined aria-hidden />, off: index === 0, press: () => onMove(index - 1) },
    { key: 'down', icon: <ArrowDownOutlined aria-hidden />, off: index === count - 1, press: () => onMove(index + 1) },
    { key: 'removeOf', icon, off: fixed, press: onRemove },
  ];
  return buttons.map(({ key, icon: sign, off, press }) => (
    <button
      key={key}
      type="button"
      className="icon-button"
      disabled={off}
      aria-label={t(`designer.${key}`, { name })}
      onClick={press}
    >
      {sign}
    </button>
  ));
}
