import {
  densityOf,
  poundsOf,
  scaleOn,
  stepOf,
  volumeOf,
  wholePounds,
  written,
  type Density,
  type FreightClass,
  type Measures,
} from './density.ts';

type Values = Readonly<Record<string, unknown>>;

/** How a handling unit got its class, with every figure that the explanation needs. */
export interface Classified {
  /** The line of the order, from 1 on. */
  readonly line: number;
  readonly description: string;
  readonly quantity: number;
  /** Whole pounds of the line. */
  readonly pounds: number;
  /** Of one unit with its pallet: pounds, cubic feet and pounds per cubic foot, cut to four places. */
  readonly unitPounds: string;
  readonly volume: string;
  readonly density: string;
  /** The day from which the scale counts; null: the one before July 2025. */
  readonly scale: string | null;
  readonly from: string;
  readonly below: string | null;
  readonly densityClass: FreightClass;
  readonly stated: FreightClass | null;
  readonly nmfcItem: string | null;
  readonly freightClass: FreightClass;
  /** `density`: by the scale. `stated`: by the scale, and another class was stated. `item`: the item is not density-based. */
  readonly reason: 'density' | 'stated' | 'item';
}

/** A classified line with what tables by density ask for. */
export interface RatedUnit extends Classified {
  readonly exactDensity: Density;
}

/** What of a classified line is stored with its order: figures as texts. */
export function storedUnit({ exactDensity, ...unit }: RatedUnit): Classified {
  return { ...unit, density: written(exactDensity) };
}

const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

export const measuresOf = (row: Values, isMetric: boolean): Measures => ({
  weight: text(row['weight']),
  length: text(row['length']),
  width: text(row['width']),
  height: text(row['height']),
  isMetric,
});

/** Density and class of every handling unit of an order by the scale of its pickup day. Lines that are not complete are left out. */
export function classify(record: Values): RatedUnit[] {
  const rows = Array.isArray(record['handlingUnits']) ? (record['handlingUnits'] as readonly Values[]) : [];
  const isMetric = record['unitType'] === '1';
  const scale = scaleOn(text(record['pickupDate']));
  return rows.flatMap((row, at): RatedUnit[] => {
    const measures = measuresOf(row, isMetric);
    const [density, volume, unit] = [densityOf(measures), volumeOf(measures), poundsOf(measures)];
    if (!density || !volume || !unit) return [];
    const { step, below } = stepOf(scale, density);
    const stated = (row['statedClass'] ?? null) as FreightClass | null;
    const isItem = row['notDensityBased'] === true && stated !== null;
    const quantity = Number(row['quantity'] ?? 1);
    return [
      {
        ...{ line: at + 1, description: text(row['description']), quantity, pounds: wholePounds(measures, quantity) },
        ...{
          unitPounds: written(unit),
          volume: written(volume),
          density: written(density),
          exactDensity: density,
          scale: scale.from,
        },
        ...{ from: step.from, below, densityClass: step.freightClass, stated },
        nmfcItem: text(row['nmfcItem']) || null,
        freightClass: isItem ? stated : step.freightClass,
        reason: isItem ? 'item' : stated !== null && stated !== step.freightClass ? 'stated' : 'density',
      },
    ];
  });
}
