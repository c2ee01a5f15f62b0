import { decimal, weightScale } from '../../kernel/exact.ts';
import { NoPrice } from '../../kernel/parcel.ts';
import { priceOf, type RateTable } from '../../kernel/table.ts';
import type { RateSheet } from '../rate-sheet.ts';
import { moved, percentBetween, shortened, type Finding } from './finding.ts';

export interface RateFacts {
  readonly sheet: RateSheet;
  readonly deficit: boolean;
  /** `lb` or `kg`. */
  readonly unit: string;
  /** The version before; null: there is none. */
  readonly before: RateSheet | null;
  /** Zones that the charts of its service know on the first day; null: there is no chart. */
  readonly chart: ReadonlySet<string> | null;
}

/** What is odd about a sheet in itself, against the zone charts and against the version before. */
export function rateFindings(facts: RateFacts): Finding[] {
  return shortened([...oddities(facts), ...againstChart(facts), ...againstBefore(facts)]);
}

/** Where a sale is below our cost: for each zone the worst of its weights. */
export function costFindings(sheet: RateSheet, cost: RateSheet | null, unit: string): Finding[] {
  if (!cost) return [{ severity: 'info', finding: 'noCost' }];
  return shortened(
    sheet.zones.flatMap((zone): Finding[] => {
      const below = sheet.rows.flatMap(({ to }) => {
        const [sale, paid] = [priceAt(sheet, zone, to), priceAt(cost, zone, to)];
        return sale !== null && paid !== null && sale < paid ? [{ to, sale, paid }] : [];
      });
      const worst = below.toSorted((a, b) => b.paid - b.sale - (a.paid - a.sale))[0];
      if (!worst) return [];
      const place = placeOf(zone, worst.to, unit);
      return [{ severity: 'warning', finding: 'belowCost', place, ...moved(worst.paid, worst.sale) }];
    }),
  );
}

const placeOf = (zone: string, to: number, unit: string): string => `${zone} · ${decimal(to, weightScale)} ${unit}`;

const tableOf = ({ rows, above }: RateSheet): RateTable => ({
  ...{ id: '', version: 0, from: '', to: null, rows },
  ...(above ? { above } : {}),
});

/** The price of one piece, or null where the sheet has none. */
function priceAt(sheet: RateSheet, zone: string, weight: number): number | null {
  try {
    return priceOf(tableOf(sheet), { zone, weight, pieces: 1 }).amount;
  } catch (error) {
    if (error instanceof NoPrice) return null;
    throw error;
  }
}

function oddities(facts: RateFacts): Finding[] {
  const { sheet } = facts;
  return [...sheet.zones.flatMap((zone) => alongWeights(facts, zone)), ...skippedWeights(facts), ...acrossZones(facts)];
}

function alongWeights({ sheet, deficit, unit }: RateFacts, zone: string): Finding[] {
  const priced = sheet.rows.map(({ prices }) => Object.hasOwn(prices, zone));
  const [first, last] = [priced.indexOf(true), priced.lastIndexOf(true)];
  if (first < 0)
    return sheet.above?.[zone] === undefined ? [{ severity: 'warning', finding: 'hole', place: zone }] : [];
  const found: Finding[] = [];
  for (let at = first; at <= last; at++) {
    const { to } = sheet.rows[at] ?? { to: 0 };
    const place = placeOf(zone, to, unit);
    if (!priced[at]) {
      found.push({ severity: 'warning', finding: 'hole', place });
      continue;
    }
    const before = at > first && priced[at - 1] ? (sheet.rows[at - 1]?.to ?? 0) : null;
    if (before === null) continue;
    const [lighter, here, begins] = [before, to, before + 1].map((weight) => priceAt(sheet, zone, weight) ?? 0);
    if (lighter === undefined || here === undefined || begins === undefined) continue;
    if (here < lighter) found.push({ severity: 'warning', finding: 'fallsWithWeight', place, ...moved(lighter, here) });
    else if (begins < lighter && !deficit)
      found.push({ severity: 'info', finding: 'cheaperAbove', place, ...moved(lighter, begins) });
  }
  return found;
}

/** Rows that rise by one step, and one of them by more: most likely a line that was lost. */
function skippedWeights({ sheet, unit }: RateFacts): Finding[] {
  const steps = sheet.rows.map(({ to }, at) => to - (sheet.rows[at - 1]?.to ?? 0));
  if (steps.length < 5) return [];
  return steps.flatMap((step, at): Finding[] => {
    const [left, right] = [steps[at - 1], steps[at + 1]];
    if (left === undefined || left !== right || step <= left) return [];
    const [from, to] = [sheet.rows[at - 1]?.to ?? 0, sheet.rows[at]?.to ?? 0].map((each) => decimal(each, weightScale));
    return [{ severity: 'warning', finding: 'skippedWeight', place: `${from} – ${to} ${unit}` }];
  });
}

/** Zones that are numbered rise with the distance; those of islands and abroad have numbers of another kind. */
function acrossZones({ sheet, unit }: RateFacts): Finding[] {
  const pairs = sheet.zones.flatMap((zone) => {
    const next = sheet.zones.find((other) => /^\d+$/.test(zone) && Number(other) === Number(zone) + 1);
    return next === undefined ? [] : [[zone, next] as const];
  });
  return pairs.flatMap(([near, far]) =>
    sheet.rows.flatMap(({ to }): Finding[] => {
      const [nearer, farther] = [priceAt(sheet, near, to), priceAt(sheet, far, to)];
      if (nearer === null || farther === null || farther >= nearer) return [];
      return [
        { severity: 'warning', finding: 'fallsWithZone', place: placeOf(far, to, unit), ...moved(nearer, farther) },
      ];
    }),
  );
}

function againstChart({ sheet, chart }: RateFacts): Finding[] {
  if (!chart) return [{ severity: 'warning', finding: 'noChart' }];
  const missing = [...chart].filter((zone) => !sheet.zones.includes(zone));
  const unused = sheet.zones.filter((zone) => !chart.has(zone));
  return [
    ...missing.map((place): Finding => ({ severity: 'warning', finding: 'zoneMissing', place })),
    ...unused.map((place): Finding => ({ severity: 'info', finding: 'zoneUnused', place })),
  ];
}

/** For each zone its greatest move, and the average of all prices under `*`. */
function againstBefore({ sheet, before, unit }: RateFacts): Finding[] {
  if (!before) return [{ severity: 'info', finding: 'nothingBefore' }];
  const gone = before.zones.filter((zone) => !sheet.zones.includes(zone));
  const fresh = sheet.zones.filter((zone) => !before.zones.includes(zone));
  const percents: number[] = [];
  const greatest = sheet.zones.flatMap((zone): Finding[] => {
    const moves = sheet.rows.flatMap(({ to }) => {
      const [was, is] = [priceAt(before, zone, to), priceAt(sheet, zone, to)];
      if (was === null || is === null) return [];
      const percent = percentBetween(was, is) ?? 0;
      percents.push(percent);
      return was === is ? [] : [{ to, was, is, percent }];
    });
    const most = moves.toSorted((a, b) => Math.abs(b.percent) - Math.abs(a.percent))[0];
    if (!most) return [];
    return [{ severity: 'info', finding: 'changed', place: placeOf(zone, most.to, unit), ...moved(most.was, most.is) }];
  });
  const ranges: Finding[] = [
    ...gone.map((place): Finding => ({ severity: 'warning', finding: 'removed', place })),
    ...fresh.map((place): Finding => ({ severity: 'info', finding: 'added', place })),
  ];
  if (greatest.length === 0 && ranges.length === 0) return [{ severity: 'info', finding: 'unchanged' }];
  if (greatest.length === 0) return ranges;
  const hundredths = percents.reduce((sum, each) => sum + Math.round(each * 100), 0);
  const average = Math.round(hundredths / percents.length) / 100;
  return [...ranges, { severity: 'info', finding: 'changed', place: '*', percent: average }, ...greatest];
}
