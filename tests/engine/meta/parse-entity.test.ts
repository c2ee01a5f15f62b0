import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkLanguage } from '../../../engine/core/meta/check-language.ts';
import { languageSchema } from '../../../engine/core/meta/language-schema.ts';
import { parseEntity } from '../../../engine/core/meta/parse-entity.ts';
import { readJson } from '../../../engine/core/meta/read-json.ts';
import { arbitraryEntity, arbitraryJson } from '../../support/arbitrary-entity.ts';

const small = {
  entity: 'box',
  path: 'Box',
  title: 'name',
  fields: { name: { type: 'text' } } as Record<string, unknown>,
  list: { columns: ['name'] } as unknown,
  access: {},
};

const issuesOf = (text: string): { code: string; path: string; params?: Record<string, unknown> }[] => {
  const parsed = parseEntity(text);
  return parsed.ok ? [] : parsed.issues;
};
const issuesWith = (change: Record<string, unknown>): [string, string][] =>
  issuesOf(JSON.stringify({ ...small, ...change })).map(({ code, path }) => [code, path]);

/** As `JSON.parse` reads it, except for numbers that no double holds. */
function parsedByEngine(text: string): { ok: boolean; value?: unknown } {
  let finite = true;
  const note = (_: string, value: unknown): unknown => {
    if (value === Infinity || value === -Infinity) finite = false;
    return value;
  };
  try {
    const value: unknown = JSON.parse(text, note);
    return finite ? { ok: true, value } : { ok: false };
  } catch {
    return { ok: false };
  }
}

describe('a text that is no JSON', () => {
  it.each([
    ['{\n  "entity": "box",\n  "path" "Box"\n}', 3, 10],
    ['', 1, 1],
    ['{"a": 1,}', 1, 9],
    ['[1 2]', 1, 4],
    ['{"a": 01}', 1, 8],
    ['{"a": "line\nbreak"}', 1, 7],
    ['{} {}', 1, 4],
    ['{"a": 1e999}', 1, 12],
  ])('is refused where it breaks: %j', (text, line, column) => {
    expect(issuesOf(text)).toEqual([{ code: 'schema.json', path: '', params: { line, column } }]);
  });

  it('reads every JSON text as the built-in reader does, and refuses what that refuses', () => {
    const text = fc.oneof(
      fc.json(),
      fc.tuple(fc.json(), fc.nat(), fc.string({ maxLength: 2 })).map(([json, at, put]) => {
        const place = at % (json.length + 1);
        return json.slice(0, place) + put + json.slice(place + 1);
      }),
    );
    fc.assert(
      fc.property(text, (json) => {
        const read = readJson(json);
        const builtIn = parsedByEngine(json);
        if (read.ok) expect(read).toEqual(builtIn);
        else expect(read.issues.some(({ code }) => code === 'schema.duplicateKey') || !builtIn.ok).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('is refused, not fatal, however deep it nests', () => {
    expect(issuesOf('['.repeat(100_000))[0]?.code).toBe('schema.json');
  });
});

describe('an entity text with mistakes', () => {
  it('names every key that is written twice', () => {
    const text = '{"entity":"a","entity":"b","fields":{"x":{"type":"text"},"x":{"type":"date","type":"text"}}}';
    expect(issuesOf(text).map(({ code, path }) => [code, path])).toEqual([
      ['schema.duplicateKey', 'entity'],
      ['schema.duplicateKey', 'fields.x'],
      ['schema.duplicateKey', 'fields.x.type'],
    ]);
  });

  it('lists all of them at once, each with its path', () => {
    const text = JSON.stringify({
      entity: 'BigBox',
      path: 'big box',
      fields: {
        Weight: { type: 'weight' },
        weight: { type: 'weight', scale: '3', colour: 'red' },
        kind: { type: 'kind' },
      },
      list: { columns: [] },
      form: { basic: [['a', 'b', 'c', 'd']] },
      workflow: { start: 'open', states: { open: { tone: 'green' } }, transitions: { close: { to: 'closed' } } },
      access: { clerk: [{ rows: 'all' }] },
    });
    expect(issuesOf(text).map(({ code, path }) => `${code} ${path}`)).toEqual([
      'schema.missing title',
      'schema.name entity',
      'schema.name path',
      'schema.name fields.Weight',
      'schema.type fields.weight.scale',
      'schema.unknownKey fields.weight.colour',
      'schema.option fields.kind.type',
      'schema.tooFew list.columns',
      'schema.tooMany form.basic[0]',
      'schema.option workflow.states.open.tone',
      'schema.missing workflow.transitions.close.from',
      'schema.missing access.clerk[0].codes',
    ]);
  });

  it.each<[string, Record<string, unknown>, [string, string]]>([
    ['an entity that is no object', { list: 'name' }, ['schema.type', 'list']],
    [
      'a negative scale',
      { fields: { name: { type: 'decimal', scale: -1 } } },
      ['schema.tooSmall', 'fields.name.scale'],
    ],
    [
      'an empty condition',
      { fields: { name: { type: 'text', required: '' } } },
      ['schema.empty', 'fields.name.required'],
    ],
    ['a socket without a wing', { actions: { go: { effects: ['post'] } } }, ['schema.name', 'actions.go.effects[0]']],
    ['a key of another language', { labels: {} }, ['schema.unknownKey', 'labels']],
    ['a grant that is text', { access: { clerk: 'read' } }, ['schema.type', 'access.clerk']],
  ])('refuses %s', (_, change, expected) => {
    expect(issuesWith(change)).toEqual([expected]);
  });

  it('treats a key named after a built-in as any other unknown key', () => {
    const text = JSON.stringify(small).replace('"access"', '"__proto__":{},"constructor":1,"access"');
    expect(issuesOf(text).map(({ code, path }) => [code, path])).toEqual([
      ['schema.unknownKey', '__proto__'],
      ['schema.unknownKey', 'constructor'],
    ]);
  });
});

describe('the own validator of the language', () => {
  const validate = new Ajv2020({ strict: true, strictTypes: false, allowUnionTypes: true }).compile(languageSchema);

  it('accepts and refuses exactly what a complete JSON Schema validator does', () => {
    let refused = 0;
    fc.assert(
      fc.property(mutatedEntity, (document) => {
        const own = checkLanguage(document, languageSchema).length === 0;
        expect(own).toBe(validate(document));
        if (!own) refused += 1;
      }),
      { numRuns: 500 },
    );
    expect(refused).toBeGreaterThan(100);
  });

  it('names the first place that the other one names', () => {
    const document = { ...small, fields: { name: { type: 'text', scale: 'x' } } };
    expect(validate(document)).toBe(false);
    expect(validate.errors?.[0]?.instancePath).toBe('/fields/name/scale');
    expect(issuesWith({ fields: { name: { type: 'text', scale: 'x' } } })[0]).toEqual([
      'schema.type',
      'fields.name.scale',
    ]);
  });
});

/** A valid entity in which one to three places were removed, replaced or given a key too many. */
const mutatedEntity = fc
  .tuple(
    arbitraryEntity,
    fc.array(fc.tuple(fc.nat(), fc.constantFrom('remove', 'replace', 'add'), arbitraryJson), { maxLength: 3 }),
  )
  .map(([meta, mutations]) => {
    const document = structuredClone(meta) as unknown;
    for (const [seed, kind, value] of mutations) mutate(document, seed, kind, value);
    return document;
  });

function mutate(document: unknown, seed: number, kind: string, value: unknown): void {
  const places: [Record<string, unknown>, string][] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const key of Object.keys(node)) {
      places.push([node as Record<string, unknown>, key]);
      visit((node as Record<string, unknown>)[key]);
    }
  };
  visit(document);
  const place = places[seed % Math.max(places.length, 1)];
  if (!place) return;
  const [holder, key] = place;
  if (kind === 'replace') holder[key] = value;
  else if (Array.isArray(holder))
    holder.splice(Number(key), kind === 'remove' ? 1 : 0, ...(kind === 'add' ? [value] : []));
  else if (kind === 'remove') delete holder[key];
  else holder[`${key}X`] = value;
}
