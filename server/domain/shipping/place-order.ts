import type { SystemServices } from '../../modules/module.ts';
import { accountsOfChannel } from '../carriers/accounts.ts';
import type { CarrierAccount, CarrierFailure } from '../carriers/carrier.ts';
import { causeOf, repairOf } from '../carriers/causes.ts';
import { again, caught, keep, settle, stuck, voidSurplus, type Placer } from './keep-answer.ts';
import { letGo, noteAsking, noteDoubt, noteFailure, type Placing } from './placings.ts';
import type { PlacedOrder } from './ship-order.ts';

/** A drain's carrier accounts, each opened once. */
export type Accounts = (id: string) => Promise<CarrierAccount | null>;

/** Automatic attempts before a person must continue. */
const maxRounds = 24;
const hour = 3_600_000;

/**
 * Advances a placing as far as possible. Whatever fails, the next worker finds what is certain: nothing was asked, the
 * carrier may have made a label, or the result.
 */
export async function placeOne(
  on: Placer,
  services: SystemServices,
  placing: Placing,
  order: PlacedOrder,
  accounts: Accounts,
): Promise<void> {
  if (placing.state === 'made' && placing.result) return settle(services, placing, placing.result, order);
  if (placing.state === 'asking') return lookUp(on, services, placing, order, accounts);
  const candidates = await accountsOfChannel(services, placing.tenant, order.channel);
  let last: CarrierFailure | null = null;
  let environment: CarrierAccount['environment'] | null = null;
  for (const { id } of candidates) {
    const account = await accounts(id);
    if (!account || account.clientId === '' || account.clientSecret === '') continue;
    // A locked account must not turn a real label into a test one.
    environment ??= account.environment;
    if (account.environment !== environment) continue;
    const api = on.carriers.of(account.carrier);
    if (!(await noteAsking(services, placing, id))) return;
    const answer = await caught(() => api.ship(account, order.ship));
    if (answer.ok) {
      const isKept = await keep(on, services, placing, { shipped: answer.value, order, account, isDirect: true });
      if (isKept) return;
    }
    // A lost answer, or one with the number of another order.
    if (answer.ok || answer.kind === 'lost')
      return lookUp(on, services, { ...placing, account: id, asked: 0 }, order, accounts);
    await letGoAsLeased(services, placing);
    last = answer;
    // Only try the next account for invalid credentials; a refusal concerns the order.
    if (answer.kind !== 'credentials') break;
  }
  if (!last || last.kind === 'unsupported') return letGo(services, placing, 'ready', null);
  const pause = on.timing.pauses[placing.attempts - 1];
  return unmade(services, placing, { failure: last, pause });
}

/** Back to `ready` under the same lease: certainly nothing was made. */
const letGoAsLeased = (services: SystemServices, { tenant, key }: Placing) =>
  services.query(`UPDATE shipping.placing SET state = 'ready' WHERE tenant_id = $1 AND key = $2 AND state = 'asking'`, [
    tenant,
    key,
  ]);

/**
 * For an unknown outcome: queries the carrier repeatedly; nothing is bought again before it has reported no label late
 * enough.
 */
async function lookUp(
  on: Placer,
  services: SystemServices,
  placing: Placing,
  order: PlacedOrder,
  accounts: Accounts,
): Promise<void> {
  const { timing, carriers } = on;
  const account = placing.account === null ? null : await accounts(placing.account);
  const pause = timing.pauses[Math.min(placing.attempts, timing.pauses.length) - 1] ?? 60_000;
  if (!account) {
    services.report(placing.tenant, 'placing', `${order.orderNo}: the account that was asked is gone; ${placing.key}`);
    const next = new Date(Date.now() + 600_000);
    await noteFailure(services, placing, { code: 'lost', cause: 'carrierAccount', text: null, said: null, next });
    return letGo(services, placing, 'asking', 600_000);
  }
  const found = await caught(() => carriers.of(account.carrier).find(account, order.ship));
  const settled = (placing.asked ?? 0) >= timing.grace;
  const shipped = found.ok ? found.value : null;
  // Packages that are missing may still be made.
  if (shipped && (settled || shipped.packages.length >= order.ship.packages.length)) {
    await voidSurplus(on, services, placing, { shipped, account });
    await keep(on, services, placing, { shipped, order, account, isDirect: false });
    return;
  }
  if (found.ok && settled) {
    await noteDoubt(services, placing);
    const nothing = {
      kind: 'unavailable',
      code: 'carriers.lost',
      text: 'The answer was lost; nothing had been made.',
    } as const;
    // The carrier is there, so it is asked to make the label soon, unless its answers keep getting lost.
    const soon = placing.attempts <= timing.pauses.length * 2 ? timing.pauses[0] : undefined;
    return unmade(services, placing, { failure: { ok: false, ...nothing, retryAt: null }, pause: soon });
  }
  const wait = found.ok ? Math.min(pause, Math.max(timing.grace - (placing.asked ?? 0), 1)) : pause;
  const next = new Date(Date.now() + wait);
  await noteFailure(services, placing, { code: 'lost', cause: 'lost', text: null, said: null, next });
  await letGo(services, placing, 'asking', wait);
  return again(services, placing, next);
}

/** Certainly nothing was made: retry after the pause if the carrier was unavailable, else the order fails. */
async function unmade(
  services: SystemServices,
  placing: Placing,
  { failure, pause }: { failure: CarrierFailure; pause: number | undefined },
): Promise<void> {
  const mayPass = failure.kind === 'unavailable' || failure.kind === 'limited';
  const cause = causeOf(failure);
  // Known errors are translated for the reader; the carrier's text is kept for staff.
  const said = `${failure.code}: ${failure.text}`.slice(0, 500);
  const text = cause === 'other' ? said : null;
  if (mayPass && pause !== undefined) {
    const next = new Date(Math.max(Date.now() + pause, failure.retryAt?.getTime() ?? 0));
    await noteFailure(services, placing, { code: failure.kind, cause, text, said, next });
    await letGo(services, placing, 'ready', next.getTime() - Date.now());
    return again(services, placing, next);
  }
  const [rounds] = await services.query(
    `SELECT count(*)::int AS many FROM shipping.placing WHERE tenant_id = $1 AND "order" = $2`,
    [placing.tenant, placing.order],
  );
  const goesOn = mayPass && Number(rounds?.['many']) < maxRounds;
  const next = goesOn ? new Date(Math.max(Date.now() + hour, failure.retryAt?.getTime() ?? 0)) : null;
  const issues = await services.act({ tenant: placing.tenant, entity: 'order', id: placing.order }, 'fail', {
    ...{ errorCode: failure.kind, errorCause: cause, errorRepair: repairOf(cause), errorText: text },
    errorDetail: said,
    nextTryAt: next && wireMoment(next),
  });
  if (issues.length > 0) await stuck(services, placing, 'ready', issues);
}

/** Times on the wire are in the tenant's zone unless they have an offset. */
const wireMoment = (at: Date): string => at.toISOString();
