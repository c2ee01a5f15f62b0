import type { EffectTransaction } from '../../modules/module.ts';
import { exact, percentScale, rateScale } from '../rating/kernel/exact.ts';
import type { FreightClass } from './kernel/density.ts';
import type { Break, Tariff } from './kernel/tariff.ts';

/** A table as `freight.tariffs` answers it. */
interface Stored extends Omit<Tariff, 'discount' | 'minimum' | 'fuel' | 'rates' | 'accessorials'> {
  readonly carrierName: string;
  readonly discount: string;
  readonly minimum: string;
  readonly fuel: { readonly percent: string; readonly from: string } | null;
  readonly rates: readonly {
    readonly zone: string;
    readonly freightClass: FreightClass | null;
    readonly densityFrom: string | null;
    readonly prices: Readonly<Partial<Record<Break, string>>>;
  }[];
  readonly accessorials: readonly {
    readonly accessorial: string;
    readonly amount: string;
    readonly per: 'shipment' | 'unit' | 'cwt';
    readonly minimum: string | null;
    readonly maximum: string | null;
  }[];
}

/** A table with the name of its carrier, which options show. */
export interface NamedTariff extends Tariff {
  readonly carrierName: string;
}

function figure(text: string, scale: number): number {
  const found = exact(text, scale);
  if (found === null) throw new Error(`a freight table has ${text}, which is no figure with ${scale} parts`);
  return found;
}
const cents = (text: string | null): number | null => (text === null ? null : figure(text, 100));

const compiled = (stored: Stored): NamedTariff => ({
  ...stored,
  discount: figure(stored.discount, percentScale),
  minimum: figure(stored.minimum, 100),
  fuel: stored.fuel && { percent: figure(stored.fuel.percent, percentScale), from: stored.fuel.from },
  rates: stored.rates.map((rate) => ({
    ...rate,
    prices: Object.fromEntries(Object.entries(rate.prices).map(([name, price]) => [name, figure(price, rateScale)])),
  })),
  accessorials: stored.accessorials.map(({ amount, minimum, maximum, ...rest }) => ({
    ...rest,
    amount: figure(amount, 100),
    minimum: cents(minimum),
    maximum: cents(maximum),
  })),
});

/** What counts for a customer on a day, of both sides. */
export async function readTariffs(on: EffectTransaction, customer: string, day: string): Promise<NamedTariff[]> {
  const [row] = await on.query('SELECT freight.tariffs($1, $2) AS found', [customer, day]);
  return ((row?.['found'] ?? []) as readonly Stored[]).map(compiled);
}

/** Tables by id, with the fuel of a day. For steps of staff. */
export async function tariffsById(on: EffectTransaction, ids: readonly string[], day: string): Promise<NamedTariff[]> {
  const [row] = await on.query('SELECT freight.tariffs_by_id($1, $2) AS found', [ids, day]);
  return ((row?.['found'] ?? []) as readonly Stored[]).map(compiled);
}
