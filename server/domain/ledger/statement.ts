import { defineDocument, issue, type Layout } from '../../modules/module.ts';

const columns = ['createdAt', 'kind', 'refId', 'customer', 'moneyIn', 'moneyOut', 'balanceAfter'];

/**
 * A customer's statement for a period: account book lines in one currency, oldest first, with opening and closing
 * balance. Only the filters customer, currency and time apply; others would drop lines that the balance includes. For
 * members the customer is implied.
 */
export const statement = defineDocument('ledger-transfer', async (call) => {
  const customer = call.actor.member ?? call.query['customer'] ?? call.query['customer.eq'];
  if (!customer || customer.includes(',')) return { issues: [issue('statement.oneCustomer', 'query.customer')] };
  const currency = call.query['currency'] ?? call.query['currency.eq'] ?? call.currency;
  const [known] = await call.list('customer', { id: customer });
  if (!known) return { issues: [issue('reference.missing', 'query.customer')] };

  const times = Object.entries(call.query).filter(([key]) => /^(createdAt|searchBeginTime|searchEndTime)/.test(key));
  const book = { customer, currency, view: 'book', ...Object.fromEntries(times) };
  const rows = await call.rows({ ...book, sort: 'createdAt,id' }, columns);
  const { from, to } = periodOf(call.query);
  // As sums over the whole account: lines of the same moment have no order, so none of them is the first.
  const [before, closing] = (await Promise.all(
    ['opening', 'closing'].map(async (name) => minor(await call.counted('ledger-transfer', name, book))),
  )) as [number, number];
  const sum = (name: string) => rows.reduce((total, { raw }) => total + cents(raw, name), 0);
  const { say } = call;
  const word = (name: string) => call.field('ledger-transfer', name);
  const period = say('statement.between', {
    from: from ?? say('statement.beginning'),
    to: to ?? say('statement.today'),
  });
  return {
    layout: {
      culture: call.culture,
      title: say('statement.title'),
      facts: [
        [say('statement.issuer'), call.tenantName],
        [word('customer'), `${String(known['name'])} (${String(known['code'])})`],
        [say('statement.period'), period],
        [word('currency'), currency],
        [say('statement.opening'), amount(before)],
        [say('statement.closing'), amount(closing)],
      ],
      columns: paperColumns(word),
      lines: rows.map(({ raw, words }) => [
        words['createdAt'] ?? '',
        words['kind'] ?? '',
        words['refId'] ?? '',
        shown(raw, 'moneyIn'),
        shown(raw, 'moneyOut'),
        shown(raw, 'balanceAfter'),
      ]),
      foot: [
        [
          say('statement.totals', { count: rows.length }),
          '',
          '',
          amount(sum('moneyIn')),
          amount(sum('moneyOut')),
          amount(closing),
        ],
      ],
    },
  };
});

const paperColumns = (word: (name: string) => string): Layout['columns'] => [
  { header: word('createdAt'), share: 19 },
  { header: word('kind'), share: 17 },
  { header: word('refId'), share: 25 },
  { header: word('moneyIn'), share: 13, number: true },
  { header: word('moneyOut'), share: 13, number: true },
  { header: word('balanceAfter'), share: 14, number: true },
];

type Raw = Readonly<Record<string, unknown>> | undefined;

/** First and last day as requested; null for an open period. */
function periodOf(query: Readonly<Record<string, string>>): { from: string | null; to: string | null } {
  const [first, last] = (query['createdAt.between'] ?? query['createdAt'] ?? '').split(',');
  return {
    from: query['createdAt.gte'] ?? query['searchBeginTime'] ?? (first || null),
    to: query['createdAt.lte'] ?? query['searchEndTime'] ?? (last || first || null),
  };
}

/** In cents, so that sums are exact. */
const minor = (value: unknown): number => Math.round(Number(value ?? 0) * 100);
const cents = (raw: Raw, name: string): number => minor(raw?.[name]);

const shown = (raw: Raw, name: string): string => (raw?.[name] === null ? '' : amount(cents(raw, name)));

/** `−1,234.50`: grouped thousands, two decimals, a typographic minus. */
const amount = (minor: number): string => {
  const whole = (Math.abs(minor) / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return minor < 0 ? `−${whole}` : whole;
};
