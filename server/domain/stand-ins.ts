import type { CarrierBases } from './carriers/carrier.ts';
import type { Asked, ChargeKind, Piece, PiecePrice, Price, Shipment } from './carriers/simulator/model.ts';
import { priceOf } from './carriers/simulator/prices.ts';
import { startSimulator } from './carriers/simulator/start.ts';
import { knownClient } from './carriers/simulator/world.ts';
import { sheetOf, type PriceFacts } from './demo/price-facts.ts';
import type { Network } from './demo/words.ts';
import { openDemoShops } from './stores/simulator/demo-shops.ts';
import { startStoreSimulator } from './stores/simulator/start.ts';
import type { StoreBases } from './stores/store.ts';

export interface StandIns {
  /** Base addresses of carriers: from the settings, else the simulator. */
  readonly bases: CarrierBases;
  /** Base addresses of shops, likewise. */
  readonly storeBases: StoreBases;
  readonly demo: {
    /** Credentials of the demo's accounts. */
    readonly login: { readonly clientId: string; readonly clientSecret: string };
    /** Tells the simulator about earlier shipments. */
    readonly adopt: (shipments: readonly Shipment[]) => void;
  };
  /** A message for the terminal. */
  readonly words: string;
  stop(): Promise<void>;
}

export interface StandInSettings {
  readonly bases: CarrierBases;
  /** Base addresses of the shop simulator; absent if it does not run. */
  readonly storeBases?: StoreBases;
  /** File in which its shipments are stored. */
  readonly keep: string;
  readonly prices: PriceFacts;
  readonly network: Pick<Network, 'services'>;
}

/**
 * Starts simulators for carriers and shops without a configured address, with the demo's costs; null if all are
 * configured.
 */
export async function startStandIns(settings: StandInSettings): Promise<StandIns | null> {
  const { bases, storeBases = null, keep, prices, network } = settings;
  const shopsNamed = storeBases === null || (storeBases.amazon !== null && storeBases.shopify !== null);
  const carriersNamed = bases.ups !== null && bases.fedex !== null;
  if (carriersNamed && shopsNamed) return null;
  const simulator = carriersNamed
    ? null
    : await startSimulator({ keep, story: 'mixed', price: costsOf(prices, network) });
  const shops = shopsNamed ? null : await startStoreSimulator();
  if (shops) openDemoShops(shops.world);
  const { clientId, clientSecret } = knownClient;
  const simulated = [bases.ups === null ? 'UPS' : '', bases.fedex === null ? 'FedEx' : ''].filter(Boolean).join(', ');
  return {
    bases: { ups: bases.ups ?? simulator?.ups ?? null, fedex: bases.fedex ?? simulator?.fedex ?? null },
    storeBases: {
      amazon: storeBases?.amazon ?? shops?.bases.amazon ?? null,
      amazonToken: storeBases?.amazonToken ?? (storeBases?.amazon ? null : (shops?.bases.amazonToken ?? null)),
      shopify: storeBases?.shopify ?? shops?.bases.shopify ?? null,
    },
    demo: {
      login: { clientId, clientSecret },
      adopt: (shipments) => simulator?.control.adopt(shipments),
    },
    words: [
      ...(simulator
        ? [
            `  simulated: ${simulated} at ${simulator.url} (no real labels; UPS_API_BASE and FEDEX_API_BASE name others)\n`,
          ]
        : []),
      ...(shops
        ? [`  simulated: shops at ${shops.url} (AMAZON_API_BASE, AMAZON_TOKEN_URL and SHOPIFY_API_BASE name others)\n`]
        : []),
    ].join(''),
    stop: async () => {
      await shops?.stop();
      await simulator?.stop();
    },
  };
}

type Sheet = { zones: readonly string[]; of(zone: string, pounds: number): number };

/** The cost of a shipment by the demo's price tables; by the simulator's own figures for unknown services. */
export function costsOf(facts: PriceFacts, network: Pick<Network, 'services'>): (asked: Asked) => Price {
  const codes = new Map(Object.entries(network.services).map(([code, [, carrierCode]]) => [carrierCode, code]));
  const sheets = new Map<string, Sheet>();
  const sheet = (code: string): Sheet => {
    const known = sheets.get(code) ?? readSheet(facts, code);
    sheets.set(code, known);
    return known;
  };
  return (asked) => {
    const code = codes.get(asked.service);
    const zone = code && zoneOf(facts, asked, sheet(code).zones);
    if (!code || !zone) return priceOf(asked);
    const group =
      code === 'STD'
        ? 'canada'
        : code === 'INTL'
          ? 'international'
          : asked.service.match(/^03$|GROUND/)
            ? 'ground'
            : 'air';
    const fuelPercent = facts.fuel[`${asked.brand.toUpperCase()} ${group}`] ?? 20;
    // Measurements are the simulator's; costs are the demo's.
    const measured = priceOf(asked);
    const pieces = asked.pieces.map((piece, at) => {
      const own = measured.pieces[at] ?? { base: 0, billed: 1, extras: [] };
      return costOf(facts, { asked, piece, own, base: sheet(code).of(zone, own.billed), zone, fuelPercent });
    });
    return { currency: asked.currency, zone: zone.padStart(3, '0'), fuelPercent, pieces };
  };
}

interface Cost {
  asked: Asked;
  piece: Piece;
  own: PiecePrice;
  base: number;
  zone: string;
  fuelPercent: number;
}

/** Categories of the demo's surcharges by the simulator's kinds, and whether fuel comes on top. */
const categories: Readonly<Record<Exclude<ChargeKind, 'fuel'>, { category: string; fuel: boolean }>> = {
  residential: { category: 'residential', fuel: true },
  handling: { category: 'additionalHandling', fuel: true },
  oversize: { category: 'largePackage', fuel: true },
  area: { category: 'area', fuel: false },
  signature: { category: 'signature', fuel: false },
  declared: { category: 'declaredValue', fuel: false },
};

function costOf(facts: PriceFacts, { asked, piece, own, base, zone, fuelPercent }: Cost): PiecePrice {
  const extras: { kind: ChargeKind; amount: number }[] = [];
  const tier = tierOf(facts, asked.to.postalCode);
  const kinds = own.extras.flatMap(({ kind }) => (kind === 'fuel' ? [] : [kind]));
  let bearing = base;
  for (const kind of tier === null ? kinds : [...kinds, 'area' as const]) {
    const { category, fuel } = categories[kind];
    const rule = facts.surcharges.find(
      (each) =>
        each.carrier === asked.brand.toUpperCase() &&
        each.category === category &&
        (category !== 'signature' || each.trigger.includes(`'${piece.signature}'`)) &&
        (category !== 'area' || isOfArea(each.trigger, tier, asked.to.residential)) &&
        (each.groups === undefined || each.groups.includes(/GROUND|^03$/.test(asked.service) ? 'ground' : 'air')),
    );
    const list = rule?.amounts
      ? byZone(rule.amounts, zone)
      : (rule?.amount ?? 0) * (rule?.per ? Math.ceil(piece.declared / rule.per) : 1);
    const amount = Math.round(Math.max(list, rule?.least ?? 0) * facts.surchargeCost * 100);
    if (amount > 0) extras.push({ kind, amount });
    if (fuel) bearing += amount;
  }
  extras.push({ kind: 'fuel', amount: Math.round((bearing * fuelPercent) / 100) });
  return { base, billed: own.billed, extras };
}

/** The tier of a delivery area by all five digits; null: an ordinary place. */
function tierOf({ areas }: PriceFacts, postalCode: string): string | null {
  const [three, two] = [postalCode.slice(0, 3), postalCode.slice(3, 5)];
  return Object.keys(areas).find((tier) => areas[tier]?.[three]?.split(' ').includes(two)) ?? null;
}

const isOfArea = (trigger: string, tier: string | null, residential: boolean): boolean =>
  trigger.includes(`'${tier}'`) &&
  (!trigger.includes('residential') || trigger.includes('!residential') !== residential);

/** The amount of a zone, `3-4` standing for both and `*` for the others. */
function byZone(amounts: Readonly<Record<string, string>>, zone: string): number {
  const fits = (range: string): boolean => {
    const [from = '', to = from] = range.split('-');
    return Number(zone) >= Number(from) && Number(zone) <= Number(to);
  };
  const [found] = Object.entries(amounts).filter(([range]) => range !== '*' && fits(range));
  return Number(found?.[1] ?? amounts['*'] ?? 0);
}

function readSheet(facts: PriceFacts, code: string): Sheet {
  const [, share = 1] = facts.services[code] ?? [];
  const { zones, rows, above } = sheetOf(facts, code, share, facts.increase.percent);
  const priced = rows as { prices: Record<string, string> }[];
  const cents = (price: string | undefined): number => Math.round(Number(price ?? 0) * 100);
  return {
    zones,
    of: (zone, pounds) =>
      pounds <= priced.length ? cents(priced[pounds - 1]?.prices[zone]) : cents(above[zone]) * pounds,
  };
}

/** The zone by the first signs of both postal codes, of those that a sheet has. */
function zoneOf(facts: PriceFacts, { from, to }: Asked, zones: readonly string[]): string | null {
  if (to.country === 'CA') {
    const [zone] =
      Object.entries(facts.provinces).find(([, letters]) => letters.includes(to.postalCode.charAt(0))) ?? [];
    return zone !== undefined && zones.includes(zone) ? zone : null;
  }
  const chart = facts.zones[/^[89]/.test(from.postalCode) ? 'west' : 'east'];
  const three = to.postalCode.slice(0, 3);
  const [zone] =
    Object.entries(chart).find(([, stretches]) =>
      stretches.split(' ').some((stretch) => {
        const [first = '', last = first] = stretch.split('-');
        return three >= first && three <= last;
      }),
    ) ?? [];
  return zone !== undefined && zones.includes(zone) ? zone : null;
}
