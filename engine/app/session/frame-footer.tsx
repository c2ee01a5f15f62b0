import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

/** The version of the shell that the product's clients know. */
export const shellVersion = 'v1.5.2';

export const footerPages = ['help', 'privacy', 'terms'] as const;

/** Under every screen: which version this is, and where to read on. */
export function FrameFooter() {
  const { t } = useTranslation();
  return (
    <footer className="frame-foot">
      <nav aria-label={t('shell.foot')}>
        {footerPages.map((page) => (
          <Link key={page} to={`/user/${page}`} target="_blank" rel="noopener">
            {t(`shell.about.${page}`)}
          </Link>
        ))}
      </nav>
      <span>{t('shell.footer', { version: shellVersion })}</span>
    </footer>
  );
}
