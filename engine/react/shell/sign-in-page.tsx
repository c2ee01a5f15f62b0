import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import type { SignInKind } from '../data/session-client.ts';
import { troubleOf } from '../data/trouble.ts';
import { BrandMark } from './brand-mark.tsx';
import { useBrand } from './brand.ts';
import { PreferencesBar } from './preferences-bar.tsx';
import { safeRedirect, signIn, useSession } from './session.ts';
import './sign-in.css';

/** Signing in, for staff and for members. Native inputs: password managers know them, and no form library is loaded. */
export function SignInPage({ kind }: { kind: SignInKind }) {
  const { t } = useTranslation();
  const brand = useBrand();
  const session = useSession((state) => state.state);
  const [search] = useSearchParams();
  useEffect(() => {
    document.title = [t('shell.signIn.title'), brand?.name].filter(Boolean).join(' · ');
  }, [t, brand]);
  if (session !== 'out') return <Navigate to={safeRedirect(search.get('redirect'))} replace />;

  const other = kind === 'staff' ? '/user/client-login' : '/user/login';
  return (
    <div className="sign-in">
      <aside className="sign-in-side" aria-hidden="true">
        <Scene />
        <p className="sign-in-claim">{t('shell.signIn.claim')}</p>
        <p className="sign-in-claim-note">{t('shell.signIn.claimNote')}</p>
      </aside>
      <div className="sign-in-main">
        <header className="sign-in-bar">
          <PreferencesBar />
        </header>
        <main className="sign-in-card">
          <div className="sign-in-brand">
            <BrandMark logo={brand?.logo ?? null} size={36} />
            <span className="sign-in-brand-name">{brand?.name ?? ' '}</span>
          </div>
          <h1>{t(`shell.signIn.${kind}`)}</h1>
          <p className="sign-in-note">{t(`shell.signIn.${kind}Note`)}</p>
          <SignInForm kind={kind} />
          <p className="sign-in-other">
            {t(`shell.signIn.not${kind === 'staff' ? 'Staff' : 'Member'}`)}{' '}
            <Link to={{ pathname: other, search: search.toString() }}>
              {t(`shell.signIn.to${kind === 'staff' ? 'Member' : 'Staff'}`)}
            </Link>
          </p>
        </main>
        <footer className="sign-in-foot">{[brand?.domain, `Lading ${__VERSION__}`].filter(Boolean).join(' · ')}</footer>
      </div>
    </div>
  );
}

type Faults = Partial<Record<'account' | 'password' | 'whole', string>>;

function SignInForm({ kind }: { kind: SignInKind }) {
  const { t } = useTranslation();
  const [faults, setFaults] = useState<Faults>({});
  const [busy, setBusy] = useState(false);
  const [open, setOpen] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const id = useId();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const data = new FormData(form.current!);
    const account = String(data.get('account') ?? '').trim();
    const password = String(data.get('password') ?? '');
    const missing: Faults = {};
    if (!account) missing.account = t('shell.signIn.accountMissing');
    if (!password) missing.password = t('shell.signIn.passwordMissing');
    setFaults(missing);
    const first = missing.account ? 'account' : missing.password ? 'password' : null;
    if (first) return form.current!.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
    setBusy(true);
    try {
      await signIn(kind, account, password);
    } catch (error) {
      setBusy(false);
      const { title, message } = troubleOf(error);
      setFaults({ whole: message || title });
      form.current?.querySelector<HTMLInputElement>('[name=password]')?.select();
    }
  };

  const marks = (name: 'account' | 'password') => ({
    id: `${id}-${name}`,
    name,
    required: true,
    'aria-invalid': faults[name] ? true : undefined,
    'aria-describedby': faults[name] ? `${id}-${name}-fault` : undefined,
    onChange: () => faults[name] && setFaults({ ...faults, [name]: undefined }),
  });
  const fault = (name: 'account' | 'password') => (
    <p className="sign-in-fault" id={`${id}-${name}-fault`} role={faults[name] ? 'alert' : undefined}>
      {faults[name]}
    </p>
  );

  return (
    <form ref={form} onSubmit={submit} onFocus={prefetchShell} noValidate aria-busy={busy}>
      {faults.whole ? (
        <p className="sign-in-refusal" role="alert">
          {faults.whole}
        </p>
      ) : null}
      <label htmlFor={`${id}-account`}>{t('shell.signIn.account')}</label>
      <input
        {...marks('account')}
        type="text"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
      />
      {fault('account')}
      <label htmlFor={`${id}-password`}>{t('shell.signIn.password')}</label>
      <span className="sign-in-password">
        <input {...marks('password')} type={open ? 'text' : 'password'} autoComplete="current-password" />
        <button type="button" className="sign-in-reveal" aria-pressed={open} onClick={() => setOpen(!open)}>
          {t(open ? 'shell.signIn.hide' : 'shell.signIn.show')}
        </button>
      </span>
      {fault('password')}
      <button type="submit" className="button is-primary sign-in-submit" disabled={busy}>
        {t(busy ? 'shell.signIn.busy' : 'shell.signIn.submit')}
      </button>
    </form>
  );
}

/** While the person types, the next screens come in. */
function prefetchShell(): void {
  void import('./app-frame.tsx').catch(() => undefined);
}

function Scene() {
  return (
    <svg viewBox="0 0 480 360" className="sign-in-scene">
      <g fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round">
        {crates.map(([x, y, size, fill]) => (
          <g key={`${x}-${y}`} transform={`translate(${x} ${y}) scale(${size})`}>
            <path d="M0-40 69-5v72L0 104l-69-37V-5z" fill={`rgb(255 255 255 / ${fill}%)`} />
            <path d="m-69-5 69 35 69-35M0 30v74" />
            <path d="m-34-22 68 35v22" opacity=".6" />
          </g>
        ))}
      </g>
    </svg>
  );
}

const crates = [
  [150, 210, 1.05, 7],
  [294, 210, 1.05, 10],
  [222, 98, 1.05, 14],
  [398, 258, 0.6, 5],
  [60, 268, 0.5, 5],
] as const;
