import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EntityDocument, EntityMeta } from '../../../engine/core/index.ts';
import { insertOrFail } from '../../../server/provisioning/insert-or-fail.ts';
import {
  arbitraryMistake,
  arbitraryPick,
  commandOf,
  type Mistake,
  type Pick,
} from '../../support/arbitrary-commands.ts';
import { hosts, password, type Answer, type Person } from '../../support/test-app.ts';
import { openWorld, type World } from '../../support/world.ts';

/** `npm run test:night` takes more. */
const mistakes = Number(process.env['SCHEMA_MISTAKES'] ?? 200);
const walks = Math.ceil(mistakes / 50);
const lives = Math.ceil(mistakes / 100);

const loan: EntityMeta = {
  entity: 'loan',
  path: 'Loan',
  title: 'what',
  fields: {
    what: { type: 'text', required: true, maxLength: 40 },
    worth: { type: 'decimal', scale: 2 },
    until: { type: 'date' },
    kind: { type: 'choice', options: ['tool', 'book'] },
    parts: { type: 'lines', fields: { name: { type: 'text', required: true }, count: { type: 'integer', min: 0 } } },
  },
  validations: [{ code: 'dear', when: 'worth > 9000', at: 'worth' }],
  list: {
    columns: ['what', 'kind', 'status'],
    filters: ['kind'],
    search: ['what'],
    views: { books: { filter: "kind == 'book'" } },
  },
  form: {
    basic: [
      ['what', 'worth'],
      ['until', 'kind'],
    ],
    parts: [['parts']],
  },
  workflow: {
    start: 'open',
    states: { open: { edit: true, remove: true }, lent: { tone: 'warn' }, back: { tone: 'good' } },
    transitions: { lend: { from: ['open'], to: 'lent' }, return: { from: ['lent'], to: 'back' } },
  },
  access: { clerk: { codes: ['read'] } },
};
const document: EntityDocument = {
  meta: loan,
  texts: { 'en-US': { name: 'Loan', plural: 'Loans', fields: { what: 'What' }, rules: { dear: 'Too dear.' } } },
};

let world: World;
let admin: Person;
beforeAll(async () => {
  world = await openWorld();
  admin = world.person('north admin').person;
});
afterAll(() => world?.close());

const good = async (asked: Promise<Answer>): Promise<Record<string, unknown>> => {
  const { status, body } = await asked;
  if (status !== 200 || !body.success) throw new Error(JSON.stringify(body));
  return body.data;
};

/** A draft as stored in the database: its very text, its stamp and its steps. */
async function kept(): Promise<{ text: string; stamp: number; steps: number }> {
  const { rows } = await world.owner.query<{ text: string; stamp: number; steps: number }>(
    `SELECT document::text AS text, stamp, (SELECT count(*)::int FROM lading.draft_step WHERE entity = 'loan' AND NOT undone) AS steps
       FROM lading.draft WHERE entity = 'loan'`,
  );
  if (!rows[0]) throw new Error('there is no draft');
  return rows[0];
}
const send = (stamp: number, commands: readonly unknown[]) =>
  admin.post('schema/loan/commands', { stamp, name: 'step', commands });
const parsed = (text: string) => JSON.parse(text) as EntityDocument;

describe('a draft', () => {
  beforeAll(() => good(admin.post('schema/create', { document })));
  afterAll(() => good(admin.post('schema/loan/discard', {})));

  it(
    'comes back to the byte however many steps are undone, and goes there again',
    async () => {
      let taken = 0;
      const run = async (picks: readonly Pick[]) => {
        const states = [await kept()];
        for (const pick of picks) {
          const present = states.at(-1) as (typeof states)[0];
          const { body } = await send(present.stamp, [commandOf(parsed(present.text), pick)]);
          if (body.success) states.push(await kept());
        }
        taken += states.length - 1;
        for (const { text } of states.slice(0, -1).toReversed()) {
          await good(admin.post('schema/loan/undo', { stamp: (await kept()).stamp }));
          expect((await kept()).text).toBe(text);
        }
        for (const { text } of states.slice(1)) {
          await good(admin.post('schema/loan/redo', { stamp: (await kept()).stamp }));
          expect((await kept()).text).toBe(text);
        }
      };
      const some = fc.array(arbitraryPick, { minLength: 15, maxLength: 25 });
      await fc.assert(fc.asyncProperty(some, run), { numRuns: walks, endOnFailure: true });
      expect(taken).toBeGreaterThan(walks * 3);
    },
    30_000 + mistakes * 100,
  );

  it(
    `is as it was after each of ${mistakes} calls that are refused, whatever good steps stood before the bad one`,
    async () => {
      let refused = 0;
      const faults: unknown[] = [];
      const run = async (before: Pick, { pick, bend }: Mistake) => {
        const was = await kept();
        const present = parsed(was.text);
        const { status, body } = await send(was.stamp, [commandOf(present, before), bend(commandOf(present, pick))]);
        if (status >= 500) faults.push(body);
        if (body.success) return void (await good(admin.post('schema/loan/undo', { stamp: was.stamp + 1 })));
        refused += 1;
        expect(body.issues).not.toEqual([]);
        expect(await kept()).toEqual(was);
      };
      const mistaken = fc.asyncProperty(arbitraryPick, arbitraryMistake, run);
      await fc.assert(mistaken, { numRuns: Math.ceil(mistakes * 1.3), endOnFailure: true });
      expect(refused).toBeGreaterThanOrEqual(mistakes);
      expect(faults).toEqual([]);
    },
    30_000 + mistakes * 200,
  );
});

/** Whatever came before: a code, then the entity, goes and comes back while someone holds it. */
const always: readonly Event[] = ['create', 'give', 'drop lend', 'have lend', 'give', 'retire', 'create'];
/** What happens to an entity and to what a role was given of it. */
const event = fc.constantFrom(
  'give',
  'take',
  'give',
  'drop lend',
  'drop return',
  'have lend',
  'have return',
  'retire',
  'revive',
  'create',
);
type Event = 'give' | 'take' | `${'drop' | 'have'} ${'lend' | 'return'}` | 'retire' | 'revive' | 'create';

describe('rights that a role was given', () => {
  it(
    'are gone with what they were for: a code, a button or an entity that comes back under the name gives nothing, and holds no record of before',
    async () => {
      const services = await openLending();
      let revivals = 0;
      const run = async (events: readonly Event[]) => {
        await services.create();
        /** What the role may do by what it was given, and whether the entity is there. */
        const model = { codes: new Set<string>(), there: true, stands: new Set(['lend', 'return']), records: 0 };
        for (const each of [...events, ...always]) {
          const [what, code = ''] = each.split(' ');
          if (what === 'give' && model.there) {
            await services.give(['read', ...model.stands]);
            model.codes = new Set(['read', ...model.stands]);
            await good(admin.post('Loan/add', { what: 'Ladder' }));
            model.records += 1;
          }
          if (what === 'take') {
            await services.give([]);
            model.codes.clear();
          }
          if (what === 'drop' && model.there && model.stands.delete(code)) {
            await services.publish([{ do: 'remove', at: `workflow.transitions.${code}` }]);
            if (model.codes.delete(code)) revivals += 1;
          }
          if (what === 'have' && model.there && !model.stands.has(code)) {
            const from = code === 'lend' ? 'open' : 'lent';
            const to = code === 'lend' ? 'lent' : 'back';
            await services.publish([{ do: 'set', at: `workflow.transitions.${code}`, value: { from: [from], to } }]);
            model.stands.add(code);
          }
          if (what === 'retire' && model.there) {
            await good(admin.post('schema/loan/retire', {}));
            if (model.codes.size > 0) revivals += 1;
            Object.assign(model, { there: false, codes: new Set() });
          }
          if (what === 'revive' && !model.there) {
            await good(admin.post('schema/loan/revive', {}));
            model.there = true;
          }
          if (what === 'create' && !model.there) {
            await services.create();
            Object.assign(model, { there: true, stands: new Set(['lend', 'return']), records: 0 });
          }
          expect([each, await services.held()]).toEqual([each, [...model.codes].toSorted()]);
          const page = await admin.get('Loan/page');
          expect([each, page.status === 404 ? 'gone' : (page.body.data as { totalRows: number }).totalRows]).toEqual([
            each,
            model.there ? model.records : 'gone',
          ]);
        }
        await good(admin.post('schema/loan/retire', {}));
      };
      const some = fc.array(event as fc.Arbitrary<Event>, { minLength: 5, maxLength: 9 });
      await fc.assert(fc.asyncProperty(some, run), { numRuns: lives, endOnFailure: true });
      expect(revivals).toBeGreaterThan(0);
    },
    60_000 + mistakes * 300,
  );
});

/** The entity of loans, and someone who may do with it what one role was given, by its own lines and by the menu. */
async function openLending() {
  const { actor } = world.homes.north;
  const { context } = world.test.node;
  const plain = { name: 'Lender', code: 'lender', roleType: '0', template: 'none', dataScopeType: '1', sort: 1 };
  const [role = ''] = await insertOrFail(context, actor, 'role', [{ input: { ...plain, grants: [] } }]);
  const org = world.homes.north.samples.get('org/head');
  await insertOrFail(context, actor, 'account', [
    { input: { account: 'lender', password, name: 'Lender', org, roles: [role], adminType: '3' } },
  ]);
  const person = await world.test.signIn(hosts.north, 'lender');
  const menus = new Map<string, string>();
  const button = async (parent: string, code: string) => {
    const entry = { name: code, code: `loan_${code}`, parent, application: 'business', type: '2', sort: 1 };
    return String((await good(admin.post('sysMenu/add', { ...entry, permission: `Loan:${code}` })))['id']);
  };
  return {
    async create() {
      await good(admin.post('schema/create', { document }));
      await good(admin.post('schema/loan/publish', { stamp: 1, reason: 'again', acceptProblems: true }));
      const { rows } = await world.owner.query<{ id: string }>(
        `SELECT id::text FROM menu WHERE type = '1' AND entity = 'loan'`,
      );
      const [screen] = rows;
      if (!screen || menus.size > 0) return;
      menus.set('read', screen.id);
      for (const code of ['lend', 'return']) menus.set(code, await button(screen.id, code));
    },
    async publish(commands: readonly object[]) {
      await good(admin.post('schema/loan/commands', { stamp: 0, name: 'step', commands }));
      await good(admin.post('schema/loan/publish', { stamp: 1, reason: 'step', acceptProblems: true }));
    },
    /** By the menu, and the first of them by a line of the role's own as well. */
    async give(codes: readonly string[]) {
      const { version } = await good(admin.get('sysRole/detail', { id: role }));
      const lines = codes.slice(0, 2).join(',');
      const grants = codes.length === 0 ? [] : [{ entity: 'loan', codes: lines, rows: 'all', hide: null }];
      const entries = codes.flatMap((code) => menus.get(code) ?? []);
      await good(admin.post('sysRole/edit', { id: role, version, grants, menus: entries }));
    },
    async held() {
      const { permissions } = await good(person.get('getLoginUser'));
      const codes = (permissions as string[]).flatMap((one) => (one.startsWith('Loan:') ? [one.slice(5)] : []));
      return codes
        .filter((code) => ['page', 'lend', 'return'].includes(code))
        .map((code) => (code === 'page' ? 'read' : code))
        .toSorted();
    },
  };
}
