import { defineJob, type Handler } from '../modules/module.ts';
import type { Drivers } from './drivers.ts';
import { mailNotice, type NoticeDeps } from './mail-notice.ts';
import { handOver } from './post.ts';

/**
 * What messages plug into their schemas: sending one that a person wrote, and notices by mail. What they stand on comes
 * later than the sockets, which are checked before there is a database. A record that is no longer waiting has been handed over before.
 */
export const messageHandlers = (drivers: Drivers, late: () => Omit<NoticeDeps, 'drivers'>): readonly Handler[] => [
  defineJob('messages.send-mail', async ({ record, tenant }) => {
    if (record['status'] !== 'pending') return;
    const content = String(record['content']);
    const words = { to: String(record['to']), title: String(record['title']) };
    const letter =
      record['html'] === true ? { ...words, text: wordsOf(content), html: content } : { ...words, text: content };
    await handOver(late().system, drivers, { kind: 'mail', tenant, id: String(record['id']) }, letter);
  }),
  defineJob('messages.send-sms', async ({ record, tenant }) => {
    if (record['status'] !== 'pending') return;
    const letter = { to: String(record['phoneNumbers']), title: '', text: String(record['content']) };
    await handOver(late().system, drivers, { kind: 'sms', tenant, id: String(record['id']) }, letter);
  }),
  defineJob('messages.mail-notice', (call) => mailNotice({ ...late(), drivers }, call)),
];

/** The words of HTML, for readers of mail that show no other. */
const wordsOf = (html: string): string =>
  html
    .replace(/<(br|\/p|\/h[1-6]|\/li|\/blockquote)>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|quot|amp);/g, (_, name: string) => ({ lt: '<', gt: '>', quot: '"' })[name] ?? '&')
    .trim();
