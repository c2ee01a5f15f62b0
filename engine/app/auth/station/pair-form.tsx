import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { AuthField } from '../auth-field.tsx';
import { AuthFrame } from '../auth-frame.tsx';
import { useAuthForm } from '../use-auth-form.ts';

/** Makes this browser a station's, with the code that its record shows. */
export function PairForm({ onPair }: { onPair(code: string): Promise<void> }) {
  const { t } = useTranslation();
  const { form, faults, busy, text, show, typed, run } = useAuthForm();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const code = text('code').trim();
    if (show({ code: code === '' ? t('door.station.codeMissing') : undefined })) return;
    void run(() => onPair(code));
  };
  return (
    <AuthFrame title={t('door.station.title')} note={t('door.station.pairNote')}>
      <form ref={form} onSubmit={submit} noValidate aria-busy={busy}>
        {faults['whole'] ? (
          <p className="sign-in-refusal" role="alert">
            {faults['whole']}
          </p>
        ) : null}
        <AuthField
          name="code"
          label={t('door.station.code')}
          fault={faults['code']}
          onTyped={typed}
          autoComplete="off"
          maxLength={20}
          autoFocus
        />
        <button type="submit" className="button is-primary sign-in-submit" disabled={busy}>
          {t('door.station.pair')}
        </button>
      </form>
      <p className="sign-in-other">
        <Link to="/user/login">{t('door.back')}</Link>
      </p>
    </AuthFrame>
  );
}
