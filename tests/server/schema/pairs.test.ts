import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Command, FieldMeta } from '../../../engine/core/index.ts';
import { arbitrarySchemaPair, entityOf, type Fate, type SchemaPair } from '../../support/arbitrary-schema.ts';
import type { Answer, Person } from '../../support/test-app.ts';
import { openWorld, type World } from '../../support/world.ts';

/** `npm run test:night` takes more. */
const pairs = Number(process.env['SCHEMA_PAIRS'] ?? 3);
const [fieldsOfEach, recordsOfEach] = [9, 12];

type Row = Record<string, unknown>;

let world: World;
let admin: Person;
beforeAll(async () => {
  world = await openWorld();
  admin = world.person('north admin').person;
});
afterAll(() => world?.close());

const good = async (asked: Promise<Answer>): Promise<Row> => {
  const { status, body } = await asked;
  if (status !== 200 || !body.success) throw new Error(JSON.stringify(body));
  return body.data;
};

/** One entity of its own per pair, with everything that a test does to it. */
function services(entity: string, path: string) {
  const stamp = async () => {
    const { draft } = await good(admin.get(`schema/${entity}`));
    return (draft as { stamp: number } | null)?.stamp ?? 0;
  };
  return {
    create: async (fields: Readonly<Record<string, FieldMeta>>) => {
      const texts = { 'en-US': { name: entity, plural: entity } };
      await good(admin.post('schema/create', { document: { meta: entityOf(entity, path, fields), texts } }));
      await good(admin.post(`schema/${entity}/publish`, { stamp: 1, reason: 'first', acceptProblems: true }));
    },
    draft: async (commands: readonly Command[]) =>
      good(admin.post(`schema/${entity}/commands`, { stamp: await stamp(), name: 'second', commands })),
    publish: async () =>
      admin.post(`schema/${entity}/publish`, { stamp: await stamp(), reason: 'second', acceptProblems: true }),
    discard: () => good(admin.post(`schema/${entity}/discard`, {})),
    goTo: (revision: number) => good(admin.post(`schema/${entity}/rollback`, { revision, reason: 'to and fro' })),
    add: async (record: Row) => String((await good(admin.post(`${path}/add`, record)))['id']),
    read: async (ids: readonly string[]) => {
      const rows: Row[] = [];
      for (const id of ids) rows.push(withoutTrace(await good(admin.get(`${path}/detail`, { id }))));
      return rows;
    },
  };
}

/** A record without what every write leaves on it. */
const withoutTrace = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !/^(_|updated|version$)/.test(name)));

/** What each field of the second revision is made by; `kept` names those whose fate the records did not allow. */
function commandsOf({ fields, added, order }: SchemaPair, kept: ReadonlySet<string>): Command[] {
  const made = fields.map(({ fate }, at): [string, Command[]] => [`f${at}`, kept.has(`f${at}`) ? [] : fated(at, fate)]);
  const more = added.map((meta, at): [string, Command[]] => [
    `n${at}`,
    [{ do: 'set', at: `fields.n${at}`, value: meta, before: `f${at}` }],
  ]);
  return [...more, ...made]
    .map(([, commands], at) => ({ commands, at: order[at] ?? 0 }))
    .toSorted((one, other) => one.at - other.at)
    .flatMap(({ commands }) => commands);
}

function fated(at: number, fate: Fate): Command[] {
  const field = `fields.f${at}`;
  switch (fate.does) {
    case 'stays':
      return [];
    case 'goes':
      return [{ do: 'remove', at: field, letGo: true }];
    case 'renamed':
      return [{ do: 'rename', at: field, to: `g${at}` }];
    case 'unique':
      return [{ do: 'set', at: `${field}.unique`, value: true }];
    case 'retyped':
      return [{ do: 'set', at: field, value: fate.to }];
  }
}

/** What has once gone wrong: a text that was a number for a while, a sub-table that went, times of day, lists as text. */
const known: SchemaPair = {
  fields: [
    { meta: { type: 'text', maxLength: 40 }, fate: { does: 'retyped', to: { type: 'decimal', scale: 2 } } },
    { meta: { type: 'lines', fields: { what: { type: 'text', maxLength: 9 } } }, fate: { does: 'goes' } },
    { meta: { type: 'datetime' }, fate: { does: 'retyped', to: { type: 'text', maxLength: 40 } } },
    { meta: { type: 'date' }, fate: { does: 'retyped', to: { type: 'datetime' } } },
    { meta: { type: 'choices', options: ['a', 'b'] }, fate: { does: 'retyped', to: { type: 'longText' } } },
    { meta: { type: 'text', maxLength: 9 }, fate: { does: 'retyped', to: { type: 'decimal', scale: 2 } } },
    { meta: { type: 'datetime' }, fate: { does: 'retyped', to: { type: 'date' } } },
    { meta: { type: 'text', maxLength: 9 }, fate: { does: 'retyped', to: { type: 'choice', options: ['low'] } } },
  ],
  added: [],
  records: [
    ['2.5', [{ what: 'a' }], '2024-02-29 13:14:15', '2024-02-29', ['a', 'b'], 'NaN', '2024-02-29 13:14:15', 'low'],
    ['007', null, null, null, ['a'], '7', '2024-02-29 00:00:00', 'high'],
  ],
  order: Array.from({ length: 12 }, (_, at) => at),
};

describe(`${pairs} random pairs of schemas`, () => {
  it(
    'are gone to and back from with every record as it was, twice, and what would lose something is refused',
    async () => {
      let at = 0;
      const done = new Map<string, number>();
      const blocked = new Map<string, number>();
      const count = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
      const run = async (pair: SchemaPair) => {
        at += 1;
        const here = services(`pair-${at}`, `Pair${at}`);
        // Whole numbers have no unique index of lists; a field that cannot be unique stays as it is.
        const able = (field: SchemaPair['fields'][number]) =>
          field.fate.does !== 'unique' || ['text', 'integer', 'decimal', 'date'].includes(field.meta.type);
        const kept = new Set(pair.fields.flatMap((field, n) => (able(field) ? [] : [`f${n}`])));
        await here.create(Object.fromEntries(pair.fields.map(({ meta }, n) => [`f${n}`, meta])));
        const ids: string[] = [];
        for (const [n, values] of pair.records.entries())
          ids.push(
            await here.add({ label: `r${n}`, ...Object.fromEntries(values.map((value, f) => [`f${f}`, value])) }),
          );
        const first = await here.read(ids);

        for (;;) {
          const commands = commandsOf(pair, kept);
          if (commands.length === 0) return;
          await here.draft(commands);
          const { body } = await here.publish();
          if (body.success) break;
          if (!body.issues) throw new Error(JSON.stringify(body));
          // Only what the records forbid may stand in the way, and each names the field that it is about.
          const names = (body.issues ?? []).map(({ path }) => /^fields\.(f\d+)/.exec(path)?.[1] ?? path);
          expect(body.issues?.filter(({ code }) => !/^schema\.(lossy|outside|duplicates)$/.test(code))).toEqual([]);
          names.forEach((name) => expect(kept).not.toContain(name));
          for (const name of new Set(names)) {
            kept.add(name);
            count(blocked, pair.fields[Number(name.slice(1))]?.fate.does ?? name);
          }
          expect(await here.read(ids)).toEqual(first);
          await here.discard();
        }
        pair.fields.forEach(({ fate }, n) => kept.has(`f${n}`) || count(done, fate.does));
        const second = await here.read(ids);
        await here.goTo(1);
        expect(await here.read(ids)).toEqual(first);
        await here.goTo(2);
        expect(await here.read(ids)).toEqual(second);
        await here.goTo(1);
        expect(await here.read(ids)).toEqual(first);
      };
      await fc.assert(fc.asyncProperty(arbitrarySchemaPair(fieldsOfEach, recordsOfEach), run), {
        ...{ numRuns: pairs, endOnFailure: true, examples: [[known]] },
      });
      expect(done.get('retyped')).toBeGreaterThan(pairs / 2);
      expect(blocked.get('retyped')).toBeGreaterThan(pairs / 2);
    },
    60_000 + pairs * 5_000,
  );
});
