import { Button, Dropdown, Tooltip, type MenuProps } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Entity } from '../../core/index.ts';
import { actionWords } from '../controllers/actions/action-question.ts';
import { offeredActions, offeredVerb, type OfferedAction } from '../controllers/detail-actions.ts';
import { nextStep } from '../controllers/next-step.ts';
import type { EntityAnswer, WireRecord } from '../data/data-client.ts';
import { useFieldHost } from '../fields/controls/field-host.tsx';
import { useKeys } from '../ui/use-keys.ts';
import { RefusedDialog } from './refused-dialog.tsx';
import { WhyLink } from './why-link.tsx';

/** More than this many are folded away; the next step of the workflow is the one that stands out. */
const openActions = 3;

interface DetailActionsProps {
  path: string;
  record: WireRecord;
  answer: EntityAnswer;
  /** The action whose answer is awaited: until then none of them can be pressed. */
  sending: string | null;
  /** One row of a phone: the action that stands out comes first, the others are behind the menu. */
  narrow: boolean;
  run: (action: string) => void;
}

/** The buttons of a record: possible ones to press, refused ones that give their reason. `.` opens all of them as a menu. */
export function DetailActions({ path, record, answer, sending, narrow, run }: DetailActionsProps) {
  const navigate = useNavigate();
  const { entity, words } = useFieldHost();
  const [all, setAll] = useState(false);
  const [refused, setRefused] = useState<OfferedAction | null>(null);
  const { next, primary, beside, folded, every } = arranged({ entity, answer, record, narrow });
  const press = (one: OfferedAction) => {
    if (sending !== null) return;
    if (!one.enabled) setRefused(one);
    else if (one.name === 'edit') navigate(`/${path}/${encodeURIComponent(record.id)}/edit`);
    else run(one.name);
  };
  const menuOf = (actions: readonly OfferedAction[]) => ({
    items: actions.map((one) => menuItem(one, words.action(one.name))),
    onClick: ({ key }: { key: string }) => {
      setAll(false);
      const chosen = actions.find(({ name }) => name === key);
      if (chosen) press(chosen);
    },
  });
  useKeys({ '.': () => every.length > 0 && setAll(true) });
  const pressed = refused !== null;
  const first = primary ? (
    <PrimaryButton key="first" {...{ primary, next, record, sending, pressed }} onPress={() => press(primary)} />
  ) : null;
  const others = beside.map((one) => (
    <ActionButton key={one.name} offered={one} sending={sending} pressed={pressed} onPress={() => press(one)} />
  ));
  const more =
    folded.length > 0 ? (
      <MoreActions key="more" menu={menuOf(folded)} isSending={folded.some(({ name }) => name === sending)} />
    ) : null;
  return (
    <>
      <Dropdown
        open={all}
        autoFocus
        trigger={['click']}
        menu={menuOf(every)}
        onOpenChange={(next) => !next && setAll(false)}
      >
        <span className="record-menu-anchor" />
      </Dropdown>
      {narrow ? [first, others, more] : [more, others, first]}
      {refused ? <WhyRefused path={path} record={record} refused={refused} onClose={() => setRefused(null)} /> : null}
    </>
  );
}

interface Offering extends Pick<DetailActionsProps, 'answer' | 'record' | 'narrow'> {
  readonly entity: Entity;
}

/** The actions of a record by where they stand: the one that stands out, a few beside it, and the rest in a menu. */
function arranged({ entity, answer, record, narrow }: Offering) {
  const offered = offeredActions(entity, answer, record);
  const edit = offeredVerb('edit', answer, record);
  const remove = offeredVerb('delete', answer, record);
  // What leads the record on stands out; switching something on or off, or an act beside the flow, does not.
  const next = nextStep(entity, record.status);
  const primary =
    offered.find(({ name }) => name === next) ?? offered.find(({ enabled, tone }) => enabled && tone === 'good');
  const others = offered.filter((one) => one !== primary);
  const every = [primary, edit, ...others, remove].filter((one) => one !== null && one !== undefined);
  const open = [...others.slice(0, openActions - 1), ...(edit ? [edit] : [])];
  // Two fit a phone; of more, the first stands beside the menu of the others.
  const visible = every.length > 2 ? 1 : 2;
  const beside = narrow ? every.slice(0, visible).filter((one) => one !== primary) : open;
  const folded = every.filter((one) => one !== primary && !beside.includes(one));
  return { next, primary, beside, folded, every };
}

function MoreActions({ menu, isSending }: { menu: MenuProps; isSending: boolean }) {
  const { t } = useTranslation();
  return (
    <Dropdown menu={menu} trigger={['click']}>
      <Button aria-label={t('detail.more')} aria-keyshortcuts="." loading={isSending}>
        ···
      </Button>
    </Dropdown>
  );
}

interface PrimaryProps {
  readonly primary: OfferedAction;
  readonly next: string | null;
  readonly record: WireRecord;
  readonly sending: string | null;
  readonly pressed: boolean;
  onPress(): void;
}

/** The action that stands out; the next step has words of its own where the schema gives it some. */
function PrimaryButton({ primary, next, record, sending, pressed, onPress }: PrimaryProps) {
  const host = useFieldHost();
  return (
    <ActionButton
      offered={primary}
      sending={sending}
      primary
      label={
        primary.name === next
          ? (actionWords({ host, text: host.words.saying('buttons', next), records: [record] }) ?? undefined)
          : undefined
      }
      pressed={pressed}
      onPress={onPress}
    />
  );
}

interface WhyRefusedProps {
  readonly path: string;
  readonly record: WireRecord;
  readonly refused: OfferedAction;
  onClose(): void;
}

function WhyRefused({ path, record, refused, onClose }: WhyRefusedProps) {
  const { entity, words } = useFieldHost();
  return (
    <RefusedDialog
      title={words.action(refused.name)}
      reason={refused.reason ?? ''}
      solution={
        <WhyLink
          path={path}
          code={refused.name}
          record={{ id: record.id, title: String(record[entity.title.name] ?? record.id) }}
        />
      }
      onClose={onClose}
    />
  );
}

/** A refused action stays focusable, so that arrow keys reach it and screen readers read the reason. */
const menuItem = ({ name, enabled, reason, tone }: OfferedAction, label: string) => ({
  key: name,
  danger: enabled && tone === 'bad',
  className: enabled ? undefined : 'is-refused',
  label: reason ? (
    <span>
      {label} <small className="action-reason">{reason}</small>
    </span>
  ) : (
    label
  ),
});

/** A refused action keeps its place and can be pressed, so that its reason can be read by everyone. */
function ActionButton({
  offered,
  primary,
  sending,
  pressed,
  label: actionLabel,
  onPress,
}: {
  offered: OfferedAction;
  sending: string | null;
  primary?: boolean;
  /** The reason is already in a dialog. */
  pressed?: boolean;
  /** Its own words; the action's name otherwise. */
  label?: string | undefined;
  onPress: () => void;
}) {
  const { words } = useFieldHost();
  const label = actionLabel ?? words.action(offered.name);
  if (offered.enabled) {
    return (
      <Button
        type={primary ? 'primary' : 'default'}
        className={primary && offered.tone === 'good' ? 'is-good' : undefined}
        danger={offered.tone === 'bad'}
        loading={sending === offered.name}
        disabled={sending !== null && sending !== offered.name}
        onClick={onPress}
      >
        {label}
      </Button>
    );
  }
  return (
    <Tooltip title={pressed ? null : offered.reason} trigger={['hover']}>
      <Button className="is-refused" aria-label={`${label}: ${offered.reason ?? ''}`} onClick={onPress}>
        {label}
      </Button>
    </Tooltip>
  );
}
