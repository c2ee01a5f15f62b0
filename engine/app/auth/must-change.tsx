import { App, Button, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newKey } from '../../kit/data/new-key.ts';
import { errorMessage } from '../../kit/data/display-error.ts';
import { useBrand } from '../session/brand.ts';
import { loadUser, signOut, useSession } from '../session/session.ts';
import './must-change.css';

const fields = ['old', 'new', 'again'] as const;

/** Shown before everything else while someone besides its owner knows the password. */
export function MustChange() {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const min = useBrand()?.passwordLength;
  const client = useSession((session) => session.client);
  const [typed, setTyped] = useState({ old: '', new: '', again: '' });
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  const save = async () => {
    if (typed.new !== typed.again) return setFault(t('password.differ'));
    setBusy(true);
    try {
      const input = { password: typed.old, newPassword: typed.new, confirm: typed.again };
      await client.act('sysUser', { action: 'updatePwd', input }, newKey());
      void message.success(t('password.save'));
      await loadUser();
    } catch (error) {
      setFault(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <main className="must-change">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <h1>{t('password.choose')}</h1>
        <p>{t('password.chooseNote')}</p>
        {fields.map((name) => (
          <label key={name}>
            <span>{t(`password.${name}`)}</span>
            <Input.Password
              autoComplete={name === 'old' ? 'current-password' : 'new-password'}
              required
              minLength={name === 'old' ? undefined : min}
              maxLength={128}
              value={typed[name]}
              onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
            />
          </label>
        ))}
        {fault ? <p role="alert">{fault}</p> : null}
        <Button type="primary" htmlType="submit" loading={busy} block>
          {t('password.save')}
        </Button>
        <Button type="link" onClick={() => void signOut()}>
          {t('shell.signOut')}
        </Button>
      </form>
    </main>
  );
}
