import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createDoorClient } from '../data/door-client.ts';
import { DoorField } from './door-field.tsx';
import { options } from './session.ts';
import type { useDoorForm } from './use-door-form.ts';
import { useWait } from './use-wait.ts';

const CaptchaDialog = lazy(async () => ({ default: (await import('./captcha-dialog.tsx')).CaptchaDialog }));
const client = createDoorClient(options);

/** The field of a one-time code, with the button that has one sent: a captcha comes before it, a pause after it. */
export function CodeField({
  purpose,
  door,
}: {
  purpose: 'register' | 'recover';
  door: ReturnType<typeof useDoorForm>;
}) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState(false);
  const [sent, setSent] = useState(false);
  const wait = useWait();
  const ask = () => {
    if (!door.show({ to: door.text('to').trim() ? undefined : t(`door.${purpose}.toMissing`) })) setAsked(true);
  };
  const send = (captcha: string) =>
    door.run(async () => {
      const { seconds } = await client.sendCode({ purpose, to: door.text('to').trim(), captcha });
      setSent(true);
      wait.start(seconds);
      door.focus('code');
    });
  return (
    <>
      <DoorField
        name="code"
        label={t('door.code')}
        fault={door.faults['code']}
        hint={sent ? t(`door.${purpose}.sent`) : undefined}
        onTyped={door.typed}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={6}
        end={
          <button type="button" className="door-field-end" disabled={wait.left > 0 || door.busy} onClick={ask}>
            {wait.left > 0 ? t('door.sendAgain', { seconds: wait.left }) : t('door.send')}
          </button>
        }
      />
      {asked ? (
        <Suspense fallback={null}>
          <CaptchaDialog
            account={door.text('to').trim()}
            onClose={() => setAsked(false)}
            onSolved={(verification) => {
              setAsked(false);
              void send(verification);
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}
