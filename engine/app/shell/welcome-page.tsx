import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useOutletContext } from 'react-router-dom';
import { useViewer } from '../../kit/data/viewer.ts';
import { useCulture } from '../../kit/ui/culture.ts';
import { ErrorBoundary } from '../../kit/ui/error-boundary.tsx';
import { Icon } from '../../kit/ui/icon.tsx';
import { usePageTitle } from '../../kit/ui/page-title.ts';
import { whenIdle } from '../../kit/ui/when-idle.ts';
import { prefetchList } from './entity-pages.tsx';
import { greeting } from './greeting.ts';
import { HomeBoard } from './home-board.tsx';
import { menuPages, type MenuItem } from './menu/menu.ts';
import { TourCard } from './tour-card.tsx';
import { MenuLink } from './menu/menu-link.tsx';

/** The home page: a greeting, the person's workplace, and at the end every page of the menu. */
export function WelcomePage() {
  const { t } = useTranslation();
  const user = useViewer();
  const culture = useCulture();
  const tree = useOutletContext<MenuItem[]>();
  const now = new Date();
  const today = new Intl.DateTimeFormat(culture, { dateStyle: 'full' }).format(now);
  usePageTitle(t('shell.home'));
  // The next page is most likely a list.
  useEffect(() => whenIdle(prefetchList), []);
  // The root organisation bears the tenant's name: once is enough.
  const place = [...new Set([user.tenant.name, user.loginEmpInfo?.orgName, user.member?.name])]
    .filter(Boolean)
    .join(' / ');
  return (
    <div className="welcome">
      <header>
        <h1>{t(`shell.greeting.${greeting(now.getHours())}`, { name: user.name })}</h1>
        <p>
          {place} <span aria-hidden="true">·</span> {today}
        </p>
      </header>
      <TourCard />
      <ErrorBoundary resetKey="home">
        <HomeBoard />
      </ErrorBoundary>
      <details className="welcome-pages">
        <summary>{t('shell.allPages')}</summary>
        {tree.map((group) => (
          <section key={group.id} aria-labelledby={`welcome-${group.id}`}>
            <h2 id={`welcome-${group.id}`}>{group.title}</h2>
            <ul>
              {menuPages([group]).map((page) => (
                <li key={page.id}>
                  <MenuLink item={page} className="welcome-link">
                    <Icon name={page.icon ?? group.icon} />
                    <span>{page.title}</span>
                  </MenuLink>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </details>
    </div>
  );
}
