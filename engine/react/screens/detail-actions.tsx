import { Button, Dropdown, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { offeredActions, offeredVerb, type OfferedAction } from '../controllers/detail-actions.ts';
import type { EntityAnswer, WireRecord } from '../data/data-client.ts';
import { useFieldHost } from '../fields/field-host.tsx';
import { WhyLink } from './why-link.tsx';

/** More than this many are folded away; the next step of the workflow is the one that stands out. */
const openActions = 3;

/** The buttons of a record: possible ones to press, refused ones with their reason. */
export function DetailActions({
  path,
  record,
  answer,
  run,
}: {
  path: string;
  record: WireRecord;
  answer: EntityAnswer;
  run: (action: string) => void;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { entity, words } = useFieldHost();
  const offered = offeredActions(entity, answer, record);
  const edit = offeredVerb('edit', answer, record);
  const remove = offeredVerb('delete', answer, record);
  // What leads the record on stands out; switching something on or off, or an act beside the flow, does not.
  const title = String(record[entity.title.name] ?? record.id);
  const why = (code: string) => <WhyLink path={path} code={code} record={{ id: record.id, title }} />;
  const primary = offered.find(({ enabled, tone }) => enabled && tone === 'good');
  const others = offered.filter((one) => one !== primary);
  const open = others.slice(0, openActions - 1);
  const folded = [...others.slice(openActions - 1), ...(remove ? [remove] : [])];
  const items = folded.map(({ name, enabled, reason, tone }) => ({
    key: name,
    danger: tone === 'bad',
    disabled: !enabled,
    label: reason ? (
      <span>
        {words.action(name)} <small className="action-reason">{reason}</small>
      </span>
    ) : (
      words.action(name)
    ),
  }));
  return (
    <>
      {items.length > 0 ? (
        <Dropdown menu={{ items, onClick: ({ key }) => run(key) }} trigger={['click']}>
          <Button aria-label={t('detail.more')}>···</Button>
        </Dropdown>
      ) : null}
      {open.map((one) => (
        <ActionButton key={one.name} offered={one} why={why(one.name)} onPress={() => run(one.name)} />
      ))}
      {edit ? (
        <ActionButton
          offered={edit}
          why={why('edit')}
          onPress={() => navigate(`/${path}/${encodeURIComponent(record.id)}/edit`)}
        />
      ) : null}
      {primary ? <ActionButton offered={primary} primary onPress={() => run(primary.name)} /> : null}
    </>
  );
}

/** A refused action keeps its place and can be reached, so that its reason can be read by everyone. */
function ActionButton({
  offered,
  primary,
  why,
  onPress,
}: {
  offered: OfferedAction;
  primary?: boolean;
  why?: ReactNode;
  onPress: () => void;
}) {
  const { words } = useFieldHost();
  const label = words.action(offered.name);
  if (offered.enabled) {
    return (
      <Button type={primary ? 'primary' : 'default'} danger={offered.tone === 'bad'} onClick={onPress}>
        {label}
      </Button>
    );
  }
  return (
    <Tooltip
      title={
        <>
          {offered.reason} {why}
        </>
      }
      trigger={['hover', 'focus']}
    >
      <Button className="is-refused" aria-disabled aria-label={`${label}: ${offered.reason ?? ''}`}>
        {label}
      </Button>
    </Tooltip>
  );
}
