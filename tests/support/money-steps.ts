import type { Action, Catalog, Entity, Field } from '../../engine/core/index.ts';
import { bringTo, doorOf, letHappen, type Page, type Payments } from './payment-steps.ts';
import type { SignedEvent } from './stripe-server.ts';
import { sampleFiles, sampleRecord } from './world.ts';

/** A step of a record that moves money or is bound by it: adding it, a transition, another action. */
export interface MoneyStep {
  /** `Recharge/pass from pending`. */
  readonly name: string;
  readonly entity: Entity;
  /** Null: adding the record. */
  readonly action: Action | null;
  readonly from: string | null;
  /** Nobody may ask for it: it is taken when the gateway of payments tells of it. */
  readonly told: boolean;
}

/** A step that can be taken now. */
export interface Ready {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** The record; null where the step adds it. */
  readonly id: string | null;
  readonly who: string;
  /** Of a step that is told: another message of the same each time. */
  readonly message: (() => SignedEvent) | null;
}

const ofPayments = ['payments.credit', 'payments.give-back'];
/** Orders move money when a carrier has answered, and some of it later than they are asked to: their tests are their own. */
const isOfOrders = (name: string): boolean => name.startsWith('shipping.') || name === 'ledger.capture-reserved';
const moves = (effects: readonly string[]): boolean =>
  !effects.some(isOfOrders) &&
  effects.some((name) => ofPayments.includes(name) || (name.startsWith('ledger.') && name !== 'ledger.use-currency'));

/** All of the catalog: a step that a schema gives an effect of the ledger to joins by itself. */
export function moneySteps(catalog: Catalog): MoneyStep[] {
  return catalog.entities.flatMap((entity) => [
    ...(moves(entity.startEffects)
      ? [{ name: `${entity.path}/add`, entity, action: null, from: null, told: false }]
      : []),
    ...[...entity.actions.values()]
      .filter(({ meta }) => moves(meta.effects ?? []) && !meta.guard?.some(({ code }) => code === 'systemOnly'))
      .flatMap((action) =>
        (action.transition?.from ?? [null]).map((from) => {
          const name = `${entity.path}/${action.name}${from === null ? '' : ` from ${from}`}`;
          return { name, entity, action, from, told: action.meta.effects?.includes('payments.settle') ?? false };
        }),
      ),
  ]);
}

/** Asks as someone of the world; the data of the answer. Throws what was said instead. */
export type Ask = (who: string, path: string, body: unknown) => Promise<unknown>;

/** Whose records they are; money must be there for whatever is taken from it. */
export const payer = '$customer/acme';

/** Records that nobody adds: each is the other half of one that is submitted, under the same id. */
const halves: Readonly<Record<string, { entity: string; action: string }>> = {
  'tenant-recharge-review': { entity: 'tenant-recharge', action: 'submit' },
};

/**
 * Brings a record of the payer to where the step begins, by the very transitions that lead there, each with a form filled
 * from the samples. `amount` is what it is about. A sample `entity/own` stands for the record that a step without a state
 * is taken of.
 */
export async function prepare(
  catalog: Catalog,
  step: MoneyStep,
  samples: ReadonlyMap<string, string>,
  ask: Ask,
  amount: number,
  payments: Payments,
): Promise<Ready> {
  const { entity, action, from } = step;
  if (action === null) {
    const body = form(entity, samples, amount);
    return { path: `${entity.path}/add`, body, id: null, who: 'north admin', message: null };
  }
  if (entity.name === 'online-payment') {
    const { id, page } = await openPage(entity, samples, ask, amount, payments);
    // What has no state of its own is a part of what was paid.
    const state = from ?? 'paid';
    if (state !== entity.start) await bringTo(payments, page, state);
    if (step.told)
      return { path: doorOf, body: {}, id, who: 'north finance', message: letHappen(payments, page, action.name) };
    const body = { id, ...answers(entity, action, samples, amount) };
    return { path: `${entity.path}/${action.name}`, body, id, who: whoMay(entity, action.needs), message: null };
  }
  const id = from === null ? ownSample(entity, samples) : await walkTo(catalog, entity, from, samples, ask, amount);
  const body = { id, ...answers(entity, action, samples, amount) };
  return { path: `${entity.path}/${action.name}`, body, id, who: whoMay(entity, action.needs), message: null };
}

/** A payment whose payer has been sent to its page. */
async function openPage(
  entity: Entity,
  samples: ReadonlyMap<string, string>,
  ask: Ask,
  amount: number,
  { stripe }: Payments,
): Promise<{ id: string; page: Page }> {
  const { id } = (await ask('north admin', `${entity.path}/add`, form(entity, samples, amount))) as { id: string };
  const { goTo } = (await ask('north admin', `${entity.path}/checkout`, { id })) as { goTo: string };
  const session = goTo.split('/').at(-1) ?? '';
  return { id: String(id), page: { session, asked: stripe.sessions.get(session)?.amount_total ?? 0 } };
}

async function walkTo(
  catalog: Catalog,
  entity: Entity,
  state: string,
  samples: ReadonlyMap<string, string>,
  ask: Ask,
  amount: number,
): Promise<string> {
  const half = halves[entity.name];
  const started = (half && catalog.byName.get(half.entity)) ?? entity;
  const added = (await ask('north admin', `${started.path}/add`, form(started, samples, amount))) as { id: string };
  const id = String(added.id);
  if (half) await ask('north admin', `${started.path}/${half.action}`, { id });
  for (const action of wayTo(entity, state)) {
    const body = { id, ...answers(entity, action, samples, amount) };
    await ask(whoMay(entity, action.needs), `${entity.path}/${action.name}`, body);
  }
  return id;
}

/** The shortest way from the start. */
function wayTo(entity: Entity, state: string): readonly Action[] {
  const ways = new Map<string, readonly Action[]>([[entity.start ?? '', []]]);
  for (const [at, way] of ways) {
    for (const action of entity.actions.values()) {
      const to = action.transition?.from.includes(at) ? action.transition.to : null;
      if (to !== null && !ways.has(to)) ways.set(to, [...way, action]);
    }
  }
  const way = ways.get(state);
  if (!way) throw new Error(`no way leads to ${entity.name} at ${state}`);
  return way;
}

/** Someone other than the administrator, who has added the record, where the template of a role allows it. */
const whoMay = (entity: Entity, code: string): string => {
  if (entity.tenancy === 'platform') return 'platform superAdmin';
  const role = ['finance', 'clerk'].find((each) => entity.access[each]?.some(({ codes }) => codes.includes(code)));
  return `north ${role ?? 'admin'}`;
};

const sampleOf = (entity: Entity) => {
  const all = sampleFiles.get(entity.name) ?? [];
  const own = all.find((each) => entity.owner !== null && each[entity.owner] === payer) ?? all[0];
  if (!own) throw new Error(`${entity.name} has no sample`);
  return own;
};

const ownSample = (entity: Entity, samples: ReadonlyMap<string, string>): string =>
  samples.get(`${entity.name}/own`) ?? samples.get(`${entity.name}/${String(sampleOf(entity)['$id'])}`) ?? '';

function form(entity: Entity, samples: ReadonlyMap<string, string>, amount: number): Record<string, unknown> {
  const { input } = sampleRecord(entity, sampleOf(entity), samples);
  const field = entity.byName.get('amount')?.meta;
  // Some of it has a least.
  const least = field && 'min' in field && typeof field.min === 'number' ? field.min : 0;
  return field ? { ...input, amount: Math.max(amount, least) } : { ...input };
}

let written = 0;

/** What a person fills into the dialog: as a sample has it, or as such a field may be. */
function answers(
  entity: Entity,
  action: Action,
  samples: ReadonlyMap<string, string>,
  amount: number,
): Record<string, unknown> {
  const known = (sampleFiles.get(entity.name) ?? []).map((each) => sampleRecord(entity, each, samples));
  const answer = (field: Field): unknown => {
    if (field.meta.type === 'money') return amount;
    const found = known.map(({ input, given }) => input[field.name] ?? given.locked[field.name]);
    const value = found.find((each) => each !== undefined && each !== null) ?? field.type.samples(field.meta).valid[0];
    // A number that someone writes down may have to be another one each time.
    return field.meta.type === 'text' ? `${String(value)}-${(written += 1)}` : value;
  };
  return Object.fromEntries([...action.form, ...action.input].map((field) => [field.name, answer(field)]));
}
