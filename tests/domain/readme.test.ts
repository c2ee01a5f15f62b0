import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServerModule } from '../../server/modules/module.ts';
import { projectRoot } from '../support/entity-files.ts';
import { readBlocks, writeBlocks } from '../support/readme-blocks.ts';
import { hosts, openTestApp, testModules, type Person, type TestApp } from '../support/test-app.ts';

/* The module that server/domain/README.md builds from nothing, as it is written there. */

let folder: string;
let source: Server;
let keys: (string | undefined)[] = [];
let status = 200;
let test: TestApp;
let admin: Person;
let id: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lading-readme-'));
  for (const part of ['schemas', 'locales']) cpSync(projectRoot + part, join(folder, part), { recursive: true });
  writeBlocks(readBlocks('server/domain/README.md'), folder);
  source = createServer((request, response) => {
    keys.push(request.headers.authorization);
    response.writeHead(status).end(JSON.stringify({ rate: '1.0842' }));
  });
  await new Promise<void>((ready) => source.listen(0, '127.0.0.1', ready));
  const { fx } = (await import(join(folder, 'server/domain/fx/module.ts'))) as {
    fx: (settings?: { ownNetwork?: boolean }) => ServerModule;
  };
  test = await openTestApp({ folder, wings: [...testModules, fx({ ownNetwork: true })] });
  admin = await test.signIn(hosts.north, 'admin');
  const address = `http://127.0.0.1:${(source.address() as AddressInfo).port}/latest`;
  const added = await admin.post('FxSource/add', { name: 'Bank', currency: 'EUR', address, key: 'the-key' });
  id = (added.body.data as { id: string }).id;
}, 120_000);
afterAll(async () => {
  await test?.close();
  source?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('the module of the README', () => {
  it('reads a rate with the key of its tenant, which no answer contains', async () => {
    keys = [];
    expect((await admin.post('FxSource/readRate', { id })).body).toMatchObject({ success: true });
    expect(keys).toEqual(['Bearer the-key']);
    const detail = await admin.get('FxSource/detail', { id });
    expect(detail.body.data).toMatchObject({ rate: 1.0842 });
    expect(JSON.stringify(detail.body)).not.toContain('the-key');
  });

  it('answers its query within the grants of each person and tenant', async () => {
    const rates = (await admin.get('Fx/rates')).body.data;
    expect(rates).toMatchObject([{ name: 'Bank', currency: 'EUR', rate: 1.0842 }]);
    const other = await test.signIn(hosts.south, 'admin');
    expect((await other.get('Fx/rates')).body.data).toEqual([]);
  });

  it('refuses in the words of its own file where the source is down, and keeps the rate', async () => {
    status = 500;
    const refusal = await admin.post('FxSource/readRate', { id });
    expect(refusal.body.issues).toEqual([
      expect.objectContaining({
        code: 'fx.noRate',
        message: 'The source did not answer with a rate. Check its address and key.',
      }),
    ]);
    expect((await admin.get('FxSource/detail', { id })).body.data).toMatchObject({ rate: 1.0842 });
  });

  it('lets nobody type a rate', async () => {
    expect((await admin.post('FxSource/noteRate', { id, rate: 2 })).body.success).toBe(false);
  });
});
