import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Profile } from '../../kit/data/account-client.ts';
import { Avatar } from '../../kit/data/avatar.tsx';
import { toDisplayError } from '../../kit/data/display-error.ts';
import { useViewer } from '../../kit/data/viewer.ts';
import { ErrorPanel } from '../../kit/ui/error-panel.tsx';
import { PageHeader } from '../../kit/ui/page-header.tsx';
import { Skeleton } from '../../kit/ui/skeletons.tsx';
import { StatusTag } from '../../kit/ui/status-tag.tsx';
import { useProfile } from './account-api.ts';
import { Panel } from './panel.tsx';
import { SessionList } from './session-list.tsx';
import './account.css';

/** The person's profile, their place in the organisation, and their sessions. */
export function AccountCenter() {
  const { t } = useTranslation();
  const { value, error, again } = useProfile();
  return (
    <div className="account">
      <PageHeader
        title={t('account.center')}
        actions={
          <Link className="button" to="/account/settings/base">
            {t('account.settings')}
          </Link>
        }
      />
      {error ? <ErrorPanel error={toDisplayError(error)} onRetry={() => void again()} /> : null}
      {value ? <Person profile={value} /> : error ? null : <Skeleton shape="detail" />}
    </div>
  );
}

function Person({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const { tenant } = useViewer();
  const place = [...new Set([tenant.name, profile.org, profile.customer])].filter(Boolean).join(' / ');
  const address = (channel: 'email' | 'phone') =>
    profile[channel] ? (
      <>
        {profile[channel]}{' '}
        <StatusTag
          tone={profile.bound.includes(channel) ? 'good' : 'warn'}
          text={t(profile.bound.includes(channel) ? 'account.isBound' : 'account.isUnproven')}
        />
      </>
    ) : null;
  const facts: readonly [string, ReactNode][] = [
    ['account', profile.account],
    ['way.email', address('email')],
    ['way.phone', address('phone')],
    ['tel', profile.tel],
    ['sex', profile.sex ? t(`account.sex.${profile.sex}`) : null],
    ['birthday', profile.birthday],
    ['jobNum', profile.jobNum],
    ['since', profile.since],
  ];
  return (
    <div className="account-columns">
      <section className="account-panel account-card" aria-label={t('account.person')}>
        <Avatar id={profile.avatar} name={profile.name} size={112} />
        <h2>{profile.name}</h2>
        {profile.nickName ? <p className="account-nick">{profile.nickName}</p> : null}
        <p>{place}</p>
        <ul className="account-tags">
          {[...profile.roles, ...profile.positions].map((word) => (
            <li key={word}>
              <StatusTag text={word} />
            </li>
          ))}
        </ul>
      </section>
      <div className="account-room">
        <Panel title={t('account.facts')}>
          <dl className="account-facts">
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt>{t(`account.${name === 'account' ? 'name' : name}`)}</dt>
                <dd>{value ?? <span className="account-none">{t('account.none')}</span>}</dd>
              </div>
            ))}
          </dl>
        </Panel>
        <Panel title={t('account.sessions')}>
          <SessionList />
        </Panel>
      </div>
    </div>
  );
}
