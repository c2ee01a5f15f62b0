import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useNavigate } from 'react-router-dom';
import { createAuthClient } from '../../kit/data/auth-client.ts';
import { useBrand } from '../session/brand.ts';
import { CodeField } from './code-field.tsx';
import { AuthField } from './auth-field.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { NewPassword } from './new-password.tsx';
import { options, useSession } from '../session/session.ts';
import { useAuthForm } from './use-auth-form.ts';

const client = createAuthClient(options);
const fields = ['to', 'code', 'name', 'company', 'password'] as const;

/** What was typed; a password is taken as it is. */
const bodyOf = (text: (name: string) => string) =>
  Object.fromEntries(fields.map((name) => [name, name === 'password' ? text(name) : text(name).trim()])) as Record<
    (typeof fields)[number],
    string
  >;

/** Asking for a member account: the address is proved by a code, staff admit it afterwards. */
export default function RegisterPage() {
  const { t } = useTranslation();
  const brand = useBrand();
  const navigate = useNavigate();
  const deps = useAuthForm();
  const session = useSession((state) => state.state);
  if (session !== 'out') return <Navigate to="/welcome" replace />;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = bodyOf(deps.text);
    const missing = Object.fromEntries(
      fields.map((name) => [name, body[name] ? undefined : t(`door.register.${name}Missing`)]),
    );
    const confirm = body.password === deps.text('confirm') ? undefined : t('door.differ');
    if (deps.show({ ...missing, confirm })) return;
    void deps.run(async () => {
      await client.register(body);
      await navigate('/user/register-result', { state: { to: body.to } });
    });
  };

  const closed = brand !== null && brand.registration === false;
  const line = (name: 'to' | 'name' | 'company', autoComplete: string) => (
    <AuthField
      name={name}
      label={t(`door.register.${name}`)}
      fault={deps.faults[name]}
      onTyped={deps.typed}
      autoComplete={autoComplete}
      autoFocus={name === 'to'}
      maxLength={100}
    />
  );
  return (
    <AuthFrame title={t('door.register.title')} note={closed ? t('door.register.closed') : t('door.register.note')}>
      {closed ? null : (
        <form ref={deps.form} onSubmit={submit} noValidate aria-busy={deps.busy}>
          {deps.faults['whole'] ? (
            <p className="sign-in-refusal" role="alert">
              {deps.faults['whole']}
            </p>
          ) : null}
          {line('to', 'email')}
          <CodeField purpose="register" form={deps} />
          <div className="door-pair">
            {line('name', 'name')}
            {line('company', 'organization')}
          </div>
          <NewPassword form={deps} />
          <button type="submit" className="button is-primary sign-in-submit" disabled={deps.busy}>
            {t('door.register.submit')}
          </button>
        </form>
      )}
      <p className="sign-in-other">
        {t('door.haveAccount')} <Link to="/user/client-login">{t('shell.signIn.toMember')}</Link>
      </p>
    </AuthFrame>
  );
}
