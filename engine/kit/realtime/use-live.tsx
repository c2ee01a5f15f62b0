import { App } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { LiveClient } from '../data/live-client.ts';
import { onWatchedChange, emitLive, watchedEntities, watchedFor, type LiveEvent } from '../data/live-events.ts';
import { reloadPage } from '../ui/reload.ts';
import { connect } from './connection.ts';

const levels = ['info', 'success', 'warning', 'error'] as const;

/**
 * Connects this window to the hub while a person is signed in: messages stay until they are closed, other events go to
 * subscribers. `onChange` is called when permissions or the menu change, `onExit` when the session was ended elsewhere.
 */
export function useLive(client: LiveClient | null, calls: { onChange(): void; onExit(): void }): void {
  const { notification } = App.useApp();
  const { t } = useTranslation();
  const latest = useRef({ ...calls, notification, t });
  latest.current = { ...calls, notification, t };

  useEffect(() => {
    if (!client) return;
    const connection = connect({
      ticket: () => client.ticket(),
      watched: watchedEntities,
      watchedFor,
      onMessage({ title, message, messagetype }) {
        const { notification: show, t: word } = latest.current;
        const lines = [...new Set([title, message])].filter(Boolean);
        show[levels[messagetype] ?? 'info']({
          // A message may be delivered again after a reconnect: equal texts count as one.
          key: `${title}\n${message}`,
          message: word('live.message'),
          description: lines.map((line) => <div key={line}>{line}</div>),
          placement: 'bottomRight',
          duration: 0,
        });
        emitLive({ kind: 'message' });
      },
      onEvent(event) {
        const { notification: show, t: word, onChange, onExit } = latest.current;
        if (event.kind === 'forceExit') return onExit();
        if (event.kind === 'rights' || event.kind === 'menu') onChange();
        if (event.kind === 'schema') {
          show.info({
            key: 'schema',
            message: word('live.schema'),
            description: word('live.schemaNote'),
            placement: 'bottomRight',
            duration: 0,
            actions: (
              <button type="button" className="button is-primary" onClick={reloadPage}>
                {word('live.reload')}
              </button>
            ),
          });
        }
        emitLive(event as LiveEvent);
      },
    });
    onWatchedChange((ago) => connection.watch(ago));
    return () => {
      onWatchedChange(() => undefined);
      connection.stop();
    };
  }, [client]);
}
