import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../schemas/generated/calls.js';
import { ownCalls } from '../../server/http/own-calls.ts';
import { readSources } from '../support/source-files.ts';
import { openWorld, type Principal, type World } from '../support/world.ts';

/* The calls that the server declares itself: the browser makes them by name, and each answers what it declares. */

describe('the browser', () => {
  const paths = new Set(Object.values(calls).map(({ path }) => path.replace(/\{\w+\}/g, '*')));
  const spelledIn = (text: string): string[] => {
    const literals = [
      ...text.matchAll(/(?:\b(?:wire|client)\.\w+(?:<[^()]*>)?\(\s*)?(['`])((?:\$\{[^}]*\}|[\w/-])+)\1/g),
    ];
    return literals.flatMap(([whole, , literal = '']) => {
      const path = literal.replace(/\$\{[^}]*\}/g, '*');
      // One word alone is a path only where the server is asked for it.
      return paths.has(path) && (path.includes('/') || /^(?:wire|client)/.test(whole)) ? [literal] : [];
    });
  };

  it('spells the path of no declared call: it takes them from the generated table', () => {
    const spelled = readSources(['engine', 'designer']).flatMap(({ path, text }) =>
      spelledIn(text).map((literal) => `${path}: ${literal}`),
    );
    expect(spelled).toEqual([]);
  });

  it('would be found to', () => {
    const text = "client.read<{ a: 1 }>(`schema/${entity}/plan`); wire.get(\"x\"); wire.get('preference'); f('job');";
    expect(spelledIn(text)).toEqual(['schema/${entity}/plan', 'preference']);
    expect(paths.size).toBeGreaterThan(50);
  });
});

describe('a declared call', () => {
  let world: World;
  let admin: Principal['person'];
  beforeAll(async () => {
    world = await openWorld();
    admin = world.person('north admin').person;
  });
  afterAll(() => world?.close());

  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  const check = (name: string, data: unknown): string[] => {
    const call = ownCalls.find(({ operationId }) => operationId === name);
    const validate = ajv.compile(closed(call?.answer) as object);
    return validate(data) ? [] : [`${name}: ${ajv.errorsText(validate.errors).slice(0, 300)}`];
  };
  const ask = async (name: keyof typeof calls, query: Record<string, string> = {}) => {
    const { body } = await admin.get(calls[name].path, query);
    return [...(body.success ? [] : [`${name}: ${body.message}`]), ...check(name, body.data)];
  };
  const send = async (name: keyof typeof calls, input: object) => {
    const { body } = await admin.post(calls[name].path, input);
    return [...(body.success ? [] : [`${name}: ${body.message}`]), ...check(name, body.data)];
  };

  it('answers what it declares and nothing else', async () => {
    const { rows } = (await admin.get('Recharge/page')).body.data as { rows: { id: string }[] };
    const [record] = rows;
    const at = { path: 'Recharge', record: record?.id ?? '' };
    const [role] = ((await admin.get('sysRole/page')).body.data as { rows: { id: string }[] }).rows;
    const [{ id: account }] = ((await admin.get('sysUser/page')).body.data as { rows: [{ id: string }] }).rows;
    const byRole = { id: role?.id ?? '' };
    const wrong = [
      ...(await send('addComment', { ...at, text: 'Please look' })),
      ...(await ask('comments', at)),
      ...(await ask('commentPeople')),
      ...(await ask('attachments', at)),
      ...(await send('keepSavedView', { path: 'Recharge', name: 'Mine', state: { pageSize: 20 } })),
      ...(await ask('savedViews', { path: 'Recharge' })),
      ...(await send('keepPreference', { key: 'tour', value: true })),
      ...(await ask('readPreference', { key: 'tour' })),
      ...(await ask('jobs')),
      ...(await ask('search', { searchValue: 'ad' })),
      ...(await ask('menuDraft')),
      ...(await ask('menuHistory')),
      ...(await ask('getNotices')),
      ...(await send('readAllNotices', {})),
      ...(await ask('grantable')),
      ...(await ask('roleSummary', byRole)),
      ...(await ask('roleOrganisations', byRole)),
      ...(await ask('accountRoles', { id: account })),
      ...(await ask('people')),
      ...(await ask('explainFor', { account, path: 'Recharge', code: 'edit' })),
    ];
    expect(wrong).toEqual([]);
  });
});

/** The same schema, of objects that have nothing else. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return typeof inner['properties'] === 'object' && inner['type'] ? { ...inner, additionalProperties: false } : inner;
}
