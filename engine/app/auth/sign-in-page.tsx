import { lazy, Suspense, useRef, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import type { SignInKind } from '../../kit/data/session-client.ts';
import { useBrand } from '../session/brand.ts';
import { AuthField } from './auth-field.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { safeRedirect, useSession } from '../session/session.ts';
import { useAuthForm } from './use-auth-form.ts';
import { useSignIn } from './use-sign-in.ts';

const CaptchaDialog = lazy(async () => ({ default: (await import('./captcha-dialog.tsx')).CaptchaDialog }));

interface SignInProps {
  kind: SignInKind;
  /** Called as the person types: a moment to load what comes after the sign-in. */
  onTyping: () => void;
}

/** Signing in, for staff and for members. Who is signed in already goes home, whatever the address asks for. */
export function SignInPage({ kind, onTyping }: SignInProps) {
  const { t } = useTranslation();
  const brand = useBrand();
  const session = useSession((state) => state.state);
  const ended = useSession((state) => state.ended);
  const [search] = useSearchParams();
  const cameWithout = useRef(session === 'out');
  if (session !== 'out') {
    return <Navigate to={cameWithout.current ? safeRedirect(search.get('redirect')) : '/welcome'} replace />;
  }
  const other = kind === 'staff' ? '/user/client-login' : '/user/login';
  return (
    <AuthFrame title={t(`shell.signIn.${kind}`)} note={t(`shell.signIn.${kind}Note`)}>
      {ended ? (
        <p className="sign-in-ended" role="status">
          {t(`door.ended.${ended}`)}
        </p>
      ) : null}
      <SignInForm kind={kind} onTyping={onTyping} />
      {kind === 'member' && brand?.registration ? (
        <p className="sign-in-other">
          {t('door.noAccount')} <Link to="/user/register">{t('door.toRegister')}</Link>
        </p>
      ) : null}
      {kind === 'staff' ? (
        <p className="sign-in-other">
          {t('door.station.ask')} <Link to="/user/station">{t('door.station.title')}</Link>
        </p>
      ) : null}
      <p className="sign-in-other">
        {t(`shell.signIn.not${kind === 'staff' ? 'Staff' : 'Member'}`)}{' '}
        <Link to={{ pathname: other, search: search.toString() }}>
          {t(`shell.signIn.to${kind === 'staff' ? 'Member' : 'Staff'}`)}
        </Link>
      </p>
    </AuthFrame>
  );
}

/** No account and no password is shorter. */
const minLength = 5;

function SignInForm({ kind, onTyping }: SignInProps) {
  const { t } = useTranslation();
  const auth = useAuthForm();
  const { form, faults, busy, text, show, typed } = auth;
  const { asksFactor, wait, captchaOpen, proceed, solved, closeCaptcha } = useSignIn(kind, auth);
  const fault = (name: 'account' | 'password', typed: string) =>
    typed === ''
      ? t(`shell.signIn.${name}Missing`)
      : [...typed].length < minLength
        ? t(`shell.signIn.${name}Short`, { min: minLength })
        : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const missing = {
      account: fault('account', text('account').trim()),
      password: fault('password', text('password')),
      otp: asksFactor && text('otp').trim() === '' ? t('door.factor.codeMissing') : undefined,
    };
    if (!show(missing)) proceed();
  };

  const waiting = wait.left > 0;
  return (
    <>
      <form ref={form} onSubmit={submit} onInput={onTyping} noValidate aria-busy={busy}>
        {waiting || faults['whole'] ? (
          <p className="sign-in-refusal" role="alert">
            {waiting ? t('door.locked', { time: wait.clock }) : faults['whole']}
          </p>
        ) : null}
        <PasswordFields hidden={asksFactor} faults={faults} onTyped={typed} />
        {asksFactor ? (
          <AuthField
            name="otp"
            label={t('door.factor.signIn')}
            hint={t('door.factor.signInHint')}
            fault={faults['otp']}
            onTyped={typed}
            autoComplete="one-time-code"
            maxLength={24}
            autoFocus
          />
        ) : null}
        <button type="submit" className="button is-primary sign-in-submit" disabled={busy || waiting}>
          {t(busy ? 'shell.signIn.busy' : 'shell.signIn.submit')}
        </button>
      </form>
      {captchaOpen ? (
        <Suspense fallback={null}>
          <CaptchaDialog account={text('account').trim()} onClose={closeCaptcha} onSolved={solved} />
        </Suspense>
      ) : null}
    </>
  );
}

interface PasswordFieldsProps {
  /** While the second factor is asked for they are kept, out of sight. */
  readonly hidden: boolean;
  readonly faults: ReturnType<typeof useAuthForm>['faults'];
  readonly onTyped: ReturnType<typeof useAuthForm>['typed'];
}

function PasswordFields({ hidden, faults, onTyped }: PasswordFieldsProps) {
  const { t } = useTranslation();
  return (
    <div hidden={hidden}>
      <AuthField
        name="account"
        label={t('shell.signIn.account')}
        fault={faults['account']}
        onTyped={onTyped}
        autoComplete="username"
        autoFocus
      />
      <AuthField
        name="password"
        type="password"
        label={t('shell.signIn.password')}
        fault={faults['password']}
        onTyped={onTyped}
        autoComplete="current-password"
      />
      <Link to="/user/recover" className="door-forgot">
        {t('door.forgot')}
      </Link>
    </div>
  );
}
