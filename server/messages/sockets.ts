import { defineJob, type Socket } from '../sockets/socket.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import type { Drivers } from './drivers.ts';
import { handOver } from './post.ts';

/**
 * What messages plug into their schemas: sending one that a person wrote. `system` comes later than the sockets, which
 * are checked before there is a database. A record that is no longer waiting has been handed over before.
 */
export const messageSockets = (drivers: Drivers, system: () => SystemDatabase): readonly Socket[] => [
  defineJob('messages.send-mail', async ({ record, tenant }) => {
    if (record['status'] !== 'pending') return;
    const letter = { to: String(record['to']), title: String(record['title']), text: String(record['content']) };
    await handOver(system(), drivers, { kind: 'mail', tenant, id: String(record['id']) }, letter);
  }),
  defineJob('messages.send-sms', async ({ record, tenant }) => {
    if (record['status'] !== 'pending') return;
    const letter = { to: String(record['phoneNumbers']), title: '', text: String(record['content']) };
    await handOver(system(), drivers, { kind: 'sms', tenant, id: String(record['id']) }, letter);
  }),
];
