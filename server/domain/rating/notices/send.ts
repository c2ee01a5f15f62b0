import { defineEffect, defineJob, issue, type ActingServices, type CommandCall } from '../../../modules/module.ts';
import { priceBook } from '../price-list.ts';
import { payerOf } from '../price-service.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { snapshotsOf } from '../snapshot/snapshots.ts';
import { decimal } from '../kernel/exact.ts';
import type { Kind } from './compare.ts';
import { mailsSql, membersSql, showNoticeSql, toldCustomers, type ToldCustomer } from './notices-sql.ts';
import { changesFor, listsOf, wordsFor, type NoticeWords, type Told } from './offer.ts';

const tables: Readonly<Record<Kind, string>> = {
  rateTable: 'rate_table',
  fixedRate: 'fixed_rate',
  surcharge: 'surcharge_rule',
};

/** Refuses notices for withdrawn prices, and notices without readers. */
export const guardNotice = defineEffect('rating.guard-notice', async ({ tenant, record, transaction }) => {
  const { kind, versionId, customer } = record as { kind: Kind; versionId: string; customer: string };
  const [found] = await transaction.query(
    `SELECT EXISTS (SELECT FROM ${tables[kind]} v WHERE v.tenant_id = $1 AND v.id = $2 AND v.status = 'active') AS active,
       EXISTS (SELECT FROM account a WHERE a.tenant_id = $1 AND a.customer = $3 AND a.status = '0') AS readers`,
    [tenant, versionId, customer],
  );
  const issues = [
    ...(found?.['active'] === true ? [] : [issue('rating.noticeOutdated', '')]),
    ...(found?.['readers'] === true ? [] : [issue('rating.noReaders', 'customer')]),
  ];
  return { issues };
});

interface Member {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly now: string;
}

/** Changes that a mail names. */
const maxMailed = 12;
const mailTemplate = 'priceNotice';

/**
 * Shows a notice to the members of its customer and mails it, with their price list as a file, and keeps to whom it went. Run
 * again it finds what was sent and sends the rest.
 */
export const sendNotice = defineJob('rating.send-notice', async ({ tenant, record, services }) => {
  if (record['status'] !== 'sending') return;
  const [id, customer] = [String(record['id']), String(record['customer'])];
  const language = String(record['language']);
  const members = await services.query<Member>(membersSql, [tenant, customer]);
  const call = await services.asSystem(tenant, {}, language);
  const { file, lines, words } = await fileOf(call, services, record);
  const params = noticeParams(record);
  const title = words.say('rating.notice.title', params);
  const text = textOf(words, params, lines);
  const paragraphs = text
    .split('\n')
    .filter(Boolean)
    .map((line) => ({ type: 'paragraph', content: [{ type: 'text', text: line }] }));
  const content = JSON.stringify({ type: 'doc', content: paragraphs });
  await services.query(showNoticeSql, [tenant, id, title, content, members.map((each) => each.id)]);
  for (const { id: account, email } of members)
    if (email)
      await services.mail({
        ...{ tenant, to: email, title, text, culture: language, template: mailTemplate, about: id },
        key: `price-notice:${id}:${account}`,
      });
  const mails = await services.query(mailsSql, [tenant, `${mailTemplate}:${id}`]);
  const recipients = members.map((member) => recipientOf(member, mails));
  const sent = await services.act({ tenant, entity: 'price-notice', id }, 'noteSent', {
    ...{ notice: id, recipients, ...(file === null ? {} : { file }) },
  });
  if (sent.length > 0) throw new Error(`price notice ${id}: ${JSON.stringify(sent)}`);
});

function recipientOf({ name, email, now }: Member, mails: readonly Record<string, unknown>[]) {
  const mail = mails.find((each) => each['mail'] === email);
  const outcome = !mail ? 'shown' : mail['status'] === 'failed' ? 'mailFailed' : 'mailed';
  return { name, outcome, ...(email ? { mail: email } : {}), at: String(mail?.['at'] ?? now) };
}

/** The customer's new price list with the changes above it; none for customers without price details. */
async function fileOf(
  call: CommandCall,
  services: ActingServices,
  record: Readonly<Record<string, unknown>>,
): Promise<{ file: string | null; lines: readonly string[]; words: NoticeWords }> {
  const { state, customers } = await toldCustomers(call, record['customer'], record['language']);
  const snapshot = await snapshotsOf(call.services).of(call, state);
  const words = wordsFor(services, snapshot, String(record['language']));
  const [customer] = customers;
  if (!customer?.detailed) return { file: null, lines: [], words };
  const from = String(record['from']);
  const changes = changesOf(record, customer, snapshot);
  const book = priceBook(call, snapshot, {
    ...{ shipDate: from, whose: customer.name },
    payerFor: ({ channel }) => {
      const level = customer.channels.find((each) => each.channel === channel)?.level;
      return level === undefined ? null : payerOf(customer, level);
    },
  });
  const say = words.say;
  const header = (key: string) => say(`rating.notice.${key}`);
  const changed = {
    ...{ title: header('changes'), note: '' },
    columns: [
      ...[
        { header: header('service'), share: 4 },
        { header: header('place'), share: 4 },
      ],
      ...(['old', 'new', 'percent'] as const).map((key) => ({ header: header(key), share: 2, number: true })),
    ],
    lines: changes.map((change) => [
      ...[words.service(change.service), words.place(change), change.before, change.after],
      change.percent === null ? null : Number(decimal(change.percent, 100)),
    ]),
  };
  const { name, content } = await call.file({ ...book, tables: [changed, ...book.tables] }, 'xlsx');
  const kept = await services.files.keep({
    ...{ tenant: call.tenant, customer: customer.id, name, content: Buffer.from(content, 'base64') },
  });
  const lines = changes.slice(0, maxMailed).map((change) => {
    const facts = { service: words.service(change.service), place: words.place(change) };
    const [before, after] = [change.before ?? header('none'), change.after ?? header('none')];
    const moved = change.percent === null ? '' : ` (${change.percent > 0 ? '+' : ''}${decimal(change.percent, 100)} %)`;
    return `${say('rating.notice.line', { ...facts, before, after })}${moved}`;
  });
  return { file: kept, lines, words };
}

/** As they are when it is sent: the largest first. */
function changesOf(record: Readonly<Record<string, unknown>>, customer: ToldCustomer, snapshot: Snapshot): Told[] {
  const kind = record['kind'] as Kind;
  const version = snapshot.versionOf(String(record['versionId']));
  if (!version) return [];
  const concerns = (service: { id: string; carrier: string }) =>
    version.service === undefined ? service.carrier === version.carrier : service.id === version.service;
  return changesFor(customer, { kind, from: String(record['from']), concerns }, snapshot, listsOf(snapshot)).toSorted(
    (one, other) => Math.abs(other.percent ?? 0) - Math.abs(one.percent ?? 0),
  );
}

function noticeParams(record: Readonly<Record<string, unknown>>) {
  const figure = (name: string) => (typeof record[name] === 'number' ? record[name] : null);
  const [least, most] = [figure('leastPercent'), figure('mostPercent')];
  return { from: record['from'], count: figure('changed') ?? 0, least, most };
}

function textOf(words: NoticeWords, params: ReturnType<typeof noticeParams>, lines: readonly string[]): string {
  const { least, most, count } = params;
  const kind = least === null ? 'changed' : least === most ? 'changedBy' : 'changedBetween';
  const more =
    lines.length > 0 && count > lines.length ? [words.say('rating.notice.more', { count: count - lines.length })] : [];
  const where = words.say(lines.length > 0 ? 'rating.notice.where' : 'rating.notice.whereRates');
  return [words.say(`rating.notice.${kind}`, params), ...lines, ...more, where].join('\n');
}
