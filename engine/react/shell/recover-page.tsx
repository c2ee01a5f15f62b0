import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { createDoorClient } from '../data/door-client.ts';
import { CodeField } from './code-field.tsx';
import { DoneMark } from './done-mark.tsx';
import { DoorField } from './door-field.tsx';
import { DoorFrame } from './door-frame.tsx';
import { NewPassword } from './new-password.tsx';
import { options, signInPath } from './session.ts';
import { useDoorForm } from './use-door-form.ts';

const client = createDoorClient(options);
const fields = ['to', 'code', 'password'] as const;

/** A new password for whoever reads what is sent to the account. It says nothing of whether there is one. */
export default function RecoverPage() {
  const { t } = useTranslation();
  const door = useDoorForm();
  const [done, setDone] = useState(false);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = { to: door.text('to').trim(), code: door.text('code').trim(), password: door.text('password') };
    const missing = Object.fromEntries(
      fields.map((name) => [name, body[name] ? undefined : t(`door.recover.${name}Missing`)]),
    );
    const confirm = body.password === door.text('confirm') ? undefined : t('door.differ');
    if (door.show({ ...missing, confirm })) return;
    void door.run(async () => {
      await client.recover(body);
      setDone(true);
    });
  };

  if (done) {
    return (
      <DoorFrame title={t('door.recover.doneTitle')}>
        <DoneMark />
        <p className="door-told" role="status">
          {t('door.recover.done')}
        </p>
        <Link to={signInPath('')} className="button is-primary sign-in-submit">
          {t('door.back')}
        </Link>
      </DoorFrame>
    );
  }
  return (
    <DoorFrame title={t('door.recover.title')} note={t('door.recover.note')}>
      <form ref={door.form} onSubmit={submit} noValidate aria-busy={door.busy}>
        {door.faults['whole'] ? (
          <p className="sign-in-refusal" role="alert">
            {door.faults['whole']}
          </p>
        ) : null}
        <DoorField
          name="to"
          label={t('door.recover.to')}
          fault={door.faults['to']}
          onTyped={door.typed}
          autoComplete="username"
          autoFocus
          maxLength={100}
        />
        <CodeField purpose="recover" door={door} />
        <NewPassword door={door} />
        <button type="submit" className="button is-primary sign-in-submit" disabled={door.busy}>
          {t('door.recover.submit')}
        </button>
      </form>
      <p className="sign-in-other">
        {t('door.remembered')} <Link to={signInPath('')}>{t('door.back')}</Link>
      </p>
    </DoorFrame>
  );
}
