import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { OwnSession } from '../../kit/data/account-client.ts';
import { toDisplayError } from '../../kit/data/display-error.ts';
import { ErrorPanel } from '../../kit/ui/error-panel.tsx';
import { Skeleton } from '../../kit/ui/skeletons.tsx';
import { StatusTag } from '../../kit/ui/status-tag.tsx';
import { useConfirm } from '../../kit/ui/use-confirm.ts';
import { accountApi, useLoaded } from './account-api.ts';
import { useWork } from './use-work.ts';

const loadSessions = (): Promise<OwnSession[]> => accountApi.sessions();

/** Where one is signed in, this browser first; every other session can be ended. */
export function SessionList() {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const { value, error, again } = useLoaded(loadSessions);
  const { busy, run } = useWork();
  if (error && !value) return <ErrorPanel compact error={toDisplayError(error)} onRetry={() => void again()} />;
  if (!value) return <Skeleton shape="form" />;
  const end = async (id: string) => {
    const title = t(id === 'others' ? 'account.endOthersQuestion' : 'account.endQuestion');
    if (!(await confirm({ title, okText: t('account.end'), danger: true }))) return;
    await run(async () => {
      await accountApi.endSessions(id);
      await again();
    }, t('account.ended'));
  };
  return (
    <>
      <ul className="account-sessions">
        {value.map((session) => {
          const place = [session.browser, session.os].filter(Boolean).join(' · ') || t('account.unknownDevice');
          return (
            <li key={session.id}>
              <div>
                <strong>{place}</strong>
                {session.current ? <StatusTag tone="good" text={t('account.thisOne')} /> : null}
                <p>{t('account.sessionLine', { ip: session.ip ?? '-', since: session.since, seen: session.seen })}</p>
              </div>
              {session.current ? null : (
                <Button danger size="small" disabled={busy} onClick={() => void end(session.id)}>
                  {t('account.end')}
                  <span className="sr-only"> {place}</span>
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {value.length > 1 ? (
        <Button disabled={busy} onClick={() => void end('others')}>
          {t('account.endOthers')}
        </Button>
      ) : null}
    </>
  );
}
