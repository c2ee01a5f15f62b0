import { defineJob, type Handler } from '../modules/module.ts';
import type { Drivers, Letter } from './drivers.ts';
import { enclosuresOf, type EnclosureDeps } from './enclosures.ts';
import { mailNotice, type NoticeDeps } from './mail-notice.ts';
import { handOver } from './post.ts';

/**
 * Handlers of the message schemas: sending a mail that a person wrote, and notices by mail. Dependencies are a
 * function, because handlers are registered before there is a database. A record that is no longer queued was sent
 * before.
 */
export const messageHandlers = (
  drivers: Drivers,
  late: () => Omit<NoticeDeps, 'drivers'> & EnclosureDeps,
): readonly Handler[] => [
  defineJob('messages.send-mail', async ({ record, tenant }) => {
    if (record['status'] !== 'pending') return;
    const on = late();
    const letter = { ...letterOf(record), files: await enclosuresOf(on, tenant, record) };
    await handOver(on.system, drivers, { kind: 'mail', tenant, id: String(record['id']) }, letter);
  }),
  defineJob('messages.send-sms', async ({ record, tenant }) => {
    if (record['status'] !== 'pending') return;
    const letter = { to: String(record['phoneNumbers']), title: '', text: String(record['content']) };
    await handOver(late().system, drivers, { kind: 'sms', tenant, id: String(record['id']) }, letter);
  }),
  defineJob('messages.mail-notice', (call) => mailNotice({ ...late(), drivers }, call)),
];

/** A stored mail: text alone, HTML as a program sent it, or text with the HTML of its design. */
function letterOf(record: Readonly<Record<string, unknown>>): Letter {
  const content = String(record['content']);
  const words = { to: String(record['to']), title: String(record['title']) };
  const { markup } = record;
  if (typeof markup === 'string') return { ...words, text: content, html: markup };
  return record['html'] === true ? { ...words, text: wordsOf(content), html: content } : { ...words, text: content };
}

/** The plain text of HTML, for mail readers without HTML. */
const wordsOf = (html: string): string =>
  html
    .replace(/<(br|\/p|\/h[1-6]|\/li|\/blockquote)>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|quot|amp);/g, (_, name: string) => ({ lt: '<', gt: '>', quot: '"' })[name] ?? '&')
    .trim();
