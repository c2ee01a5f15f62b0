import { Button, Input, Modal, Space } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BindingChannel } from '../../kit/data/account-client.ts';
import { accountApi } from './account-api.ts';
import { Labelled } from './labelled.tsx';
import { useWork } from './use-work.ts';

/** Asks for an address, sends a code there, and takes the code. */
export function BindDialog({
  channel,
  present,
  onClose,
  onBound,
}: {
  channel: BindingChannel;
  present: string | null;
  onClose(): void;
  onBound(): Promise<void>;
}) {
  const { t } = useTranslation();
  const [to, setTo] = useState(present ?? '');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [code, setCode] = useState('');
  const [left, setLeft] = useState(0);
  const sending = useWork();
  const binding = useWork();
  useEffect(() => {
    if (left <= 0) return undefined;
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left]);
  const send = () =>
    sending.run(async () => {
      const { seconds } = await accountApi.sendCode(channel, to.trim());
      setSentTo(to.trim());
      setLeft(seconds);
    });
  const bind = () =>
    binding.run(async () => {
      await accountApi.bind(channel, sentTo ?? to.trim(), code.trim());
      await onBound();
    }, t('account.bound'));
  const word = t(`account.way.${channel}`);
  return (
    <Modal
      open
      centered
      width={440}
      title={t('account.bindOf', { way: word })}
      onCancel={onClose}
      cancelText={t('ui.cancel')}
      okText={t('account.bind')}
      okButtonProps={{ loading: binding.busy, disabled: sentTo === null || code.trim().length !== 6 }}
      onOk={() => void bind()}
    >
      <form
        className="account-form is-narrow"
        onSubmit={(event) => {
          event.preventDefault();
          void (sentTo === null ? send() : bind());
        }}
      >
        <Labelled label={word} fault={sending.faults['to'] ?? binding.faults[channel] ?? binding.faults['to']}>
          {(control) => (
            <Space.Compact block>
              <Input
                {...control}
                type={channel === 'email' ? 'email' : 'tel'}
                autoComplete={channel === 'email' ? 'email' : 'tel'}
                maxLength={100}
                value={to}
                onChange={({ target }) => setTo(target.value)}
              />
              <Button
                htmlType={sentTo === null ? 'submit' : 'button'}
                loading={sending.busy}
                disabled={left > 0 || to.trim() === ''}
                onClick={sentTo === null ? undefined : () => void send()}
              >
                {left > 0 ? t('account.codeAgain', { seconds: left }) : t('account.codeSend')}
              </Button>
            </Space.Compact>
          )}
        </Labelled>
        {sentTo === null ? null : (
          <Labelled
            label={t('account.code')}
            fault={binding.faults['code']}
            hint={t('account.codeSent', { address: sentTo })}
          >
            {(control) => (
              <Input
                {...control}
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={6}
                value={code}
                onChange={({ target }) => setCode(target.value.replace(/\D/g, ''))}
              />
            )}
          </Labelled>
        )}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </form>
    </Modal>
  );
}
