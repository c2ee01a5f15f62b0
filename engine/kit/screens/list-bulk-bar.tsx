import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { BulkAction } from '../controllers/list-bulk.ts';
import { countSelected, everythingSelected, emptySelection } from '../controllers/list-selection.ts';
import type { ListController } from '../controllers/use-list.ts';
import type { EntityLabels } from '../data/entity-labels.ts';
import { LazyDropdown } from '../ui/lazy-popover.tsx';
import { useKeys } from '../ui/use-keys.ts';

interface Props {
  list: ListController;
  words: EntityLabels;
  actions: readonly BulkAction[];
  busy: boolean;
  /** The action that is on its way. */
  sending: string | null;
  onAction(action: BulkAction): void;
  /** Buttons of what the business does with a selection. */
  more: ReactNode;
}

/** The number of actions in the bar; others, and those that no row allows, are behind one button. */
const maxOpen = 4;

/** Stands over the filters while rows are selected: how many, all or none, and what they can be put through. */
export function ListBulkBar({ list, words, actions, busy, sending, onAction, more: others }: Props) {
  const { t } = useTranslation();
  const { selection } = list;
  const count = countSelected(selection, list.total);
  useKeys({ Escape: () => list.setSelection(emptySelection) });
  const possible = actions.filter(({ able }) => able !== 0);
  const open = possible.slice(0, maxOpen);
  const more = [...possible.slice(maxOpen), ...actions.filter(({ able }) => able === 0)];
  const someCan = ({ able }: BulkAction) => (able !== null && able < count ? t('list.someCan', { able, count }) : '');
  const total = list.capped ? t('list.atLeast', { count: capShown(list.total) }) : list.total.toLocaleString();
  return (
    <div className="bulk-bar" role="toolbar" aria-label={t('list.bulk')}>
      <strong role="status">
        {selection.all && list.capped
          ? t('list.selectedAtLeast', { count: capShown(list.total).toLocaleString() })
          : t('list.selected', { count: count.toLocaleString() })}
      </strong>
      {!selection.all && count < list.total ? (
        <button type="button" className="link-button" onClick={() => list.setSelection(everythingSelected)}>
          {t('list.selectAll', { total })}
        </button>
      ) : null}
      <button type="button" className="link-button" onClick={() => list.setSelection(emptySelection)}>
        {t('list.selectNone')}
      </button>
      <span className="bulk-bar-actions">
        {open.map((action) => (
          <button
            key={action.name}
            type="button"
            className={`button${action.danger ? ' is-danger' : ''}`}
            disabled={busy}
            aria-busy={action.name === sending || undefined}
            onClick={() => onAction(action)}
          >
            {words.action(action.name)}
            {someCan(action) ? <small>{someCan(action)}</small> : null}
          </button>
        ))}
        {others}
        {more.length > 0 ? (
          <MoreActions actions={more} words={words} busy={busy} someCan={someCan} onAction={onAction} />
        ) : null}
        {actions.length === 0 && others === null ? <span className="bulk-bar-none">{t('list.noBulk')}</span> : null}
      </span>
    </div>
  );
}

interface MoreProps extends Pick<Props, 'actions' | 'words' | 'busy' | 'onAction'> {
  /** How many of the selected rows allow the action, where it is not all of them. */
  someCan: (action: BulkAction) => string;
}

/** The actions that are not in the bar itself, behind one button. */
function MoreActions({ actions, words, busy, someCan, onAction }: MoreProps) {
  const { t } = useTranslation();
  return (
    <LazyDropdown
      placement="bottomRight"
      menu={{
        items: actions.map((action) => ({
          key: action.name,
          label: (
            <>
              {words.action(action.name)} <small className="action-reason">{someCan(action)}</small>
            </>
          ),
          danger: action.danger && action.able !== 0,
          disabled: busy || action.able === 0,
        })),
        onClick: ({ key }) => {
          const chosen = actions.find(({ name }) => name === key);
          if (chosen) onAction(chosen);
        },
      }}
    >
      <button type="button" className="button" aria-haspopup="menu">
        {t('list.more')}
      </button>
    </LazyDropdown>
  );
}

/** The round number below a capped count. */
export const capShown = (total: number): number => (total >= 1000 ? Math.floor(total / 1000) * 1000 : total);
