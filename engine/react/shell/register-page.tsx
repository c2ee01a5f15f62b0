import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useNavigate } from 'react-router-dom';
import { createDoorClient } from '../data/door-client.ts';
import { useBrand } from './brand.ts';
import { CodeField } from './code-field.tsx';
import { DoorField } from './door-field.tsx';
import { DoorFrame } from './door-frame.tsx';
import { NewPassword } from './new-password.tsx';
import { options, useSession } from './session.ts';
import { useDoorForm } from './use-door-form.ts';

const client = createDoorClient(options);
const fields = ['to', 'code', 'name', 'company', 'password'] as const;

/** Asking for a member account: the address is proved by a code, staff admit it afterwards. */
export default function RegisterPage() {
  const { t } = useTranslation();
  const brand = useBrand();
  const navigate = useNavigate();
  const door = useDoorForm();
  const session = useSession((state) => state.state);
  if (session !== 'out') return <Navigate to="/welcome" replace />;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = Object.fromEntries(
      fields.map((name) => [name, name === 'password' ? door.text(name) : door.text(name).trim()]),
    ) as Record<(typeof fields)[number], string>;
    const missing = Object.fromEntries(
      fields.map((name) => [name, body[name] ? undefined : t(`door.register.${name}Missing`)]),
    );
    const confirm = body.password === door.text('confirm') ? undefined : t('door.differ');
    if (door.show({ ...missing, confirm })) return;
    void door.run(async () => {
      await client.register(body);
      await navigate('/user/register-result', { state: { to: body.to } });
    });
  };

  const closed = brand !== null && brand.registration === false;
  const line = (name: 'to' | 'name' | 'company', autoComplete: string) => (
    <DoorField
      name={name}
      label={t(`door.register.${name}`)}
      fault={door.faults[name]}
      onTyped={door.typed}
      autoComplete={autoComplete}
      autoFocus={name === 'to'}
      maxLength={100}
    />
  );
  return (
    <DoorFrame title={t('door.register.title')} note={closed ? t('door.register.closed') : t('door.register.note')}>
      {closed ? null : (
        <form ref={door.form} onSubmit={submit} noValidate aria-busy={door.busy}>
          {door.faults['whole'] ? (
            <p className="sign-in-refusal" role="alert">
              {door.faults['whole']}
            </p>
          ) : null}
          {line('to', 'email')}
          <CodeField purpose="register" door={door} />
          <div className="door-pair">
            {line('name', 'name')}
            {line('company', 'organization')}
          </div>
          <NewPassword door={door} />
          <button type="submit" className="button is-primary sign-in-submit" disabled={door.busy}>
            {t('door.register.submit')}
          </button>
        </form>
      )}
      <p className="sign-in-other">
        {t('door.haveAccount')} <Link to="/user/client-login">{t('shell.signIn.toMember')}</Link>
      </p>
    </DoorFrame>
  );
}
