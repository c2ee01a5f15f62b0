import { defineJob, type Socket } from '../sockets/socket.ts';
import type { Drivers } from './drivers.ts';
import { mailNotice, type NoticeDeps } from './mail-notice.ts';
import { handOver } from './post.ts';

/**
 * What messages plug into their schemas: sending one that a person wrote, and notices by mail. What they stand on comes
 * later than the sockets, which are checked before there is a database. A record that is no longer waiting has been handed over before.
 */
export const messageSockets = (drivers: Drivers, late: () => Omit<NoticeDeps, 'drivers'>): readonly Socket[] => [
  defineJob('messages.send-mail', async ({ record, tenant }) => {
    if (record['status'] !== 'pending') return;
    const letter = { to: String(record['to']), title: String(record['title']), text: String(record['content']) };
    await handOver(late().system, drivers, { kind: 'mail', tenant, id: String(record['id']) }, letter);
  }),
  defineJob('messages.send-sms', async ({ record, tenant }) => {
    if (record['status'] !== 'pending') return;
    const letter = { to: String(record['phoneNumbers']), title: '', text: String(record['content']) };
    await handOver(late().system, drivers, { kind: 'sms', tenant, id: String(record['id']) }, letter);
  }),
  defineJob('messages.mail-notice', (call) => mailNotice({ ...late(), drivers }, call)),
];
