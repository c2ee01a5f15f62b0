import { cents, centsText, perUnit, toCents, units, unitsText } from './exact.ts';
import { ageOn, dayNumber, isoDay, isStored } from './days.ts';
import {
  fees,
  type Basis,
  type Facts,
  type Fee,
  type FeeRow,
  type LateRow,
  type Period,
  type PriceRow,
  type RecordRow,
} from './facts.ts';

/** A line of a bill; figures are decimal texts. */
export interface CountedLine {
  readonly fee: Fee;
  readonly basis: Basis;
  readonly fromDay: number | null;
  readonly quantity: string;
  readonly price: string;
  readonly amount: string;
  /** The number of the pushed bill that lacked it, with the period of that bill. */
  readonly lateOf: string | null;
  readonly lateFrom: string | null;
  readonly lateTo: string | null;
}

/** A day of storage at one price. The amounts of a line's days add up to the line. */
export interface ProofDay {
  readonly day: string;
  readonly basis: Basis;
  readonly fromDay: number;
  readonly quantity: string;
  readonly price: string;
  readonly amount: string;
}

/** Goods that were stored in the period: their counted days in it, those that were free, and the charged units times days. */
export interface ProofLot {
  readonly record: string;
  readonly recordNo: string;
  readonly reference: string | null;
  readonly arrivedOn: string;
  readonly leftOn: string | null;
  readonly days: number;
  readonly freeDays: number;
  readonly quantity: string;
  readonly lateOf: string | null;
}

/** Work and arrivals, each with its price row. */
export interface ProofWork {
  readonly record: string;
  readonly recordNo: string;
  readonly day: string;
  readonly fee: Fee;
  readonly basis: Basis;
  readonly quantity: string;
  readonly price: string;
  readonly lateOf: string | null;
}

export interface Proof {
  readonly days: readonly ProofDay[];
  readonly lots: readonly ProofLot[];
  readonly works: readonly ProofWork[];
  /** The versions that were charged by, each from its first day in the period. */
  readonly versions: readonly (Omit<PriceRow, 'fees' | 'currency'> & { readonly from: string })[];
  /** Numbers of records that are charged by volume and have none. */
  readonly unmeasured: readonly string[];
  /** Days on which something was here and the customer had no price. */
  readonly unpriced: readonly string[];
  /** What pushed bills lacked. */
  readonly late: readonly {
    readonly record: string;
    readonly recordNo: string;
    readonly bill: string;
    readonly billNo: string;
  }[];
  /** Numbers of late records with prices in another currency, which are not charged here. */
  readonly otherCurrency: readonly string[];
}

export interface Counted {
  readonly currency: string | null;
  /** Prices of more than one currency cannot be one bill. */
  readonly isMixed: boolean;
  readonly lines: readonly CountedLine[];
  readonly total: bigint;
  readonly proof: Proof;
}

interface Group extends Pick<FeeRow, 'fee' | 'basis' | 'price'> {
  readonly fromDay: number | null;
  readonly late: LateRow | null;
  quantity: bigint;
  readonly byDay: Map<number, bigint>;
}

/**
 * Computes a customer's charges for a period at a warehouse, with what pushed bills of earlier periods lacked; with `only`,
 * those of the period alone, as if that version applied on all days.
 */
export function count(facts: Facts, period: Period, only?: PriceRow): Counted {
  const [first, last] = [dayNumber(period.from), dayNumber(period.to)];
  const late = only ? [] : facts.late;
  const earliest = Math.min(first, ...late.map(({ from }) => dayNumber(from)));
  const priceOn = only ? () => only : timeline(facts, earliest, last);
  const count = new Count(priceOn, first, last);
  for (const record of facts.records) count.add(record);
  const currency = count.currency() ?? lateCurrency(late, priceOn);
  for (const row of late) count.addLate(row, currency);
  return count.result(facts.records.length > 0);
}

/** The currency of the first late day that has a price. */
function lateCurrency(late: readonly LateRow[], priceOn: (day: number) => PriceRow | null): string | null {
  for (const { from, to } of late)
    for (let day = dayNumber(from); day <= dayNumber(to); day += 1) {
      const price = priceOn(day);
      if (price) return price.currency;
    }
  return null;
}

/** The version of each day: an assignment to the warehouse wins over one for all, and the latest date over earlier ones. */
function timeline({ assignments, prices }: Facts, first: number, last: number): (day: number) => PriceRow | null {
  const byId = new Map(prices.map((price) => [price.id, price]));
  const sorted = assignments
    .map(({ price, from, own }) => ({ price: byId.get(price) ?? null, from: dayNumber(from), own }))
    .toSorted((one, other) => Number(other.own) - Number(one.own) || other.from - one.from);
  const found = new Map<number, PriceRow | null>();
  for (let day = first; day <= last; day += 1) found.set(day, sorted.find(({ from }) => from <= day)?.price ?? null);
  return (day) => found.get(day) ?? null;
}

class Count {
  private readonly groups = new Map<string, Group>();
  private readonly used = new Map<string, { readonly price: PriceRow; day: number }>();
  private readonly unmeasured = new Set<string>();
  private readonly unpriced = new Set<number>();
  private readonly lots: ProofLot[] = [];
  private readonly works: ProofWork[] = [];
  private readonly taken: LateRow[] = [];
  private readonly otherCurrency = new Set<string>();
  private late: LateRow | null = null;
  private from: number;
  private to: number;

  constructor(
    private readonly priceOn: (day: number) => PriceRow | null,
    private readonly first: number,
    private readonly last: number,
  ) {
    [this.from, this.to] = [first, last];
  }

  /** The currency of what was added. */
  currency(): string | null {
    const [used] = [...this.used.values()].toSorted((one, other) => one.day - other.day);
    return used?.price.currency ?? null;
  }

  /** What another bill lacked, for the days of that bill; only in one currency, because nobody could divide the bill. */
  addLate(row: LateRow, currency: string | null): void {
    [this.from, this.to] = [dayNumber(row.from), dayNumber(row.to)];
    for (let day = this.from; day <= this.to; day += 1) {
      const price = this.priceOn(day);
      if (!price || price.currency === currency) continue;
      this.otherCurrency.add(row.record.recordNo);
      return;
    }
    this.late = row;
    this.taken.push(row);
    this.add(row.record);
    this.late = null;
  }

  add(record: RecordRow): void {
    const arrived = dayNumber(record.arrivedOn);
    if (arrived >= this.from && arrived <= this.to) this.work(record, arrived);
    if (record.kind === 'inbound' || record.kind === 'storage') this.store(record, arrived);
  }

  /** What is charged once, on the day of the record. */
  private work(record: RecordRow, day: number): void {
    const price = this.price(day);
    if (!price) return;
    const own = record.kind === 'inbound' && record.returned ? 'returnHandling' : record.kind;
    for (const row of price.fees) {
      if (row.fee === 'storage' || (row.fee !== own && row.fee !== 'label') || !this.isOwed(row)) continue;
      const quantity = this.measure(record, row.basis);
      if (quantity === 0n || units(row.price) === 0n) continue;
      this.group(row, null).quantity += quantity;
      this.works.push({
        ...{ record: record.id, recordNo: record.recordNo, day: isoDay(day), fee: row.fee, basis: row.basis },
        ...{ quantity: unitsText(quantity), price: row.price, lateOf: this.late?.billNo ?? null },
      });
    }
  }

  /** What is charged for each day of a stay. */
  private store(record: RecordRow, arrived: number): void {
    const left = record.leftOn === null ? null : dayNumber(record.leftOn);
    const parts = record.departures.map((part) => ({ ...part, left: dayNumber(part.leftOn) }));
    let [days, freeDays, charged] = [0, 0, 0n];
    for (let day = Math.max(arrived, this.from); day <= Math.min(left ?? this.to, this.to); day += 1) {
      const price = this.price(day);
      if (!price) continue;
      const age = ageOn(day, { arrived, left }, price);
      if (age === 0) continue;
      days += 1;
      if (age <= price.freeDays) freeDays += 1;
      const row = age <= price.freeDays ? undefined : tierOf(price, age);
      if (!row || !this.isOwed(row)) continue;
      const gone = parts.filter((part) => !isStored(day, part.left, price));
      const rest = this.measure(record, row.basis) - gone.reduce((sum, part) => sum + partOf(part, row.basis), 0n);
      if (rest <= 0n || units(row.price) === 0n) continue;
      const group = this.group(row, row.fromDay);
      group.quantity += rest;
      group.byDay.set(day, (group.byDay.get(day) ?? 0n) + rest);
      charged += rest;
    }
    if (days === 0) return;
    this.lots.push({
      ...{ record: record.id, recordNo: record.recordNo, reference: record.reference, arrivedOn: record.arrivedOn },
      ...{ leftOn: record.leftOn, days, freeDays, quantity: unitsText(charged), lateOf: this.late?.billNo ?? null },
    });
  }

  /** Of goods whose volume came late, everything else is charged already. */
  private isOwed({ basis }: FeeRow): boolean {
    return !this.late?.volume || basis === 'cbm';
  }

  private price(day: number): PriceRow | null {
    const price = this.priceOn(day);
    if (!price) this.unpriced.add(day);
    else if (!this.used.has(price.id)) this.used.set(price.id, { price, day });
    else this.used.set(price.id, { price, day: Math.min(day, this.used.get(price.id)?.day ?? day) });
    return price;
  }

  private measure(record: RecordRow, basis: Basis): bigint {
    if (basis === 'cbm' && record.cbm === null) this.unmeasured.add(record.recordNo);
    if (basis === 'piece') return units(record.pieces);
    if (basis === 'pallet') return units(record.pallets);
    if (basis === 'order') return units(record.orders);
    if (basis === 'label') return units(record.labels);
    return basis === 'cbm' ? units(record.cbm) : 0n;
  }

  /** Rows of two versions with one price are one line. */
  private group(row: FeeRow, fromDay: number | null): Group {
    const late = this.late;
    const key = `${row.fee} ${row.basis} ${fromDay} ${units(row.price)} ${late?.bill}`;
    const known = this.groups.get(key) ?? { ...row, fromDay, late, quantity: 0n, byDay: new Map<number, bigint>() };
    this.groups.set(key, known);
    return known;
  }

  result(isActive: boolean): Counted {
    const groups = [...this.groups.values()].toSorted(
      (one, other) =>
        Number(one.late !== null) - Number(other.late !== null) ||
        (one.late?.from ?? '').localeCompare(other.late?.from ?? '') ||
        fees.indexOf(one.fee) - fees.indexOf(other.fee) ||
        (one.fromDay ?? 0) - (other.fromDay ?? 0),
    );
    const lines: CountedLine[] = [];
    const days: ProofDay[] = [];
    const lateSums = new Map<LateRow['bill'], { row: LateRow; sum: bigint }>();
    let total = 0n;
    for (const group of groups) {
      const amount = toCents(group.quantity * units(group.price));
      const { late } = group;
      if (late) lateSums.set(late.bill, { row: late, sum: (lateSums.get(late.bill)?.sum ?? 0n) + amount });
      else total += amount;
      lines.push(lineOf(group, group.quantity, units(group.price), amount));
      days.push(...daysOf(group));
    }
    const least = isActive ? this.minimum() : 0n;
    if (least > total) {
      const rest = least - total;
      const own = lines.findIndex(({ lateOf }) => lateOf !== null);
      const filled = lineOf(filling, perUnit, rest * 100n, rest);
      lines.splice(own < 0 ? lines.length : own, 0, filled);
      total = least;
    }
    for (const { row, sum } of lateSums.values()) {
      total += sum;
      // The minimum of that bill holds for all of its period, so that it pays for what came late as far as it reaches.
      const paid = [cents(row.filled), sum].reduce((one, other) => (one < other ? one : other));
      if (paid <= 0n) continue;
      lines.push(lineOf({ ...filling, late: row }, perUnit, -paid * 100n, -paid));
      total -= paid;
    }
    const versions = [...this.used.values()].toSorted((one, other) => one.day - other.day);
    const currencies = new Set(versions.map(({ price }) => price.currency));
    return {
      ...{ currency: versions.at(0)?.price.currency ?? null, isMixed: currencies.size > 1, lines, total },
      proof: {
        ...{ days, lots: this.lots, works: this.works, unmeasured: [...this.unmeasured] },
        late: this.taken.map(({ record, bill, billNo }) => ({
          ...{ record: record.id, recordNo: record.recordNo, bill, billNo },
        })),
        otherCurrency: [...this.otherCurrency],
        versions: versions.map(({ price, day }) => ruleOf(price, isoDay(day))),
        unpriced: [...this.unpriced].toSorted((one, other) => one - other).map(isoDay),
      },
    };
  }

  /** The minimum of the version on the last day, in cents. */
  private minimum(): bigint {
    const price = this.priceOn(this.last) && this.price(this.last);
    const row = price?.fees.find(({ fee }) => fee === 'minimum');
    return row ? toCents(units(row.price) * 10_000n) : 0n;
  }
}

const ruleOf = ({ id, label, freeDays, countFirstDay, countLastDay }: PriceRow, from: string) => ({
  ...{ id, label, freeDays, countFirstDay, countLastDay, from },
});

const filling = { fee: 'minimum', basis: 'period', fromDay: null, late: null } as const;

const lineOf = (
  { fee, basis, fromDay, late }: Pick<Group, 'fee' | 'basis' | 'fromDay' | 'late'>,
  quantity: bigint,
  price: bigint,
  amount: bigint,
): CountedLine => ({
  ...{ fee, basis, fromDay, quantity: unitsText(quantity), price: unitsText(price), amount: centsText(amount) },
  ...{ lateOf: late?.billNo ?? null, lateFrom: late?.from ?? null, lateTo: late?.to ?? null },
});

/** A day's amount is the rounded sum up to it less that up to the day before, so that no cent is lost between days. */
function daysOf({ basis, fromDay, price, byDay }: Group): ProofDay[] {
  let [sum, before] = [0n, 0n];
  return [...byDay]
    .toSorted(([one], [other]) => one - other)
    .map(([day, quantity]) => {
      sum += quantity * units(price);
      const amount = toCents(sum) - before;
      before += amount;
      return {
        ...{ day: isoDay(day), basis, fromDay: fromDay ?? 1, quantity: unitsText(quantity) },
        ...{ price: unitsText(units(price)), amount: centsText(amount) },
      };
    });
}

/** The storage row for a day of a stay: the one that begins last. */
const tierOf = ({ fees: rows }: PriceRow, age: number): FeeRow | undefined =>
  rows
    .filter(({ fee, fromDay }) => fee === 'storage' && fromDay <= age)
    .reduce<FeeRow | undefined>((best, row) => (best && best.fromDay > row.fromDay ? best : row), undefined);

const partOf = (part: RecordRow['departures'][number], basis: Basis): bigint => {
  if (basis === 'piece') return units(part.pieces);
  if (basis === 'pallet') return units(part.pallets);
  return basis === 'cbm' ? units(part.volume) : 0n;
};
