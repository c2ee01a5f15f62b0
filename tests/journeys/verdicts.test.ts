import fc from 'fast-check';
import { build } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compileEntity, type EntityMeta } from '../../engine/core/index.ts';
import type { Actor } from '../../server/operations/context.ts';
import { sqlOf } from '../../server/store/predicates.ts';
import { pieces, quote } from '../../server/store/sql.ts';
import { anyExpression, anyRecord } from '../engine/expression/any-expression.ts';
import { openLiveApp, type LiveApp } from '../support/live-app.ts';
import { root, type Answer } from '../support/test-app.ts';

/** So many verdicts; `npm run test:night` takes more. */
const verdicts = Number(process.env['VERDICTS'] ?? 1_000);
const rulesOfEach = 25;

type Row = Record<string, unknown>;

const fields: EntityMeta['fields'] = {
  label: { type: 'text', required: true, maxLength: 40 },
  mark: { type: 'integer' },
  name: { type: 'text', maxLength: 40 },
  city: { type: 'text', maxLength: 40 },
  day: { type: 'date' },
  amount: { type: 'decimal', scale: 4 },
  rate: { type: 'decimal', scale: 4 },
  count: { type: 'integer' },
  quantity: { type: 'integer' },
  active: { type: 'boolean' },
  paid: { type: 'boolean' },
};
const plain: EntityMeta = {
  entity: 'verdict',
  path: 'Verdict',
  title: 'label',
  fields,
  list: { columns: ['label'] },
  form: { basic: Object.keys(fields).map((name) => [name]) },
  access: {},
};

let live: LiveApp;
beforeAll(async () => {
  live = await openLiveApp();
}, 300_000);
afterAll(() => live?.close());

const good = async (asked: Promise<Answer>): Promise<Row> => {
  const { status, body } = await asked;
  if (status !== 200 || !body.success) throw new Error(JSON.stringify(body));
  return body.data;
};

/** The referring record of the expressions is this one: a rule has no other. */
const own: Readonly<Record<string, string>> = { strict: 'paid', owner: 'city', level: 'count', limit: 'rate' };
const inside = (text: string): string => text.replaceAll(/record\.(\w+)/g, (_, name: string) => own[name] ?? 'name');
const isRule = (when: string): boolean => compileEntity({ ...plain, validations: [{ code: 'r', when }] }).ok;

/** What the form of the product does with a record before it is sent, by the engine as the page is built with it. */
async function engineForPages(): Promise<string> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: `${root}tests/support/verdict-page.ts`, formats: ['iife'], name: 'verdictPage' },
    },
  });
  const [output] = [built].flat();
  if (!output || !('output' in output)) throw new Error('nothing was built');
  return output.output[0].code;
}

it(
  `gives one verdict of ${verdicts} random rules on random records in the browser, at the server and in Postgres`,
  async () => {
    const { person, tenant, account } = live.world.person('north admin');
    const texts = { 'en-US': { name: 'Verdict', plural: 'Verdicts' }, 'zh-CN': { name: '判', plural: '判' } };
    await good(person.post('schema/create', { document: { meta: plain, texts } }));
    await good(person.post('schema/verdict/publish', { stamp: 1, reason: 'records', acceptProblems: true }));
    const records = fc.sample(anyRecord, Math.ceil(verdicts / rulesOfEach));
    const ids: string[] = [];
    for (const { name, city, day, amount, rate, count, quantity, ...rest } of records) {
      const small = (value: unknown) => (typeof value === 'number' ? Number((value % 1e8).toFixed(4)) : null);
      const record = {
        ...{ ...rest, label: `r${ids.length}`, name, city, amount: small(amount), rate: small(rate) },
        ...{ day: typeof day === 'string' ? day.slice(0, 10) : null, count: small(count), quantity: small(quantity) },
      };
      ids.push(String((await good(person.post('Verdict/add', record)))['id']));
    }
    // Who asks counts as well, and is known on every side.
    const about = ["'admin' in actor.roles && active", "actor.type == 'admin' && actor.org != null && day < today"];
    const rules = [...about, ...fc.sample(anyExpression.map(inside).filter(isRule), rulesOfEach - about.length)].map(
      (when, at) => ({ code: `rule${at}`, when }),
    );
    await good(
      person.post('schema/verdict/commands', {
        stamp: 0,
        name: 'rules',
        commands: [{ do: 'set', at: 'validations', value: rules }],
      }),
    );
    await good(person.post('schema/verdict/publish', { stamp: 1, reason: 'rules', acceptProblems: true }));

    const rows = await Promise.all(ids.map((id) => good(person.get('Verdict/detail', { id }))));
    const { meta } = (await good(person.get('meta/Verdict'))) as { meta: EntityMeta };
    const user = await good(person.get('getLoginUser'));
    const { page, errors } = await live.open('north admin', { path: '/welcome' });
    await page.evaluate(await engineForPages());
    const inBrowser = await page.evaluate(
      ([entity, held, viewer]) =>
        (
          window as unknown as { verdictPage: { verdictsOf: (...given: unknown[]) => string[][] } }
        ).verdictPage.verdictsOf(entity, held, viewer),
      [{ ...meta, validations: rules }, rows, user] as const,
    );

    const atServer: string[][] = [];
    for (const { id, version } of rows) {
      const { status, body } = await person.post('Verdict/edit', { id, version, mark: 1 });
      expect(status).toBe(200);
      atServer.push((body.issues ?? []).map(({ code }) => code).toSorted());
    }
    const actor = await live.world.test.node.actors.byAccount(tenant, account);
    const inPostgres = await verdictsInPostgres(actor as Actor, rules, ids);

    expect(inBrowser.map((codes) => codes.toSorted())).toEqual(atServer);
    expect(inPostgres).toEqual(atServer);
    expect(errors).toEqual([]);
    // Or everything would be refused, or nothing.
    const refused = atServer.flat().length;
    expect(refused).toBeGreaterThan(verdicts / 20);
    expect(refused).toBeLessThan(verdicts * 0.95);
  },
  60_000 + verdicts * 60,
);

/** The rules that each record breaks, as the database has it: it sees the records as they lie in its table. */
async function verdictsInPostgres(
  actor: Actor,
  rules: readonly { code: string; when: string }[],
  ids: readonly string[],
): Promise<string[][]> {
  const entity = actor.catalog.byName.get('verdict');
  if (!entity) throw new Error('there is no entity of verdicts');
  const broken = new Map<string, string[]>(ids.map((id) => [id, []]));
  for (const [at, { code }] of rules.entries()) {
    const sql = sqlOf(entity, entity.rules[at]!.when);
    if (!sql) throw new Error(`${rules[at]?.when} has no SQL`);
    const { text, values } = pieces(
      `SELECT t.id::text AS id FROM ${quote(entity.table)} t WHERE (`,
      sql,
      ') IS TRUE',
    ).statement(actor);
    const { rows } = await live.world.owner.query<{ id: string }>(text, [...values]);
    for (const { id } of rows) broken.get(id)?.push(code);
  }
  return ids.map((id) => (broken.get(id) ?? []).toSorted());
}
