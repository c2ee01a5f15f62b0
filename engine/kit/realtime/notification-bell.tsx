import { useCallback, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { NoticeItem, NoticeLists } from '../../../schemas/generated/calls.js';
import type { LiveClient } from '../data/live-client.ts';
import { onLive } from '../data/live-events.ts';
import { errorMessage } from '../data/display-error.ts';
import { LazyPopover } from '../ui/lazy-popover.tsx';
import { whenIdle } from '../ui/when-idle.ts';
import './notification-bell.css';

const tabs = ['notices', 'news', 'pendingNotice'] as const;
type Tab = (typeof tabs)[number];

interface Props {
  client: LiveClient;
  /** Goes to where an item leads. */
  onOpen(item: NoticeItem): void;
}

/** What came in: notices, messages and to-dos, each with how many there are; looked for again whenever something came. */
export function Bell({ client, onOpen }: Props) {
  const { t } = useTranslation();
  const { lists, failure, load, readAll } = useNotices(client);
  const [open, setOpen] = useState(false);
  const [tab, setTab] = useState<Tab>('notices');
  const total = lists ? tabs.reduce((sum, each) => sum + lists[each].length, 0) : 0;
  const change = (next: boolean) => {
    setOpen(next);
    if (next) void load();
  };
  const go = (item: NoticeItem) => {
    setOpen(false);
    onOpen(item);
  };
  return (
    <LazyPopover
      placement="bottomRight"
      arrow={false}
      open={open}
      onOpenChange={change}
      classNames={{ root: 'bell-popover' }}
      destroyOnHidden
      content={
        <div className="bell-panel">
          <BellTabs tab={tab} lists={lists} onTab={setTab} />
          {failure ? <FailureLine failure={failure} onRetry={() => void load()} /> : null}
          <div id="bell-list" role="tabpanel" aria-labelledby={`bell-${tab}`} className="bell-list" aria-busy={!lists}>
            <BellItems items={lists?.[tab] ?? null} tab={tab} onOpen={go} />
          </div>
          {tab === 'notices' && lists && lists.notices.length > 0 ? (
            <div className="bell-foot">
              <button type="button" className="link-button" onClick={() => void readAll()}>
                {t('live.readAll')}
              </button>
            </div>
          ) : null}
        </div>
      }
    >
      <button
        type="button"
        className="icon-button bell-button"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={total > 0 ? t('live.bellCount', { count: total }) : t('live.bell')}
        title={t('live.bell')}
      >
        <BellGlyph />
        {total > 0 ? (
          <span className="bell-count" aria-hidden="true">
            {total > 99 ? '99+' : total}
          </span>
        ) : null}
      </button>
    </LazyPopover>
  );
}

/** What came in, looked for again whenever something came. */
function useNotices(client: LiveClient) {
  const [lists, setLists] = useState<NoticeLists | null>(null);
  const [failure, setFailure] = useState('');
  const latest = useRef(0);

  const load = useCallback(async () => {
    const mine = (latest.current += 1);
    try {
      const answer = await client.notices();
      if (mine !== latest.current) return;
      setLists(answer);
      setFailure('');
    } catch (error) {
      if (mine === latest.current) setFailure(errorMessage(error));
    }
  }, [client]);
  useEffect(() => {
    const call = whenIdle(() => void load());
    const stops = [
      call,
      ...['notice', 'read', 'message', 'reload', 'rights'].map((kind) => onLive(kind, () => void load())),
    ];
    return () => stops.forEach((stop) => stop());
  }, [load]);
  const readAll = () => client.readAll().then(load, (error: unknown) => setFailure(errorMessage(error)));
  return { lists, failure, load, readAll };
}

function FailureLine({ failure, onRetry }: { failure: string; onRetry(): void }) {
  const { t } = useTranslation();
  return (
    <p className="bell-trouble" role="alert">
      {failure}{' '}
      <button type="button" className="link-button" onClick={onRetry}>
        {t('ui.retry')}
      </button>
    </p>
  );
}

function BellTabs({ tab, lists, onTab }: { tab: Tab; lists: NoticeLists | null; onTab(tab: Tab): void }) {
  const { t } = useTranslation();
  const step = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    const next = tabs[(tabs.indexOf(tab) + by + tabs.length) % tabs.length] ?? 'notices';
    onTab(next);
    document.getElementById(`bell-${next}`)?.focus();
  };
  return (
    <div role="tablist" aria-label={t('live.bell')} className="bell-tabs" onKeyDown={step}>
      {tabs.map((each) => (
        <button
          key={each}
          id={`bell-${each}`}
          type="button"
          role="tab"
          aria-selected={tab === each}
          aria-controls="bell-list"
          tabIndex={tab === each ? 0 : -1}
          onClick={() => onTab(each)}
        >
          {t(`live.tab.${each}`)}
          <span className="bell-tab-count">{lists?.[each].length ?? ''}</span>
        </button>
      ))}
    </div>
  );
}

function BellItems({
  items,
  tab,
  onOpen,
}: {
  items: readonly NoticeItem[] | null;
  tab: Tab;
  onOpen(item: NoticeItem): void;
}) {
  const { t } = useTranslation();
  if (!items) return <span className="sr-only">{t('ui.loading')}</span>;
  if (items.length === 0) return <p className="bell-empty">{t(`live.empty.${tab}`)}</p>;
  return (
    <ul>
      {items.map((item) => {
        const inner = (
          <>
            <span className="bell-title">
              {item.type === '2' ? <span className="bell-pin">{item.message}</span> : null}
              {item.title}
            </span>
            {item.message && !item.type ? <span className="bell-text">{item.message}</span> : null}
            <time className="bell-time">{item.noticeTime}</time>
          </>
        );
        return (
          <li key={item.id}>
            {item.path ? (
              <button type="button" className="bell-item" onClick={() => onOpen(item)}>
                {inner}
              </button>
            ) : (
              <div className="bell-item">{inner}</div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function BellGlyph() {
  return (
    <svg
      viewBox="0 0 20 20"
      width="18"
      height="18"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M10 3a4.600 4.600 0 0 0-4.600 4.600c0 4-1.600 5.400-1.600 5.400h12.400s-1.600-1.400-1.600-5.400A4.600 4.600 0 0 0 10 3ZM8.400 16.200a1.800 1.800 0 0 0 3.200 0" />
    </svg>
  );
}
