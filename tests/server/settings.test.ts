import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EntityMeta } from '../../engine/core/index.ts';
import { rightsOf } from '../../server/access/rights.ts';
import {
  readSetting,
  settingIsOn,
  settingNotes,
  systemSettings,
  noteSettings,
} from '../../server/settings/settings.ts';
import type { Actor } from '../../server/operations/context.ts';
import { describe as describeEntity } from '../../server/operations/read/describe.ts';
import { hosts, openTestApp, password, type Answer, type Person, type TestApp } from '../support/test-app.ts';

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await openTestApp();
  admin = await test.signIn(hosts.north, 'admin');
});
afterAll(() => test?.close());

type Row = { id: string; code: string; name: string; active: string; value: string };
const rows = async (path: string): Promise<Row[]> => (await admin.get(`${path}/list`)).body.data;
const row = async (path: string, code: string): Promise<Row> => {
  const found = (await rows(path)).find((each) => each.code === code);
  if (!found) throw new Error(`no ${code}`);
  return found;
};
const codes = ({ body }: Answer): string[] => (body.issues ?? []).map(({ code }) => code);

describe('the settings of a tenant', () => {
  it('start with every one that the server reads, each marked as belonging to the system', async () => {
    const { body } = await admin.get('sysConfig/list', { sysFlag: 'Y' });
    expect((body.data as Row[]).map(({ code }) => code).toSorted()).toEqual([...systemSettings].toSorted());
  });

  it('let nobody delete a system setting, turn it into another kind, or give a switch a third position', async () => {
    const { id } = await row('sysConfig', 'CAPTCHA_OPEN');
    const deleted = await admin.post('sysConfig/delete', { id });
    expect([deleted.status, codes(deleted)]).toEqual([200, ['config.systemStays']]);
    expect(deleted.body.message).toBe('A system setting cannot be deleted.');
    expect(codes(await admin.post('sysConfig/edit', { id, sysFlag: 'N' }))).toEqual(['systemStays']);
    expect(codes(await admin.post('sysConfig/edit', { id, value: 'maybe' }))).toEqual(['notASwitch']);
    const { id: days } = await row('sysConfig', 'LOG_KEEP_DAYS');
    for (const value of ['6', '0', '-1', '3651', '07', 'x']) {
      expect([value, codes(await admin.post('sysConfig/edit', { id: days, value }))]).toEqual([value, ['notDays']]);
    }
    for (const value of ['7', '99', '3650']) {
      expect((await admin.post('sysConfig/edit', { id: days, value })).body.success).toBe(true);
    }
  });

  it('count from the moment they are saved, in their own tenant alone', async () => {
    const { id } = await row('sysConfig', 'CAPTCHA_OPEN');
    const { rows: tenants } = await test.node.system.pool.query<{ id: string; code: string }>(
      'SELECT id, code FROM tenant',
    );
    const tenant = (code: string) => tenants.find((each) => each.code === code)?.id ?? '';
    const isOn = (code: string) => settingIsOn(test.node.system, tenant(code), 'CAPTCHA_OPEN', true);
    expect(await isOn('north')).toBe(false);
    expect((await admin.post('sysConfig/edit', { id, value: 'true' })).body.success).toBe(true);
    expect([await isOn('north'), await isOn('south')]).toEqual([true, false]);
    const passwords = await Promise.all(
      ['north', 'south'].map((code) => readSetting(test.node.system, tenant(code), 'DEFAULT_PASSWORD')),
    );
    expect(new Set(passwords).size).toBe(2);
  });

  it('take any other setting, and give it up again', async () => {
    const added = await admin.post('sysConfig/add', {
      ...{ name: 'Hotline', code: 'HOTLINE', value: '1', sysFlag: 'N', groupCode: 'DEFAULT' },
    });
    expect(added.body.success).toBe(true);
    const { id } = added.body.data as { id: string };
    expect((await admin.post('sysConfig/delete', { id })).body.success).toBe(true);
  });
});

describe('the shortest password', () => {
  const setLength = async (value: string) => {
    const { id } = await row('sysConfig', 'PASSWORD_LENGTH');
    return codes(await admin.post('sysConfig/edit', { id, value }));
  };
  const short = ({ body }: Answer): unknown => body.issues;

  it('is what the tenant says, wherever a password is set', async () => {
    expect(await setLength('11')).toEqual([]);
    const [org] = await rows('sysOrg');
    const about = { name: 'Dock', adminType: '3', org: org?.id };
    const tooShort = (path: string) => [{ path, code: 'text.tooShort', params: { min: 11 } }];
    const ten = 'crane-dock';
    const added = await admin.post('sysUser/add', { ...about, account: 'dock-1', password: ten });
    expect(short(added)).toMatchObject(tooShort('password'));
    const made = await admin.post('sysUser/add', { ...about, account: 'dock-1', password: `${ten}s` });
    const { id } = made.body.data as { id: string };
    expect(short(await admin.post('sysUser/edit', { id, password: ten }))).toMatchObject(tooShort('password'));
    const reset = await admin.post('sysUser/resetPwd', { id, password: ten, confirm: ten });
    expect(short(reset)).toMatchObject(tooShort('password'));
    const changed = await admin.post('sysUser/updatePwd', { password, newPassword: ten });
    expect(short(changed)).toMatchObject(tooShort('newPassword'));
    const headers = { host: hosts.north };
    const send = async (path: string) => {
      const payload = { to: 'dock@north.example', code: '123456', name: 'D', company: 'D', password: ten };
      const answer = await test.app.inject({ method: 'POST', url: `/api/${path}`, headers, payload });
      return answer.json<{ issues: { path: string; code: string; params: object }[] }>().issues;
    };
    for (const path of ['register', 'recover']) expect(await send(path)).toMatchObject(tooShort('password'));
    const brand = await test.app.inject({ url: '/api/sysTenant/GetDoMain', headers });
    expect(brand.json()).toMatchObject({ data: { passwordLength: 11 } });
  });

  it('is five or more, and may be as few as that', async () => {
    for (const value of ['4', '0', '08', 'x']) expect([value, await setLength(value)]).toEqual([value, ['notLength']]);
    expect(await setLength('5')).toEqual([]);
    const changed = await admin.post('sysUser/updatePwd', { password: 'not mine', newPassword: 'dx-9q' });
    expect(short(changed)).toMatchObject([{ path: 'password', code: 'password.wrong' }]);
  });

  it('goes for the default password, whichever of the two is changed', async () => {
    const { id } = await row('sysConfig', 'DEFAULT_PASSWORD');
    expect(await setLength('9')).toEqual([]);
    expect(codes(await admin.post('sysConfig/edit', { id, value: 'crane-22' }))).toEqual(['text.tooShort']);
    expect(await setLength('60')).toEqual(['password.defaultTooShort']);
    expect((await admin.post('sysConfig/edit', { id, value: 'dock-crane-'.repeat(6) })).body.success).toBe(true);
    expect(await setLength('65')).toEqual(['notLength']);
    expect(await setLength('60')).toEqual([]);
    const [someone] = (await admin.get('sysUser/list', { account: 'dock-1' })).body.data as { id: string }[];
    const reset = await admin.post('sysUser/resetPwd', { id: someone?.id });
    expect((reset.body.data as { password: string }).password.length).toBeGreaterThanOrEqual(60);
    expect(await setLength('8')).toEqual([]);
  });
});

describe('where customers pay to', () => {
  it('is what the tenant says, beside the amount of a recharge, and no other setting is told that way', async () => {
    const { id } = await row('sysConfig', 'PAYMENT_DETAILS');
    const value = 'North Parcel\nHarbor Bank, account 1234';
    expect((await admin.post('sysConfig/edit', { id, value })).body.success).toBe(true);
    type Known = { notes: Record<string, string>; meta: EntityMeta };
    const known = async (path: string) => (await admin.get(`meta/${path}`)).body.data as Known;
    expect((await known('Recharge')).notes).toEqual({ amount: value });
    expect((await known('Customer')).notes).toEqual({});
    const tenants = await test.node.system.pool.query<{ id: string }>('SELECT id FROM tenant');
    for (const { id: tenant } of tenants.rows) {
      const fields = Object.fromEntries(systemSettings.map((code) => [code, { noteSetting: code }]));
      expect(Object.keys(await settingNotes(test.node.system, tenant, fields))).toEqual([...noteSettings]);
    }
  });

  it('is named by every delivered field that asks for it', () => {
    const asked = test.node.context.catalog.entities.flatMap(({ meta }) =>
      Object.values(meta.fields).flatMap(({ noteSetting }) => noteSetting ?? []),
    );
    expect(asked.filter((code) => !noteSettings.some((told) => told === code))).toEqual([]);
    expect(asked).toEqual(['PAYMENT_DETAILS']);
  });
});

describe('the step that is meant to follow', () => {
  it('is shown to people who may run it alone', () => {
    const { context, actors } = test.node;
    const order = context.catalog.byName.get('order') ?? expect.fail('no order');
    const facts = { id: '1', name: 'North', timeZone: 'UTC', currency: 'USD', platform: false };
    const next = (template: string) => {
      const role = { id: '1', code: template, template, dataScopeType: '1', grants: [] };
      const rightsOn: Actor['rightsOn'] = (entity) =>
        rightsOf(entity, [role], { platform: false, member: false, closed: [] });
      const actor: Actor = { ...actors.system(facts), rightsOn };
      return describeEntity(context, actor, order).meta.workflow?.states['draft'];
    };
    expect(next('clerk')).toEqual({ tone: 'neutral', edit: true, remove: true, next: 'submit' });
    expect(next('finance')).toEqual({ tone: 'neutral', edit: true, remove: true });
  });
});

describe('the applications of a tenant', () => {
  const apps = async () => {
    const { body } = await admin.get('getLoginUser');
    return (body.data as { apps: { code: string; name: string; active: boolean }[] }).apps;
  };

  it('are those of its menu, in its order, and one of them opens first', async () => {
    expect(await apps()).toEqual([
      { code: 'business', name: 'Business', active: true },
      { code: 'system', name: 'System', active: false },
    ]);
  });

  it('have another default when someone says so, and never two', async () => {
    const { id } = await row('sysApp', 'system');
    expect(codes(await admin.post('sysApp/edit', { id, active: 'Y' }))).toEqual(['application.oneDefault']);
    expect((await admin.post('sysApp/setAsDefault', { id })).body.success).toBe(true);
    expect((await apps()).filter(({ active }) => active).map(({ code }) => code)).toEqual(['system']);
    expect((await rows('sysApp')).filter(({ active }) => active === 'Y').map(({ code }) => code)).toEqual(['system']);
    expect(codes(await admin.post('sysApp/changeStatus', { id, status: '1' }))).toEqual(['defaultStays']);
  });

  it('have one default after ten people have chosen at once', async () => {
    const all = (await rows('sysApp')).filter(({ code }) => ['business', 'system'].includes(code));
    await Promise.all(
      Array.from({ length: 10 }, (_, at) => admin.post('sysApp/setAsDefault', { id: all[at % all.length]?.id })),
    );
    expect((await rows('sysApp')).filter(({ active }) => active === 'Y')).toHaveLength(1);
  });

  it('lose their menu for everybody while they are disabled', async () => {
    await admin.post('sysApp/setAsDefault', { id: (await row('sysApp', 'system')).id });
    const { id } = await row('sysApp', 'business');
    expect((await admin.post('sysApp/changeStatus', { id, status: '1' })).body.success).toBe(true);
    expect((await apps()).map(({ code }) => code)).toEqual(['system']);
    expect((await admin.post('sysApp/changeStatus', { id, status: '0' })).body.success).toBe(true);
    expect((await apps()).map(({ code }) => code)).toEqual(['business', 'system']);
  });

  it('cannot be deleted as long as a menu stands in them', async () => {
    const { id } = await row('sysApp', 'business');
    expect(codes(await admin.post('sysApp/delete', { id }))).toEqual(['application.hasMenus']);
    const added = await admin.post('sysApp/add', { name: 'Reports', code: 'reports', active: 'N' });
    const { id: empty } = added.body.data as { id: string };
    expect((await admin.post('sysApp/delete', { id: empty })).body.success).toBe(true);
  });
});
