import { describe, expect, it } from 'vitest';
import { loadCatalog } from '../../server/catalog.ts';
import { modules } from '../../server/domain/index.ts';
import { admissionHandlers } from '../../server/auth/admission-mail.ts';
import { accessReviewHandlers } from '../../server/access/access-review.ts';
import { keyHandlers } from '../../server/access/api-keys.ts';
import { accountHandlers } from '../../server/account/handlers.ts';
import { tenantHandlers } from '../../server/tenants/handlers.ts';
import { invitationHandlers } from '../../server/auth/invite-admin.ts';
import { createDrivers } from '../../server/messages/drivers.ts';
import { messageHandlers } from '../../server/messages/handlers.ts';
import { timerHandlers } from '../../server/timers/handlers.ts';
import { localizerHandlers } from '../../server/localizer/handlers.ts';
import { loadTexts } from '../../server/texts.ts';
import { createRegistry } from '../../server/modules/registry.ts';
import { readSources } from '../support/source-files.ts';
import { root } from '../support/test-app.ts';

const loaded = loadCatalog(`${root}schemas`);
if (!loaded.ok) throw new Error('the schemas do not compile');
const { value: catalog } = loaded;
const unasked = () => {
  throw new Error('nothing is run here');
};
const messages = messageHandlers(
  createDrivers({ mailUrl: null, mailFrom: null, smsUrl: null, smsToken: null }, null),
  unasked,
);
const supplied = [
  ...accountHandlers,
  ...keyHandlers,
  ...accessReviewHandlers(unasked),
  ...admissionHandlers(unasked),
  ...messages,
  ...tenantHandlers(unasked, catalog),
  ...invitationHandlers(unasked),
  ...timerHandlers,
  ...localizerHandlers(loadTexts(`${root}locales`).words),
  ...modules.flatMap((module) => module.handlers),
];
const keyOf = ({ kind, name }: { kind: string; name: string }): string => `${kind}:${name}`;

describe('the sockets', () => {
  it('are all filled: every effect, job and value that a schema asks for is there', () => {
    const made = createRegistry(catalog, supplied);
    expect(made.ok ? [] : made.issues).toEqual([]);
  });

  it('are listed one and all, each with its place, when the modules are taken away', () => {
    const made = createRegistry(catalog, []);
    expect(catalog.sockets.length).toBeGreaterThan(0);
    expect(made.ok ? [] : made.issues.map(({ code, path }) => [code, path])).toEqual(
      catalog.sockets.map(({ at }) => ['schema.noSocket', at]),
    );
  });

  it('have unique names, each used by a schema', () => {
    const names = supplied.map(keyOf);
    expect(new Set(names).size).toBe(names.length);
    const asked = new Set(catalog.sockets.map(keyOf));
    // What modules run themselves: jobs by `enqueue`, effects inside of their own. Selling at once is tested by itself.
    const modules = readSources(['server/domain']).map(({ text }) => text);
    const enqueued = new Set(
      modules.flatMap((text) => [...text.matchAll(/enqueue\(\s*'([^']+)'/g)].map((found) => found[1])),
    );
    const inModules = (name: string) => enqueued.has(name);
    const awaited = ['hold', 'charge'].map((name) => `effect:ledger.${name}`);
    const unasked = names.filter((name) => !asked.has(name) && !awaited.includes(name));
    expect(unasked.filter((name) => !inModules(name.replace(/^\w+:/, '')))).toEqual([]);
  });
});
