import { MailOutlined, MobileOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Profile, BindingChannel } from '../../kit/data/account-client.ts';
import { toDisplayError } from '../../kit/data/display-error.ts';
import { ErrorPanel } from '../../kit/ui/error-panel.tsx';
import { Skeleton } from '../../kit/ui/skeletons.tsx';
import { StatusTag } from '../../kit/ui/status-tag.tsx';
import { useConfirm } from '../../kit/ui/use-confirm.ts';
import { accountApi, reloadUser, useProfile } from './account-api.ts';
import { BindDialog } from './bind-dialog.tsx';
import { Panel } from './panel.tsx';
import { useWork } from './use-work.ts';

const channels = ['email', 'phone'] as const;
const icons: Readonly<Record<BindingChannel, ReactNode>> = { email: <MailOutlined />, phone: <MobileOutlined /> };

/** The addresses at which this person can be reached, each proven by a code. */
export function BindingSettings() {
  const { t } = useTranslation();
  const { value, error, again } = useProfile();
  const [open, setOpen] = useState<BindingChannel | null>(null);
  if (error && !value) return <ErrorPanel error={toDisplayError(error)} onRetry={() => void again()} />;
  if (!value) return <Skeleton shape="form" />;
  const changed = async () => {
    setOpen(null);
    await Promise.all([again(), reloadUser()]);
  };
  return (
    <Panel title={t('account.binding')} note={t('account.bindingNote')}>
      <ul className="account-bindings">
        {channels.map((channel) => (
          <Binding
            key={channel}
            channel={channel}
            profile={value}
            onOpen={() => setOpen(channel)}
            onChanged={changed}
          />
        ))}
      </ul>
      {open ? (
        <BindDialog channel={open} present={value[open]} onClose={() => setOpen(null)} onBound={changed} />
      ) : null}
    </Panel>
  );
}

function Binding({
  channel,
  profile,
  onOpen,
  onChanged,
}: {
  channel: BindingChannel;
  profile: Profile;
  onOpen(): void;
  onChanged(): Promise<void>;
}) {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const { busy, run } = useWork();
  const address = profile[channel];
  const isBound = profile.bound.includes(channel);
  const word = t(`account.way.${channel}`);
  const unbind = async () => {
    const title = t('account.unbindQuestion', { address: address ?? '' });
    if (!(await confirm({ title, okText: t('account.unbind'), danger: true }))) return;
    await run(async () => {
      await accountApi.unbind(channel);
      await onChanged();
    }, t('account.unbound'));
  };
  return (
    <li>
      <span className="account-binding-icon">{icons[channel]}</span>
      <div>
        <strong>{word}</strong>
        {address ? (
          <StatusTag tone={isBound ? 'good' : 'warn'} text={t(isBound ? 'account.isBound' : 'account.isUnproven')} />
        ) : null}
        <p>{address ?? t('account.noAddress')}</p>
      </div>
      <Button onClick={onOpen}>
        {t(!address ? 'account.bind' : isBound ? 'account.bindOther' : 'account.confirmAddress')}
        <span className="sr-only"> {word}</span>
      </Button>
      {address ? (
        <Button type="text" loading={busy} onClick={() => void unbind()}>
          {t('account.unbind')}
          <span className="sr-only"> {word}</span>
        </Button>
      ) : null}
    </li>
  );
}
