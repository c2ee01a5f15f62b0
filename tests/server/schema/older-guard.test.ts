import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { overlayOf, type EntityDocument, type TransitionMeta } from '../../../engine/core/index.ts';
import { verifySql } from '../../../server/domain/ledger/verify-sql.ts';
import { findBreaches } from '../../../server/revisions/breaches.ts';
import { added, moneyOf, reasons, state, type Money } from '../../support/money.ts';
import { openWorld, type Principal, type World } from '../../support/world.ts';

/* What tenants published before the guard of money's flows was there is still in force: it books nothing twice, and is reported. */

let world: World;
let money: Money;
let admin: Principal['person'];
beforeAll(async () => {
  world = await openWorld();
  money = moneyOf(world);
  admin = world.person('north admin').person;
  await inForce('deduction', 'reopen', { from: ['reversed'], to: 'draft' });
  await inForce('withdrawal', 'reopen', { from: ['paidOut', 'refused'], to: 'applied' });
  await inForce('deposit', 'reopen', { from: ['voided'], to: 'recorded' });
  await inForce('recharge', 'fake', { from: ['draft'], to: 'passed', set: { postedAmount: 'amount' } });
});
afterAll(() => world?.close());

/** A transition of a delivered flow, as an older release let a tenant publish it. */
async function inForce(entity: string, name: string, transition: TransitionMeta): Promise<void> {
  const { base } = (await admin.get(`schema/${entity}`)).body.data as { base: EntityDocument };
  const document = structuredClone(base);
  Object.assign(document.meta.workflow?.transitions ?? {}, { [name]: transition });
  document.meta.access['admin'] = { codes: ['*'] };
  const { tenant } = world.homes.north;
  await world.owner.query(
    `INSERT INTO lading.revision (tenant_id, entity, revision, hash, document, overlay, changes, author, reason)
     VALUES ($1, $2, 1, 'x', $3, $4, 1, 0, 'before')`,
    [tenant, entity, JSON.stringify(document), JSON.stringify(overlayOf(base, document))],
  );
  await world.owner.query(
    `INSERT INTO lading.live_schema (tenant_id, entity, origin, state, revision) VALUES ($1, $2, 'changed', 'live', 1)`,
    [tenant, entity],
  );
  await world.owner.query(
    `INSERT INTO lading.schema_serial VALUES ($1, 1) ON CONFLICT (tenant_id) DO UPDATE SET serial = lading.schema_serial.serial + 1`,
    [tenant],
  );
  await world.owner.query('UPDATE lading.session_token SET epoch = epoch + 1 WHERE tenant_id = $1', [tenant]);
  await admin.get('Deduction/page');
}

const differing = async (id: string) =>
  (await world.owner.query<{ check: string; subject: string }>(verifySql)).rows
    .filter(({ subject }) => subject.includes(id))
    .map(({ check, subject }) => `${check} ${subject.replaceAll(id, 'id')}`)
    .toSorted();

describe('a flow of money from before its guard', () => {
  it('is named with the tenant, the entity and what is wrong', async () => {
    const found = await findBreaches(world.test.node.system, world.test.node.screens);
    expect(found.map(({ tenant, entity, revision }) => [tenant, entity, revision])).toEqual(
      ['deduction', 'deposit', 'recharge', 'withdrawal'].map((entity) => [world.homes.north.tenant, entity, 1]),
    );
    expect(found[2]?.issues.map(({ code, path }) => `${path} ${code}`)).toEqual([
      'workflow.transitions.fake.from schema.flowKept',
      'workflow.transitions.fake.to schema.flowKept',
      'workflow.transitions.fake.set.postedAmount schema.fieldKept',
    ]);
    const { issues } = (await admin.get('schema/recharge')).body.data as { issues: { code: string }[] };
    expect(issues.map(({ code }) => code)).toContain('schema.flowKept');
  });

  it('can be taken out step by step, and not be published again', async () => {
    const step = (commands: object[]) => admin.post('schema/recharge/commands', { stamp: 0, name: 'step', commands });
    const other = { do: 'set', at: 'workflow.transitions.more', value: { from: ['passed'], to: 'draft' } };
    expect(reasons(await step([other]))).toEqual([
      'workflow.transitions.more.from schema.flowKept',
      'workflow.transitions.more.to schema.flowKept',
    ]);
    const word = { do: 'set', at: 'fields.note.maxLength', value: 100 };
    const changed = (await step([word])).body;
    expect(changed).toMatchObject({ success: true });
    const { stamp } = changed.data as { stamp: number };
    expect(reasons(await admin.post('schema/recharge/publish', { stamp, reason: 'x' }))).toContain(
      'workflow.transitions.fake.to schema.flowKept',
    );
    await admin.post('schema/recharge/discard', {});
  });

  it('books no step twice: the second is refused and nothing is written', async () => {
    const acme = money.customer('acme');
    const id = added(
      await money.finance.post('Deduction/add', {
        customer: acme,
        amount: 5,
        reason: 'other',
        description: 'once',
        trackingNo: '1Z',
      }),
    );
    expect(state(await money.finance.post('Deduction/confirm', { id }))).toBe('confirmed');
    expect(state(await money.finance.post('Deduction/reverse', { id, reverseReason: 'x' }))).toBe('reversed');
    expect(await differing(id)).toEqual([]);
    expect(state(await admin.post('Deduction/reopen', { id }))).toBe('draft');
    expect(reasons(await money.finance.post('Deduction/confirm', { id }))).toEqual([' ledger.alreadyBooked']);
    expect(await money.lines(id)).toHaveLength(2);
    expect(await differing(id)).toEqual([
      `document deduction id (deduction:id)`,
      `document deduction id (deduction:id:reverse)`,
    ]);
  });

  it('pays nothing out twice, and gives nothing back twice', async () => {
    const wish = { amount: 1, method: 'wire', payee: 'Acme', accountNo: '1' };
    const id = added(await money.member.post('Withdrawal/add', wish));
    expect(state(await money.finance.post('Withdrawal/refuse', { id, remarks: 'x' }))).toBe('refused');
    expect(state(await admin.post('Withdrawal/reopen', { id }))).toBe('applied');
    expect(reasons(await money.finance.post('Withdrawal/refuse', { id, remarks: 'x' }))).toEqual([
      ' ledger.alreadyBooked',
    ]);
    const held = { customer: money.customer('acme'), amount: 3, method: 'wire', receivedOn: '2025-06-02' };
    const deposit = added(await money.finance.post('MemberDeposit/add', held));
    expect(state(await money.finance.post('MemberDeposit/void', { id: deposit, reason: 'x' }))).toBe('voided');
    expect(state(await admin.post('MemberDeposit/reopen', { id: deposit }))).toBe('recorded');
    expect(reasons(await money.finance.post('MemberDeposit/void', { id: deposit, reason: 'x' }))).toEqual([
      ' ledger.alreadyBooked',
    ]);
  });

  it('is seen by the proof of the ledger where a document says what no line says', async () => {
    const slip = (await money.member.send('sysFileInfo/upload', 'slip.pdf', '%PDF-1.4\n%%EOF\n')).body.data;
    const wish = {
      customer: money.customer('acme'),
      amount: 100,
      method: 'wire',
      paidOn: '2025-06-02',
      attachment: slip,
    };
    const id = added(await money.member.post('Recharge/add', wish));
    expect(await differing(id)).toEqual([]);
    expect(state(await admin.post('Recharge/fake', { id }))).toBe('passed');
    expect(await money.lines(id)).toEqual([]);
    expect(await differing(id)).toEqual(['document recharge id passed (recharge:id)']);
  });
});

describe('what belongs to the platform', () => {
  it.each(['tenant', 'tenant-recharge-review'])('is not there for a tenant’s designer: %s', async (entity) => {
    expect((await admin.get(`schema/${entity}`)).body).toMatchObject({ success: false, code: 1013003 });
    const commands = [{ do: 'set', at: 'list.sort', value: 'id' }];
    expect((await admin.post(`schema/${entity}/commands`, { stamp: 0, name: 'x', commands })).body.code).toBe(1013003);
    expect((await admin.get(`schema/${entity}/plan`)).body.success).toBe(false);
    const platform = world.person('platform superAdmin').person;
    const { base } = (await platform.get(`schema/${entity}`)).body.data as { base: EntityDocument };
    const bundle = { entities: [{ entity, document: base }] };
    expect((await admin.post('schema/bundle', { bundle, dryRun: true })).body.code).toBe(1013003);
  });
});

it('a field of one’s own has a column of its own', async () => {
  const meta = (id: string) => ({
    ...{ entity: 'parcel-note', path: 'ParcelNote', title: 'word' },
    fields: {
      word: { type: 'text' },
      v: { type: 'integer', id },
      w: { type: 'text', id: 'shared' },
      x: { type: 'text', id: 'shared' },
    },
    ...{ list: { columns: ['word'] }, access: {} },
  });
  for (const id of ['id', 'version', 'createdBy', 'createdAt'])
    expect(reasons(await admin.post('schema/create', { document: { meta: meta(id), texts: {} } }))).toEqual([
      'fields.v.id schema.givenField',
      'fields.x.id schema.duplicateKey',
    ]);
});
