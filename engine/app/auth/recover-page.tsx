import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { createAuthClient } from '../../kit/data/auth-client.ts';
import { CodeField } from './code-field.tsx';
import { SuccessIcon } from './success-icon.tsx';
import { AuthField } from './auth-field.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { NewPassword } from './new-password.tsx';
import { options, signInPath } from '../session/session.ts';
import { useAuthForm } from './use-auth-form.ts';

const client = createAuthClient(options);
const fields = ['to', 'code', 'password'] as const;

/** Password recovery by a code. It does not reveal whether the account exists. An invitation names the address: `?to=`. */
export default function RecoverPage() {
  const { t } = useTranslation();
  const deps = useAuthForm();
  const [done, setDone] = useState(false);
  const [asked] = useSearchParams();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = { to: deps.text('to').trim(), code: deps.text('code').trim(), password: deps.text('password') };
    const missing = Object.fromEntries(
      fields.map((name) => [name, body[name] ? undefined : t(`door.recover.${name}Missing`)]),
    );
    const confirm = body.password === deps.text('confirm') ? undefined : t('door.differ');
    if (deps.show({ ...missing, confirm })) return;
    void deps.run(async () => {
      await client.recover(body);
      setDone(true);
    });
  };

  if (done) return <Done />;
  return (
    <AuthFrame title={t('door.recover.title')} note={t('door.recover.note')}>
      <form ref={deps.form} onSubmit={submit} noValidate aria-busy={deps.busy}>
        {deps.faults['whole'] ? (
          <p className="sign-in-refusal" role="alert">
            {deps.faults['whole']}
          </p>
        ) : null}
        <AuthField
          name="to"
          label={t('door.recover.to')}
          fault={deps.faults['to']}
          onTyped={deps.typed}
          autoComplete="username"
          defaultValue={asked.get('to')?.slice(0, 100) ?? ''}
          autoFocus
          maxLength={100}
        />
        <CodeField purpose="recover" form={deps} />
        <NewPassword form={deps} />
        <button type="submit" className="button is-primary sign-in-submit" disabled={deps.busy}>
          {t('door.recover.submit')}
        </button>
      </form>
      <p className="sign-in-other">
        {t('door.remembered')} <Link to={signInPath('')}>{t('door.back')}</Link>
      </p>
    </AuthFrame>
  );
}

function Done() {
  const { t } = useTranslation();
  return (
    <AuthFrame title={t('door.recover.doneTitle')}>
      <SuccessIcon />
      <p className="door-told" role="status">
        {t('door.recover.done')}
      </p>
      <Link to={signInPath('')} className="button is-primary sign-in-submit">
        {t('door.back')}
      </Link>
    </AuthFrame>
  );
}
