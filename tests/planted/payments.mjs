import { bug } from './bug.mjs';

/** Bugs of what books: recharges, payments online, invoices, deductions, and what the gateway tells. */
const tests = (name) => `tests/domain/ledger/${name}.test.ts`;
const lines = 'schemas/money/ledger-transfer/ledger-transfer.json';
const recharge = 'schemas/money/recharge/recharge.json';
const online = 'schemas/money/online-payment/online-payment.json';
const domain = (name) => `server/domain/payments/${name}.ts`;
const posting = tests('posting');
const [recharging, paying] = ['recharge', 'online-payment'].map((name) => `tests/server/money/${name}.test.ts`);
const [told, kills] = [tests('transitions'), 'tests/faults/kill.test.ts'];

export const payments = [
  // What the schema says of money.
  bug(
    'two lines may have one key',
    lines,
    '"opKey": { "type": "text", "required": true, "unique": true,',
    '"opKey": { "type": "text", "required": true,',
    posting,
  ),
  bug(
    'two lines may take back the same',
    lines,
    '"type": "reference", "unique": true,',
    '"type": "reference",',
    posting,
  ),
  bug('a payment online has no least', online, '"min": 100,', '"above": 0,', paying),
  bug(
    'who adds a recharge may pass it',
    recharge,
    `"to": "passed",
        "guard": [
          { "code": "ownRecharge", "when": "createdBy == actor.id || submittedBy == actor.id" },`,
    `"to": "passed",
        "guard": [
          { "code": "ownRecharge", "when": "submittedBy == actor.id" },`,
    recharging,
  ),
  bug(
    'who submits a recharge may pass it',
    recharge,
    `"to": "passed",
        "guard": [
          { "code": "ownRecharge", "when": "createdBy == actor.id || submittedBy == actor.id" },`,
    `"to": "passed",
        "guard": [
          { "code": "ownRecharge", "when": "createdBy == actor.id" },`,
    recharging,
  ),
  bug(
    'who submits a recharge may refuse it',
    recharge,
    `"to": "refused",
        "guard": [{ "code": "ownRecharge", "when": "createdBy == actor.id || submittedBy == actor.id" }],`,
    `"to": "refused",`,
    recharging,
  ),
  bug(
    'nothing may be posted',
    recharge,
    `"readOnly": true,
      "max": 9999999.99,
      "above": 0,`,
    `"readOnly": true,
      "max": 9999999.99,`,
    recharging,
  ),
  bug(
    'who began a payment online may accept it',
    online,
    `{ "code": "ownPayment", "when": "createdBy == actor.id" },
          {`,
    '{',
    paying,
  ),
  // What the gateway tells.
  bug(
    'no signature is looked at',
    domain('stripe'),
    '(await client()).webhooks.constructEvent(body, signature, webhookSecret, tolerance)',
    'JSON.parse(body.toString()) as Stripe.Event',
    paying,
  ),
  bug('messages never grow old', domain('stripe'), 'const tolerance = 300;', 'const tolerance = 1e9;', paying),
  bug(
    'a message is kept as often as it comes',
    'schemas/money/payment-message/payment-message.json',
    '"required": true, "unique": true,',
    '"required": true,',
    paying,
  ),
  bug('a part given back counts again with the next', domain('postings'), `String(row?.['amount'])`, 'total', paying),
  bug(
    'what has gone back is accepted',
    domain('postings'),
    `some(({ kind }) => kind === 'refunded')`,
    'some(() => false)',
    paying,
  ),
  bug('steps of the gateway are taken untold', domain('settle'), 'step?.action !== action', 'false && !step', paying),
  bug('the currency of a payment does not count', domain('verdict'), 'fact.currency === currency &&', '', paying),
  bug(
    'money that came for another page counts as asked',
    domain('verdict'),
    '(session === null || fact.session === session)',
    'true',
    'tests/domain/payments/verdict.test.ts',
  ),
  // What two server processes and kills find.
  bug(
    'who comes second to a part given back has failed',
    domain('settle'),
    `code === 'state.wrong' || code === 'payments.notTold'`,
    `code === 'state.wrong'`,
    told,
  ),
  bug(
    'who comes second to a payment has failed',
    domain('settle'),
    `code === 'state.wrong' || code === 'payments.notTold'`,
    `code === 'payments.notTold'`,
    told,
  ),
  bug(
    'a message that comes again settles nothing',
    domain('messages'),
    `    await keepMessage(services, of, 'message', message);
    return settle(services, of);`,
    `    if (await keepMessage(services, of, 'message', message)) await settle(services, of);
    return;`,
    kills,
  ),
  bug(
    'invoices of one customer do not wait for each other',
    'server/domain/ledger/invoices.ts',
    `PERFORM pg_advisory_xact_lock(hashtextextended('invoice ' || lading.tenant() || ' ' || of_customer, 0));`,
    '',
    tests('transitions'),
  ),
  bug(
    'a deduction is reversed under another name',
    'server/domain/ledger/deductions.ts',
    `key: keyOf(money.id),`,
    'key: `${keyOf(money.id)}:confirm`,',
    tests('transitions'),
  ),
  bug(
    'an answer is not kept with what it tells of',
    'server/operations/write/write.ts',
    'return { audit: this.auditEntry(record, verb, version, changes), storedAnswer: this.storedAnswer(answer) };',
    'return { audit: this.auditEntry(record, verb, version, changes), storedAnswer: null };',
    'tests/faults/kill.test.ts',
  ),
];
