import { App, Button, Input, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toDisplayError } from '../../kit/data/display-error.ts';
import { ErrorPanel } from '../../kit/ui/error-panel.tsx';
import { Skeleton } from '../../kit/ui/skeletons.tsx';
import { StatusTag } from '../../kit/ui/status-tag.tsx';
import { accountApi, useLoaded } from './account-api.ts';
import { FactorSetup } from './factor-setup.tsx';
import { Labelled } from './labelled.tsx';
import { Panel } from './panel.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useWork } from './use-work.ts';

const loadFactor = () => accountApi.factor();

/** The second factor: whether it is on, and what its owner can do with it. */
export function FactorSettings() {
  const { t } = useTranslation();
  const { value, error, again } = useLoaded(loadFactor);
  const [open, setOpen] = useState<'setup' | 'remove' | 'renew' | null>(null);
  const close = () => {
    setOpen(null);
    void again();
  };
  return (
    <Panel title={t('factor.title')} note={t('factor.note')}>
      {error && !value ? (
        <ErrorPanel error={toDisplayError(error)} onRetry={() => void again()} />
      ) : !value ? (
        <Skeleton shape="form" />
      ) : (
        <div className="account-factor">
          <StatusTag tone={value.on ? 'good' : 'neutral'} text={t(value.on ? 'factor.on' : 'factor.off')} />
          {value.on ? <span>{t('factor.recoveryLeft', { count: value.recoveryLeft })}</span> : null}
          {value.on ? (
            <>
              <Button onClick={() => setOpen('renew')}>{t('factor.renew')}</Button>
              <Button type="text" danger onClick={() => setOpen('remove')}>
                {t('factor.remove')}
              </Button>
            </>
          ) : (
            <Button type="primary" onClick={() => setOpen('setup')}>
              {t('factor.setUp')}
            </Button>
          )}
        </div>
      )}
      {open === 'setup' ? (
        <Modal open centered width={460} title={t('factor.setUp')} footer={null} onCancel={close} destroyOnHidden>
          <FactorSetup onDone={close} />
        </Modal>
      ) : null}
      {open === 'remove' || open === 'renew' ? <FactorProof kind={open} onClose={close} /> : null}
    </Panel>
  );
}

/** Asks for password and code before the factor is removed, or its recovery codes are replaced. */
function FactorProof({ kind, onClose }: { kind: 'remove' | 'renew'; onClose(): void }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { busy, faults, run } = useWork();
  const [typed, setTyped] = useState({ password: '', code: '' });
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const send = () =>
    run(async () => {
      if (kind === 'renew') return setCodes((await accountApi.renewRecovery(typed)).recovery);
      await accountApi.removeFactor(typed);
      void message.success(t('factor.removed'));
      onClose();
    });
  return (
    <Modal open centered width={460} title={t(`factor.${kind}`)} footer={null} onCancel={onClose} destroyOnHidden>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : (
        <form
          className="account-form is-narrow"
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
        >
          <p className="account-quiet">{t(`factor.${kind}Note`)}</p>
          <Labelled label={t('account.present')} fault={faults['password']}>
            {(control) => (
              <Input.Password
                {...control}
                required
                autoComplete="current-password"
                maxLength={128}
                value={typed.password}
                onChange={({ target }) => setTyped({ ...typed, password: target.value })}
              />
            )}
          </Labelled>
          <Labelled label={t('factor.codeOrRecovery')} fault={faults['code']}>
            {(control) => (
              <Input
                {...control}
                required
                autoComplete="one-time-code"
                maxLength={24}
                value={typed.code}
                onChange={({ target }) => setTyped({ ...typed, code: target.value })}
              />
            )}
          </Labelled>
          <Button type="primary" danger={kind === 'remove'} htmlType="submit" loading={busy} block>
            {t(`factor.${kind}`)}
          </Button>
        </form>
      )}
    </Modal>
  );
}
