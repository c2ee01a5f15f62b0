import { MoreOutlined } from '@ant-design/icons';
import { App, Dropdown, Input, Modal } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { newKey, errorMessage, useConfirm, useViewer, WireError } from '../engine/kit/index.ts';
import type { EntityEntry, SchemaApi } from './document/api.ts';
import './review/review.css';
import { saveDiscarded } from './trash/discarded-drafts.ts';

interface CardActionsProps {
  readonly entry: EntityEntry;
  readonly api: Pick<SchemaApi, 'discard' | 'retire' | 'revive' | 'read'>;
  readonly onDone: () => void;
}

/** What may be done with an entity or a screen without opening it: throw its draft away, retire it, bring it back. */
export function CardActions({ entry, api, onDone }: CardActionsProps) {
  const { t } = useTranslation('designer');
  const { message } = App.useApp();
  const [retiring, setRetiring] = useState(false);
  const { entity, name, draft, origin, state } = entry;
  const { run, discard } = useDiscard({ entry, api, onDone });
  const items = [
    ...(draft
      ? [{ key: 'discard', danger: true, label: t('designer.discardDraft'), onClick: () => void discard() }]
      : []),
    ...(origin === 'own' && state === 'live'
      ? [{ key: 'retire', danger: true, label: t('designer.retire'), onClick: () => setRetiring(true) }]
      : []),
    ...(state === 'retired'
      ? [
          {
            key: 'revive',
            label: t('designer.revive'),
            onClick: () => void run(() => api.revive(entity, newKey()), 'designer.revived'),
          },
        ]
      : []),
  ];
  if (items.length === 0) return null;
  return (
    <>
      <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
        <button type="button" className="icon-button design-card-more" aria-label={t('designer.moreOf', { name })}>
          <MoreOutlined aria-hidden />
        </button>
      </Dropdown>
      {retiring ? (
        <RetireDialog
          name={name}
          onClose={() => setRetiring(false)}
          onRetire={async (reason) => {
            try {
              await api.retire(entity, reason, newKey());
            } catch (error) {
              // What it still holds up is shown where the question was asked.
              const users = error instanceof WireError ? usersIn(error.data) : [];
              if (users.length === 0) void message.error(errorMessage(error));
              return users;
            }
            void message.success(t('designer.retired', { name }));
            setRetiring(false);
            onDone();
            return [];
          }}
        />
      ) : null}
    </>
  );
}

/** Throws the draft away, once that is confirmed; `run` does what else may fail, and says what came of it. */
function useDiscard({ entry: { entity, name, draft, state }, api, onDone }: CardActionsProps) {
  const { t } = useTranslation('designer');
  const { message } = App.useApp();
  const confirm = useConfirm();
  const { id: person } = useViewer();
  const run = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work();
      void message.success(t(done, { name }));
      onDone();
    } catch (error) {
      void message.error(errorMessage(error));
    }
  };
  const discard = async () => {
    const question = {
      title: t('designer.discardQuestion', { name }),
      content: t(state === 'draft' ? 'designer.discardNewNote' : 'designer.discardNote', { by: draft?.by ?? '' }),
      okText: t('designer.discardDraft'),
      danger: true,
    };
    if (!(await confirm(question))) return;
    await run(async () => {
      const { draft: present } = await api.read(entity);
      if (!present) return;
      const at = new Date().toISOString();
      // Without local storage there is no trash, but the person has confirmed.
      await saveDiscarded({ person, entity, name, at, document: present.document, isNew: state === 'draft' }).catch(
        () => undefined,
      );
      await api.discard(entity, present.stamp, newKey());
    }, 'designer.discarded');
  };
  return { run, discard };
}

/** Another entity, or `screen:<name>`, that could not stand without this one, and where. */
interface User {
  readonly path: string;
}

const usersIn = (data: unknown): readonly User[] =>
  typeof data === 'object' && data !== null && 'blockers' in data && Array.isArray(data.blockers)
    ? (data.blockers as readonly User[])
    : [];

function RetireDialog({
  name,
  onClose,
  onRetire,
}: {
  name: string;
  onClose: () => void;
  onRetire: (reason: string) => Promise<readonly User[]>;
}) {
  const { t } = useTranslation('designer');
  const id = useId();
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [users, setUsers] = useState<readonly User[]>([]);
  const retire = async () => {
    setBusy(true);
    setUsers(await onRetire(reason.trim()));
    setBusy(false);
  };
  return (
    <Modal
      open
      centered
      title={t('designer.retireQuestion', { name })}
      okText={t('designer.retire')}
      okButtonProps={{ danger: true, disabled: reason.trim() === '', loading: busy }}
      onOk={() => void retire()}
      onCancel={onClose}
    >
      <p>{t('designer.retireNote')}</p>
      <label htmlFor={id}>{t('review.reason')}</label>
      <Input id={id} autoFocus value={reason} maxLength={200} onChange={(event) => setReason(event.target.value)} />
      {users.length > 0 ? (
        <div className="review-blocker" role="alert">
          <p>{t('designer.retireHeld', { name })}</p>
          <ul>
            {users.map(({ path }) => {
              const [by = '', place = ''] = path.split(': ');
              return (
                <li key={path}>
                  <Link to={`/designer/${by}`} onClick={onClose}>
                    {by}
                  </Link>{' '}
                  <code>{place}</code>
                </li>
              );
            })}
          </ul>
        </div>
      ) : null}
    </Modal>
  );
}
