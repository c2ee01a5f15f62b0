import { App } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useDataClient } from '../../kit/data/client.ts';
import type { DataClient } from '../../kit/data/data-client.ts';
import { onLive } from '../../kit/data/live-events.ts';
import { notificationsKey, readNotifications } from '../../kit/data/notifications.ts';
import { failedLine } from '../../kit/data/display-error.ts';
import { saveFile } from '../../kit/data/save-file.ts';
import { isWatched } from '../../kit/data/watch-job.ts';

/** Notifies the user when a background job that no open screen is watching finishes. */
export function useJobNotifications(): void {
  const { notification } = App.useApp();
  const { t } = useTranslation();
  const client = useDataClient();
  const latest = useRef({ notification, t, client });
  latest.current = { notification, t, client };
  useEffect(
    () =>
      onLive('job', ({ record, state }) => {
        if (!record || (state !== 'done' && state !== 'failed') || isWatched(record)) return;
        void endOf(latest.current.client, record).then((job) => {
          if (!job) return;
          const { notification: show, t: word, client: wire } = latest.current;
          const { file } = job;
          show[job.state === 'done' ? 'success' : 'error']({
            key: `job-${record}`,
            message: word(`live.job.${job.state}`),
            description: word('live.job.rows', { count: job.done }),
            placement: 'bottomRight',
            duration: 0,
            actions: file ? (
              <button
                type="button"
                className="button"
                onClick={() =>
                  void wire
                    .download(file)
                    .then(saveFile, (error: unknown) => show.error({ message: failedLine('download', error) }))
                }
              >
                {word('field.file.save')}
              </button>
            ) : null,
          });
        });
      }),
    [],
  );
}

/** The job, if its owner wants a notification when it ends; null if not, or if it cannot be loaded now. */
async function endOf(client: DataClient, id: string) {
  try {
    const stored = await client.preference(notificationsKey);
    return readNotifications(stored).jobs.popup ? await client.job(id) : null;
  } catch {
    // The job is still in its list.
    return null;
  }
}
