import { Button, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBrand } from '../session/brand.ts';
import { useViewer } from '../../kit/data/viewer.ts';
import { accountApi } from './account-api.ts';
import { FactorSettings } from './factor-settings.tsx';
import { Labelled } from './labelled.tsx';
import { Panel } from './panel.tsx';
import { PinSettings } from './pin-settings.tsx';
import { SessionList } from './session-list.tsx';
import { useWork } from './use-work.ts';

const empty = { password: '', newPassword: '', confirm: '' };

const words = { password: 'account.present', newPassword: 'account.newPassword', confirm: 'account.repeat' } as const;

/** The password, the second factor, and where one is signed in. */
export function SecuritySettings() {
  const { t } = useTranslation();
  const { member } = useViewer();
  const [count, setCount] = useState(0);
  return (
    <>
      <Panel title={t('account.password')} note={t('account.passwordNote')}>
        <PasswordForm onChanged={() => setCount((before) => before + 1)} />
      </Panel>
      <FactorSettings />
      {member === null ? <PinSettings /> : null}
      <Panel title={t('account.sessions')} note={t('account.sessionsNote')}>
        <SessionList key={count} />
      </Panel>
    </>
  );
}

function PasswordForm({ onChanged }: { onChanged(): void }) {
  const { t } = useTranslation();
  const { account } = useViewer();
  const min = useBrand()?.passwordLength;
  const [typed, setTyped] = useState(empty);
  const { busy, faults, run } = useWork();
  const differs = typed.confirm !== '' && typed.confirm !== typed.newPassword;
  const change = async () => {
    if (differs) return;
    const done = await run(() => accountApi.updatePassword(typed), t('account.passwordChanged'));
    if (!done) return;
    setTyped(empty);
    onChanged();
  };
  const field = (name: keyof typeof empty) => ({
    name,
    value: typed[name],
    onType: (value: string) => setTyped((before) => ({ ...before, [name]: value })),
  });
  return (
    <form
      className="account-form"
      onSubmit={(event) => {
        event.preventDefault();
        void change();
      }}
    >
      <input type="text" name="username" autoComplete="username" value={account} readOnly hidden />
      <PasswordField {...field('password')} autoComplete="current-password" fault={faults['password']} />
      <PasswordField
        {...field('newPassword')}
        autoComplete="new-password"
        fault={faults['newPassword']}
        hint={min === undefined ? undefined : t('account.newPasswordHint', { min })}
      />
      <PasswordField
        {...field('confirm')}
        autoComplete="new-password"
        fault={differs ? t('account.differs') : faults['confirm']}
      />
      <div className="account-form-foot">
        <Button type="primary" htmlType="submit" loading={busy}>
          {t('account.passwordChange')}
        </Button>
      </div>
    </form>
  );
}

interface PasswordFieldProps {
  name: keyof typeof empty;
  value: string;
  autoComplete: string;
  fault: string | undefined;
  hint?: string | undefined;
  onType(value: string): void;
}

function PasswordField({ name, value, autoComplete, fault, hint, onType }: PasswordFieldProps) {
  const { t } = useTranslation();
  return (
    <Labelled label={t(words[name])} fault={fault} hint={hint}>
      {(control) => (
        <Input.Password
          {...control}
          required
          maxLength={128}
          autoComplete={autoComplete}
          value={value}
          onChange={({ target }) => onType(target.value)}
        />
      )}
    </Labelled>
  );
}
