import { MoreOutlined } from '@ant-design/icons';
import { App, Dropdown, Input, Modal } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newKey, troubleLine, useConfirm } from '../engine/react/index.ts';
import type { EntityEntry, SchemaApi } from './document/api.ts';

interface CardActionsProps {
  readonly entry: EntityEntry;
  readonly api: Pick<SchemaApi, 'discard' | 'retire' | 'revive' | 'read'>;
  readonly onDone: () => void;
}

/** What may be done with an entity or a screen without opening it: throw its draft away, retire it, bring it back. */
export function CardActions({ entry, api, onDone }: CardActionsProps) {
  const { t } = useTranslation('designer');
  const { message } = App.useApp();
  const confirm = useConfirm();
  const [retiring, setRetiring] = useState(false);
  const { entity, name, draft, origin, state } = entry;
  const run = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work();
      void message.success(t(done, { name }));
      onDone();
    } catch (error) {
      void message.error(troubleLine(error));
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
      if (present) await api.discard(entity, present.stamp, newKey());
    }, 'designer.discarded');
  };
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
            await run(() => api.retire(entity, reason, newKey()), 'designer.retired');
            setRetiring(false);
          }}
        />
      ) : null}
    </>
  );
}

function RetireDialog({
  name,
  onClose,
  onRetire,
}: {
  name: string;
  onClose: () => void;
  onRetire: (reason: string) => Promise<void>;
}) {
  const { t } = useTranslation('designer');
  const id = useId();
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const retire = async () => {
    setBusy(true);
    await onRetire(reason.trim());
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
    </Modal>
  );
}
