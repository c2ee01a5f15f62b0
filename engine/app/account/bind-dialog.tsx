import { Button, Input, Modal, Space } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BindingChannel } from '../../kit/data/account-client.ts';
import { accountApi } from './account-api.ts';
import { Labelled } from './labelled.tsx';
import { useWork } from './use-work.ts';

interface Props {
  channel: BindingChannel;
  present: string | null;
  onClose(): void;
  onBound(): Promise<void>;
}

/** Asks for an address, sends a code there, and takes the code. */
export function BindDialog({ channel, present, onClose, onBound }: Props) {
  const { t } = useTranslation();
  const { to, setTo, sentTo, code, setCode, left, sending, binding, send, bind } = useBinding(
    channel,
    present,
    onBound,
  );
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
          <CodeInput sentTo={sentTo} fault={binding.faults['code']} value={code} onChange={setCode} />
        )}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </form>
    </Modal>
  );
}

/** The code that is sent to an address, again after a pause, and what binds the address with it. */
function useBinding(channel: BindingChannel, present: string | null, onBound: Props['onBound']) {
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
  return { to, setTo, sentTo, code, setCode, left, sending, binding, send, bind };
}

interface CodeProps {
  sentTo: string;
  fault: string | undefined;
  value: string;
  onChange(code: string): void;
}

function CodeInput({ sentTo, fault, value, onChange }: CodeProps) {
  const { t } = useTranslation();
  return (
    <Labelled label={t('account.code')} fault={fault} hint={t('account.codeSent', { address: sentTo })}>
      {(control) => (
        <Input
          {...control}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          value={value}
          onChange={({ target }) => onChange(target.value.replace(/\D/g, ''))}
        />
      )}
    </Labelled>
  );
}
