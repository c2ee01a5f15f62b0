import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageNeeds } from '../../server/menus/page-needs.ts';
import { openWorld, type Principal, type World } from '../support/world.ts';

let world: World;
let admin: Principal;
let member: Principal;
beforeAll(async () => {
  world = await openWorld();
  admin = world.person('north admin');
  member = world.person('north member');
});
afterAll(() => world?.close());

const balanceOf = async (name: string) =>
  (await world.person(name).person.get('membership/balance')).body.data as Record<string, unknown>;

describe('the balance in the header', () => {
  it('tells a member their own account', async () => {
    expect(await balanceOf('north member')).toEqual({
      chargeBalance: 7750.25,
      depositState: 'none',
      overDraftAmount: expect.any(Number),
      totalRecharge: 7750.25,
      memberDeposit: 0,
      currency: 'USD',
      scope: 'member',
      watch: expect.arrayContaining([
        'recharge',
        'deposit',
        'deduction',
        'withdrawal',
        'member-bill',
        'member-bill-line',
        'ltl-order',
        'track-case',
        'order',
      ]),
      figures: [
        { code: 'chargeBalance', amount: 7750.25, to: 'LedgerTransfer?view=book' },
        { code: 'totalRecharge', amount: 7750.25, to: 'LedgerTransfer?view=recharges' },
        { code: 'overDraftAmount', amount: expect.any(Number), to: 'MemberConfig' },
        { code: 'memberDeposit', amount: 0, state: 'none', to: 'MemberDeposit?view=recorded' },
      ],
    });
    expect(await balanceOf('north sibling')).toMatchObject({ chargeBalance: 1250.5, totalRecharge: 1250.5 });
  });

  it('tells staff the sum of the customers that they may read, and nothing where their roles show no account', async () => {
    expect(await balanceOf('north finance')).toMatchObject({ chargeBalance: 21_385.75, scope: 'company' });
    expect(await balanceOf('north clerk')).toMatchObject({ chargeBalance: null, totalRecharge: null });
  });

  it('says that a deposit is recorded while money stands on it', async () => {
    await world.owner.query(
      `UPDATE ledger_account SET balance = 300 WHERE tenant_id = $1 AND kind = 'deposit' AND customer = $2`,
      [member.tenant, member.member],
    );
    expect(await balanceOf('north member')).toMatchObject({ depositState: 'recorded', memberDeposit: 300 });
    expect(await balanceOf('south member')).toMatchObject({ depositState: 'none', memberDeposit: 0 });
  });

  it('is for nobody without a session', async () => {
    const answer = await world.test.app.inject({
      url: '/api/membership/balance',
      headers: { host: 'north.localhost' },
    });
    expect(answer.statusCode).toBe(401);
  });
});

describe('the shortcuts of the home page', () => {
  it('lead a member to nothing that has one record only', async () => {
    const linksOf = async (person: Principal) => {
      const { blocks } = (await person.person.get('screen/workplace')).body.data as {
        blocks: { kind: string; links?: { path: string }[] }[];
      };
      return blocks.find(({ kind }) => kind === 'links')?.links?.map(({ path }) => path) ?? [];
    };
    expect(await linksOf(admin)).toContain('Customer');
    const links = await linksOf(member);
    expect(links).toContain('Order');
    expect(links).not.toContain('Customer');
  });
});

describe('the menu', () => {
  const pagesOf = async (name: string) =>
    ((await world.person(name).person.get('getLoginUser')).body.data as { menus: { name: string }[] }).menus.map(
      (node) => node.name,
    );

  it('leaves out pages on which everything would be refused', async () => {
    const [clerk, finance] = [await pagesOf('north clerk'), await pagesOf('north finance')];
    const bills = ['bill-import', 'unmatched-lines', 'profit-watch', 'unknown-charges', 'mapping-designer', 'bill-run'];
    const desk = ['order-entry', 'bulk-order', 'return-scan', 'main-bill-scan', 'freight-bulk'];
    expect(finance).toEqual(expect.arrayContaining(bills));
    expect(clerk).toEqual(expect.arrayContaining(desk));
    expect(clerk.filter((page) => bills.includes(page))).toEqual([]);
    expect(finance.filter((page) => desk.includes(page))).toEqual([]);
    expect(await pagesOf('north admin')).toEqual(expect.arrayContaining([...bills, ...desk]));
  });

  it('names only rights that there are', () => {
    const { catalog } = world.test.node;
    const unknown = [...pageNeeds()].filter(([, needed]) => {
      const [entity = '', code = ''] = needed.split(':');
      return !catalog.byName.get(entity)?.codes.includes(code);
    });
    expect(unknown).toEqual([]);
  });
});

describe('another application', () => {
  it('answers its menu as a flat list', async () => {
    const { body } = await admin.person.post('sysMenu/change', { application: 'system' });
    const nodes = body.data as { application: string; name: string; pid: string }[];
    expect(nodes.length).toBeGreaterThan(5);
    expect(new Set(nodes.map(({ application }) => application))).toEqual(new Set(['system']));
    expect(nodes.some(({ pid }) => pid === '0')).toBe(true);
  });

  it.each(['system', 'business', 'nowhere', '', null, 7, ['member']])(
    'is refused to a member who asks for %s',
    async (application) => {
      const { body } = await member.person.post('sysMenu/change', { application });
      expect(body).toMatchObject({ success: false, issues: [{ code: 'menu.application', path: 'application' }] });
    },
  );
});

describe('a menu entry', () => {
  const add = async (code: string, router: string, more: object = {}) => {
    const entry = {
      name: code,
      code,
      application: 'business',
      type: '1',
      openType: '1',
      router,
      component: 'x',
      ...more,
    };
    return (await admin.person.post('sysMenu/add', entry)).body as unknown as {
      success: boolean;
      issues?: { code: string }[];
      data: { id: string };
    };
  };

  it.each(['//evil.example/x', '/\\evil.example', '/../../api/logout', '/%2E%2e/x', 'javascript:alert(1)', 'data:,x'])(
    'of an inner page may not lead to %s',
    async (address) => {
      expect((await add('astray', address)).issues).toMatchObject([{ code: 'routerAddress' }]);
      const group = await add('astray', '/fine', { type: '0', redirect: address });
      expect(group.issues).toMatchObject([{ code: 'redirectAddress' }]);
    },
  );

  it('says in its node what its address leads to and what is hidden below it', async () => {
    const { data } = await add('hiding', '/hiding', {
      type: '0',
      openType: '0',
      redirect: '/hiding/one',
      component: null,
    });
    const page = { component: 'x', parent: data.id };
    await add('hiding-one', '/hiding/one', { ...page, visible: 'N' });
    const nodeOf = async () =>
      ((await admin.person.get('getLoginUser')).body.data as { menus: { id: string }[] }).menus.find(
        ({ id }) => id === data.id,
      );
    expect(await nodeOf()).toMatchObject({
      ...{ pid: '0', name: 'hiding', path: '/hiding', component: 'PageView', redirect: '/hiding/one' },
      meta: { title: 'hiding', icon: null, show: true, hideChildren: true, target: null, link: null },
    });
    await add('hiding-two', '/hiding/two', page);
    expect(await nodeOf()).toMatchObject({ meta: { hideChildren: false } });
  });

  it('called as what every object inherits has a title like any other', async () => {
    for (const code of ['constructor', 'x.toString']) {
      const { data } = await add(code, `/${code}`);
      const user = (await admin.person.get('getLoginUser')).body.data as {
        menus: { id: string; meta: { title?: string } }[];
      };
      expect(user.menus.find(({ id }) => id === data.id)?.meta.title).toBe(code);
      await admin.person.post('sysMenu/delete', { id: data.id });
    }
  });
});

describe('an embedded page', () => {
  const add = async (code: string, link: string, openType = '2') => {
    const { body } = await admin.person.post('sysMenu/add', {
      ...{ name: code, code, application: 'business', type: '1', openType, router: `/${code}`, link },
    });
    return (body.data as unknown as { id: string }).id;
  };
  const frame = async (menu: string, person = admin) => (await person.person.post('ticket/issue', { menu })).body;
  const exchange = async (ticket: unknown) => {
    const answer = await world.test.app.inject({ method: 'POST', url: '/api/ticket/exchange', payload: { ticket } });
    return answer.json<{ success: boolean; data: Record<string, unknown>; issues?: { code: string }[] }>();
  };
  const ticketOf = async (menu: string) => {
    const { url } = (await frame(menu)).data as { url: string };
    return new URL(url).searchParams.get('token') ?? '';
  };
  let portal: string;
  beforeAll(async () => {
    portal = await add('portal', 'https://portal.example.com/view?token=&tab=1#top');
  });

  it('gets an address with a ticket, which is no session', async () => {
    const { url } = (await frame(portal)).data as { url: string };
    expect(url).toMatch(/^https:\/\/portal\.example\.com\/view\?token=[\w-]{43}&tab=1#top$/);
    expect(url).not.toContain(admin.person.token);
    const asSession = await world.test.app.inject({
      url: '/api/getLoginUser',
      headers: { authorization: `Bearer ${new URL(url).searchParams.get('token')}` },
    });
    expect(asSession.statusCode).toBe(401);
  });

  it('learns by the ticket who looks, once', async () => {
    const ticket = await ticketOf(portal);
    expect(await exchange(ticket)).toMatchObject({
      success: true,
      data: { audience: 'portal.example.com', account: { account: 'admin' }, member: null, tenant: { code: 'north' } },
    });
    expect(await exchange(ticket)).toMatchObject({ success: false, issues: [{ code: 'ticket.invalid' }] });
  });

  it('lets one of many who hold the same ticket have it', async () => {
    const ticket = await ticketOf(portal);
    const answers = await Promise.all(Array.from({ length: 8 }, () => exchange(ticket)));
    expect(answers.filter(({ success }) => success)).toHaveLength(1);
  });

  it('learns nothing by a ticket that is forged, too old, or whose session is over', async () => {
    for (const forged of ['', 'x', null, 7, {}, 'A'.repeat(43), admin.person.token]) {
      expect(await exchange(forged)).toMatchObject({ success: false, issues: [{ code: 'ticket.invalid' }] });
    }
    const old = await ticketOf(portal);
    await world.owner.query(`UPDATE lading.ticket SET expires_at = now() - interval '1 second' WHERE used_at IS NULL`);
    expect((await exchange(old)).success).toBe(false);

    const leaving = await world.test.signIn('north.localhost', 'admin');
    const { body } = await leaving.post('ticket/issue', { menu: portal });
    const ticket = new URL((body.data as { url: string }).url).searchParams.get('token');
    await leaving.get('logout');
    expect((await exchange(ticket)).success).toBe(false);
  });

  it('is stored as a hash alone', async () => {
    const ticket = await ticketOf(portal);
    const { rows } = await world.owner.query<{ text: string }>('SELECT t::text AS text FROM lading.ticket t');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.some(({ text }) => text.includes(ticket))).toBe(false);
  });

  it('without the marker gets no ticket', async () => {
    const plain = await add('plain', 'https://portal.example.com/open?tokens=1');
    expect((await frame(plain)).data).toEqual({ url: 'https://portal.example.com/open?tokens=1' });
  });

  it.each([
    'https://evil.example.com/?token=',
    'https://portal.example.com.evil.example/?token=',
    'https://portal.example.com:8443/?token=',
  ])('of another host is refused: %s', async (link) => {
    const menu = await add(`bad${Math.abs(hashOf(link))}`, link);
    expect(await frame(menu)).toMatchObject({ success: false, issues: [{ code: 'embed.host' }] });
  });

  it('is no page of someone who has no such menu', async () => {
    for (const person of [member, world.person('south admin')]) {
      expect(await frame(portal, person)).toMatchObject({ success: false, code: 1_013_003 });
    }
    expect(await frame('no such')).toMatchObject({ success: false, code: 1_013_003 });
  });

  it('comes in the menu as a frame, and an outer link as itself', async () => {
    await add('outer', 'https://elsewhere.example.com/docs', '3');
    const { body } = await admin.person.get('getLoginUser');
    const { menus } = body.data as { menus: { name: string; component: string; path: string; meta: object }[] };
    expect(menus.find(({ name }) => name === 'portal')).toMatchObject({ component: 'Iframe', path: '/portal' });
    expect(menus.find(({ name }) => name === 'outer')).toMatchObject({
      path: 'https://elsewhere.example.com/docs',
      redirect: 'https://elsewhere.example.com/docs',
      meta: { target: '_blank' },
    });
  });
});

const hashOf = (text: string): number => [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 7);
