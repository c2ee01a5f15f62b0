import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { usePageTitle } from '../../kit/ui/page-title.ts';
import { BrandMark } from '../session/brand-mark.tsx';
import { useBrand } from '../session/brand.ts';
import { footerPages, shellVersion } from '../session/frame-footer.tsx';
import './about-page.css';

const parts = [1, 2, 3] as const;

/** Help, privacy and terms: open to everybody, signed in or not. */
export default function AboutPage() {
  const { t } = useTranslation();
  const brand = useBrand();
  const { pathname } = useLocation();
  const page = footerPages.find((each) => pathname.endsWith(`/${each}`)) ?? 'help';
  const name = brand?.name ?? '';
  usePageTitle(t(`shell.about.${page}`));
  return (
    <div className="about">
      <header>
        <Link to="/welcome" aria-label={t('shell.homeOf', { name })}>
          <BrandMark logo={brand?.logo ?? null} size={28} />
          <span>{name}</span>
        </Link>
        <nav aria-label={t('shell.foot')}>
          {footerPages.map((each) => (
            <Link key={each} to={`/user/${each}`} aria-current={each === page ? 'page' : undefined}>
              {t(`shell.about.${each}`)}
            </Link>
          ))}
        </nav>
      </header>
      <main>
        <h1>{t(`shell.about.${page}`)}</h1>
        {parts.map((part) => (
          <section key={part}>
            <h2>{t(`shell.about.${page}.${part}`)}</h2>
            <p>{t(`shell.about.${page}.${part}.text`, { name })}</p>
          </section>
        ))}
      </main>
      <footer>{t('shell.footer', { version: shellVersion })}</footer>
    </div>
  );
}
