import { defineUpload, defineWork, issue, type Issue, type WorkCall } from '../../modules/module.ts';
import { deliverBasics } from './basics.ts';
import { followLines } from './claims.ts';
import { stageFile, type RefusedFile } from './import-file.ts';
import { loadMappings } from './mappings.ts';
import { Originals } from './originals.ts';
import { plainNumber } from './read/bill.ts';
import { letterOf } from './read/refusal.ts';
import { analyzeSql, linesSql, unknownSql, unstageSql } from './stage-sql.ts';
import { InvoiceTaker, type Account } from './take-invoices.ts';
import { matchNewSql } from './match-sql.ts';

const megabyte = 1_048_576;
/** Lines from which an import changes what the planner must know of the table. */
const many = 10_000;
/** Lines from which they are counted before they are matched: without statistics, each line would read all of them. */
const manyToMatch = 1_000;

/** Bills of carriers as they were downloaded, each invoice taken whole or not at all. */
export const uploadBills = defineUpload({
  ...{ path: 'CarrierBill/upload', needs: { entity: 'carrier-bill', code: 'match' } },
  ...{ most: 50, maxBytes: 2_048 * megabyte, takesEmpty: true, work: 'billing.import' },
});

const accountsSql = `SELECT id::text, "carrierCode" AS carrier, number, currency FROM express_account WHERE tenant_id = $1
  ORDER BY environment = 'production' DESC, status = 'enabled' DESC, id`;

export const importBills = defineWork('billing.import', async (call) => {
  const { services, tenant, job, files } = call;
  await deliverBasics(services, tenant);
  const accounts = new Map<string, Account>();
  for (const account of await services.query<Account>(accountsSql, [tenant])) {
    const key = `${account.carrier}|${plainNumber(account.number)}`;
    if (!accounts.has(key)) accounts.set(key, account);
  }
  const others = await loadMappings(services, tenant);
  const taker = new InvoiceTaker(call, accounts, new Originals(call));
  const { bills } = taker;
  const counted = counter(call);
  // By content: the same files have the same outcome, in whatever order they were handed in.
  const ordered = files.toSorted((one, other) => (one.hash < other.hash ? -1 : 1));
  const distinct = ordered.filter(({ hash }, at) => hash !== ordered[at - 1]?.hash);
  await services.query(unstageSql, [tenant, `${job}:%`]);
  for (const [at, file] of distinct.entries()) {
    const stage = { ...{ services, tenant, others, counted, signal: call.signal }, name: `${job}:${at}:` };
    let needed = false;
    for await (const found of call.local(file, (path) => stageFile(stage, path, file.name.slice(0, 255)))) {
      if ('problem' in found) taker.refused.push(found);
      else if (await taker.take(found, file)) needed = true;
    }
    if (!needed) await services.query(unstageSql, [tenant, `${stage.name}%`]);
  }
  await taker.takeTogether();
  await services.query(unstageSql, [tenant, `${job}:%`]);
  const [added] = await services.query(linesSql, [tenant, [...bills.values()]]);
  if (Number(added?.['count']) > manyToMatch) await services.query(analyzeSql, []);
  for (const id of bills.values()) {
    call.signal.throwIfAborted();
    await services.query(matchNewSql, [tenant, id]);
  }
  await followLines(call, [...bills.values()]);
  const ids = [...bills].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, id]) => id);
  const invoices = await Promise.all(ids.map((id) => invoiceOf(call, id)));
  if (invoices.reduce((sum, { lines }) => sum + lines, 0) > many) await services.query(analyzeSql, []);
  const refused = taker.refused.flatMap((each) => refusalsOf(call, each));
  refused.sort((one, other) => (one.file < other.file ? -1 : 1));
  return { invoices, refused };
});

interface Refusal {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  readonly code: string;
  readonly message: string;
}

const refusalsOf = (call: WorkCall, { file, problem }: RefusedFile): Refusal[] =>
  [problem, ...problem.also].map((each) => refusalOf(call, { file, problem: each }));

function refusalOf(call: WorkCall, { file, problem }: RefusedFile): Refusal {
  const { code, params, line, column } = problem;
  const expected = params['expected'];
  const worded =
    typeof expected === 'string' && expectations.has(expected) ? call.say(`billing.expected.${expected}`) : expected;
  const reason: Issue = issue(code, '', { ...params, expected: worded ?? '' });
  const named = column === null ? '' : [letterOf(column - 1), params['name']].filter(Boolean).join(' ');
  const said = call.explain(reason);
  const at = column === null ? 'billing.atLine' : 'billing.atCell';
  const message = line === null ? said : call.say(at, { line, column, named, message: said });
  return { file, ...(line === null ? {} : { line }), ...(column === null ? {} : { column }), code, message };
}

const expectations = new Set(['account', 'number', 'currency', 'description']);

const billSql = `SELECT b."carrierCode" AS carrier, a.number AS account, b.number, b."billDate"::text AS date, b.currency, b.amount::text,
    b.sum::text, b."lineCount" AS lines, b.status AS state
  FROM carrier_bill b JOIN express_account a ON a.tenant_id = b.tenant_id AND a.id = b.account
 WHERE b.tenant_id = $1 AND b.id = $2`;

async function invoiceOf({ services, tenant }: WorkCall, id: string) {
  const [[bill], unknown] = await Promise.all([
    services.query(billSql, [tenant, id]),
    services.query(unknownSql, [tenant, id]),
  ]);
  const { amount, sum, lines, state, ...rest } = bill ?? {};
  return {
    ...rest,
    amount: amount === null ? null : Number(amount),
    sum: Number(sum),
    lines: Number(lines),
    state,
    unknown: unknown.map((each) => ({ ...each, sum: Number(each['sum']) })),
  };
}

/** Tells how many lines have come, once in a while. */
function counter(call: WorkCall): (lines: number) => Promise<void> {
  let [done, told] = [0, 0];
  return async (lines) => {
    done += lines;
    if (Date.now() - told < 1_000) return;
    told = Date.now();
    await call.progress({ done });
  };
}
