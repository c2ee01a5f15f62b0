import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { BrandMark } from '../session/brand-mark.tsx';
import { useBrand } from '../session/brand.ts';
import { footerPages, shellVersion } from '../session/frame-footer.tsx';
import { OfflineBar } from '../session/offline-bar.tsx';
import { PreferencesBar } from '../session/preferences-bar.tsx';
import './sign-in.css';

/** What stands around every page before a session: the tenant's name and logo, languages, and the links below. */
export function AuthFrame({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  const { t } = useTranslation();
  const brand = useBrand();
  useEffect(() => {
    document.title = [title, brand?.name].filter(Boolean).join(' · ');
  }, [title, brand]);
  return (
    <div className="sign-in">
      <aside className="sign-in-side" aria-hidden="true">
        <Scene />
        <p className="sign-in-claim">{t('shell.signIn.claim')}</p>
        <p className="sign-in-claim-note">{t('shell.signIn.claimNote')}</p>
      </aside>
      <div className="sign-in-main">
        <OfflineBar />
        <header className="sign-in-bar">
          <PreferencesBar />
        </header>
        <main className="sign-in-card">
          <div className="sign-in-brand">
            <BrandMark logo={brand?.logo ?? null} size={36} />
            <span className="sign-in-brand-name">{brand?.name ?? ' '}</span>
          </div>
          <h1>{title}</h1>
          {note ? <p className="sign-in-note">{note}</p> : null}
          {children}
        </main>
        <footer className="sign-in-foot">
          <nav aria-label={t('door.links')}>
            {footerPages.map((page) => (
              <Link key={page} to={`/user/${page}`}>
                {t(`shell.about.${page}`)}
              </Link>
            ))}
          </nav>
          <p>{[brand?.domain, t('shell.footer', { version: shellVersion })].filter(Boolean).join(' · ')}</p>
        </footer>
      </div>
    </div>
  );
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
