import { issue, type CommandCall, type Issue } from '../../modules/module.ts';
import { accountsOfChannel, loadAccount } from '../carriers/accounts.ts';
import type { CarrierAddress } from '../carriers/carrier.ts';
import type { Carriers } from '../carriers/carriers.ts';
import type { Checked, Suggestion, Typed } from './address.ts';
import { unitOf } from './lines.ts';

/** Maximum addresses per call to a carrier, and maximum calls at once. */
export const maxAsked = 20;
const atOnce = 4;

/** Findings that a carrier's answer does not replace. */
const ofLines = new Set([
  'required',
  'addresses.tooLong',
  'addresses.letters',
  'addresses.postBox',
  'addresses.military',
  'addresses.unitEmpty',
]);

/** Checks addresses with the carrier of a channel; without its answer the result of the postal data remains. */
export async function askCarrier(
  call: Pick<CommandCall, 'services' | 'tenant' | 'list' | 'refuse'>,
  carriers: Carriers,
  asked: { channel: string; addresses: readonly Typed[]; checks: readonly Checked[] },
): Promise<Checked[]> {
  const { channel, addresses, checks } = asked;
  if (addresses.length > maxAsked) call.refuse(issue('addresses.tooMany', 'addresses', { max: maxAsked }));
  // Calls of a channel need the right to read it.
  if ((await call.list('channel', { id: channel }, 1)).length === 0) call.refuse(issue('reference.missing', 'channel'));
  const [first] = await accountsOfChannel(call.services, call.tenant, channel);
  const account = first ? await loadAccount(call.services, call.tenant, first.id) : null;
  if (!account) return call.refuse(issue('addresses.noAccount', 'channel'));
  const carrier = carriers.of(account.carrier);
  const results = [...checks];
  const waiting = addresses.map((typed, at) => ({ typed, at }));
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { typed, at } = next;
      const found = await carrier.validateAddress(account, wireAddress(typed));
      const own = checks[at];
      if (own)
        results[at] = found.ok
          ? combined(typed, own, found.value)
          : { ...own, issues: [...own.issues, silent(found.kind)] };
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results;
}

const silent = (kind: string): Issue =>
  issue(kind === 'unsupported' ? 'addresses.carrierCannot' : 'addresses.carrierSilent', '');

const wireAddress = (typed: Typed): CarrierAddress => ({
  ...{ name: typed.name ?? '', company: typed.company ?? null },
  lines: [typed.address1, typed.address2, typed.address3].filter((line): line is string => Boolean(line?.trim())),
  ...{ city: typed.city ?? '', state: typed.state ?? null, postalCode: typed.postalCode ?? '', country: typed.country },
  ...{ phone: null, email: null, residential: null },
});

/** The carrier checks streets and numbers, but not whether the text fits on a label. */
export function combined(
  typed: Typed,
  own: Checked,
  told: {
    state: 'verified' | 'corrected' | 'doubtful';
    residential: boolean | null;
    suggestions: readonly CarrierAddress[];
  },
): Checked {
  const kept = own.issues.filter(({ code }) => ofLines.has(code));
  const residential = told.residential ?? own.residential;
  const known = residential === undefined || residential === null ? {} : { residential };
  const [best] = told.suggestions;
  const suggestion = best && told.state !== 'verified' ? differences(typed, best) : {};
  const differs = Object.keys(suggestion).length > 0;
  // A given unit is not reported missing just because the carrier does not know the building.
  const doubts =
    told.state === 'doubtful' &&
    !(unitOf([typed.address1, typed.address2, typed.address3]) === 'named' && own.state === 'verified');
  const issues = [
    ...kept,
    ...(doubts ? [issue('addresses.carrierDoubts', 'address1')] : []),
    ...(told.state === 'corrected' && differs ? [issue('addresses.carrierCorrects', 'address1')] : []),
  ];
  const state =
    kept.length > 0 || doubts ? 'doubtful' : told.state === 'corrected' && differs ? 'corrected' : 'verified';
  return { state, issues, ...known, ...(differs ? { suggestion } : {}) };
}

/** Parts that the carrier writes otherwise; capitals, and the four digits behind a code, are no difference. */
function differences(typed: Typed, best: CarrierAddress): Suggestion {
  const told: Record<string, string | undefined> = {
    ...{ address1: best.lines[0], address2: best.lines[1], city: best.city, state: best.state ?? undefined },
    ...{ postalCode: best.postalCode, country: best.country },
  };
  const same = (part: string, one: string, other: string): boolean => {
    const plain = (word: string) => word.trim().toUpperCase();
    if (plain(one) === plain(other)) return true;
    return part === 'postalCode' && plain(one).slice(0, 5) === plain(other).slice(0, 5) && !plain(one).includes('-');
  };
  return Object.fromEntries(
    Object.entries(told).flatMap(([part, value]) =>
      value && !same(part, typed[part as keyof Typed] ?? '', value) ? [[part, value]] : [],
    ),
  );
}
