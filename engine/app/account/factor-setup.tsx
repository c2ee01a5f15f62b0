import { Button, Input, QRCode } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accountApi } from './account-api.ts';
import { Labelled } from './labelled.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useWork } from './use-work.ts';
import './account.css';

/** Setting up a second factor in three steps: the password, the app and its first code, the recovery codes. */
export function FactorSetup({ onDone }: { onDone(): void }) {
  const { t } = useTranslation();
  const { busy, faults, run } = useWork();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [proposed, setProposed] = useState<{ key: string; uri: string } | null>(null);
  const [recovery, setRecovery] = useState<readonly string[] | null>(null);
  if (recovery) return <RecoveryCodes codes={recovery} onDone={onDone} />;
  const next = () =>
    run(async () => {
      if (proposed) setRecovery((await accountApi.confirmFactor(code)).recovery);
      else setProposed(await accountApi.startFactor(password));
    });
  return (
    <form
      className="account-form is-narrow"
      onSubmit={(event) => {
        event.preventDefault();
        void next();
      }}
    >
      {proposed ? (
        <>
          <FactorKey text={proposed.key} uri={proposed.uri} />
          <Labelled label={t('factor.code')} fault={faults['code']}>
            {(control) => (
              <Input
                {...control}
                key="code"
                required
                autoFocus
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={7}
                value={code}
                onChange={({ target }) => setCode(target.value.replace(/\D/g, ''))}
              />
            )}
          </Labelled>
        </>
      ) : (
        <Labelled label={t('account.present')} fault={faults['password']} hint={t('factor.passwordFirst')}>
          {(control) => (
            <Input.Password
              {...control}
              required
              autoComplete="current-password"
              maxLength={128}
              value={password}
              onChange={({ target }) => setPassword(target.value)}
            />
          )}
        </Labelled>
      )}
      <Button type="primary" htmlType="submit" loading={busy} block>
        {t(proposed ? 'factor.turnOn' : 'factor.next')}
      </Button>
    </form>
  );
}

/** The key of the factor: as a picture for the app's camera, and as text. */
function FactorKey({ text, uri }: { text: string; uri: string }) {
  const { t } = useTranslation();
  return (
    <>
      <p>{t('factor.scan')}</p>
      <QRCode
        value={uri}
        size={200}
        bgColor="#fff"
        color="#000"
        className="account-factor-picture"
        aria-label={t('factor.picture')}
      />
      <p className="account-quiet">{t('factor.typeKey')}</p>
      <code className="account-factor-key">{text.match(/.{4}/g)?.join(' ')}</code>
    </>
  );
}
