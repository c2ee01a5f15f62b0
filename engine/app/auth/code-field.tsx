import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createAuthClient } from '../../kit/data/auth-client.ts';
import { AuthField } from './auth-field.tsx';
import { options } from '../session/session.ts';
import type { useAuthForm } from './use-auth-form.ts';
import { useCountdown } from './use-countdown.ts';

const CaptchaDialog = lazy(async () => ({ default: (await import('./captcha-dialog.tsx')).CaptchaDialog }));
const client = createAuthClient(options);

/** The field of a one-time code, with the button that has one sent: a captcha comes before it, a pause after it. */
export function CodeField({
  purpose,
  form: deps,
}: {
  purpose: 'register' | 'recover';
  form: ReturnType<typeof useAuthForm>;
}) {
  const { t } = useTranslation();
  const [captchaOpen, setCaptchaOpen] = useState(false);
  const [sent, setSent] = useState(false);
  const wait = useCountdown();
  const requestCode = () => {
    if (!deps.show({ to: deps.text('to').trim() ? undefined : t(`door.${purpose}.toMissing`) })) setCaptchaOpen(true);
  };
  const send = (captcha: string) =>
    deps.run(async () => {
      const { seconds } = await client.sendCode({ purpose, to: deps.text('to').trim(), captcha });
      setSent(true);
      wait.start(seconds);
      deps.focus('code');
    });
  return (
    <>
      <AuthField
        name="code"
        label={t('door.code')}
        fault={deps.faults['code']}
        hint={sent ? t(`door.${purpose}.sent`) : undefined}
        onTyped={deps.typed}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={6}
        end={
          <button type="button" className="door-field-end" disabled={wait.left > 0 || deps.busy} onClick={requestCode}>
            {wait.left > 0 ? t('door.sendAgain', { seconds: wait.left }) : t('door.send')}
          </button>
        }
      />
      {captchaOpen ? (
        <Suspense fallback={null}>
          <CaptchaDialog
            account={deps.text('to').trim()}
            onClose={() => setCaptchaOpen(false)}
            onSolved={(verification) => {
              setCaptchaOpen(false);
              void send(verification);
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}
