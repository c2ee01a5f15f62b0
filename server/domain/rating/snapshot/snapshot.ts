import { readRateSheet } from '../data/rate-sheet.ts';
import type { Read } from '../data/read.ts';
import { readSurcharge } from '../data/surcharge.ts';
import { readAreaList, readZoneChart } from '../data/zone-chart.ts';
import { countsOn, outside, type Dated } from '../kernel/dated.ts';
import { percentScale, weightScale } from '../kernel/exact.ts';
import type { FuelConcession } from '../kernel/fuel.ts';
import { NoPrice, type Place } from '../kernel/parcel.ts';
import type { AreaList, ServicePrices } from '../kernel/prices.ts';
import type { SurchargeRule } from '../kernel/surcharge.ts';
import type { RateTable } from '../kernel/table.ts';
import type { ZoneChart } from '../kernel/zone.ts';
import { datesOf, figure, fixedRate, fuelWeek, limitsOf, said, unitOf, weightRules } from './compile.ts';
import type { LevelRow, PriceRows, ServiceRow, SurchargeRow, SurchargeTerm, TableRow, VersionRow } from './load-sql.ts';
import { plus, scaledRule, scaledTable, type Scale } from './scale.ts';

type Side = 'list' | 'cost' | 'sale';

/** Parsed contents of rows, reused by later snapshots because versions never change. */
export type Contents = Map<string, Content>;

export interface Content {
  raw: unknown;
  read?: unknown;
  /** Roughly, in bytes. */
  readonly size: number;
}

/**
 * The prices of one tenant in one state. What a service asks for is compiled when it is first asked, and kept. Throws
 * `NoPrice` where the data of a service is missing or broken: that service has no price then, the others have theirs.
 */
export class Snapshot {
  readonly services: ReadonlyMap<string, ServiceRow>;
  private readonly levels: ReadonlyMap<string, LevelRow>;
  private readonly dates: ReadonlyMap<unknown, { from: string; to: string | null }>;
  private readonly compiled = new Map<string, ServicePrices | NoPrice>();
  private readonly ruleNames: ReadonlyMap<string, string>;

  constructor(
    private readonly rows: PriceRows,
    private readonly contents: Contents,
  ) {
    const { services, levels, tables, fixed, charts, areas, surcharges } = rows;
    this.services = new Map(services.map((service) => [service.id, service]));
    this.levels = new Map(levels.map((level) => [`${level.channel} ${level.level}`, level]));
    this.dates = new Map([tables, fixed, charts, areas, surcharges].flatMap((each) => [...datesOf<VersionRow>(each)]));
    this.ruleNames = new Map([...tables, ...fixed, ...surcharges].map(({ code, name }) => [code, name]));
  }

  get state(): string {
    return this.rows.state;
  }

  /** The name of a table or rule by its code. */
  nameOf(rule: string): string | undefined {
    return this.ruleNames.get(rule);
  }

  /** What a version is about, by its id. */
  versionOf(id: string): { readonly service?: string; readonly carrier?: string } | undefined {
    return [...this.rows.tables, ...this.rows.fixed, ...this.rows.surcharges].find((row) => row.id === id);
  }

  levelOf(channel: string, level: string): LevelRow | undefined {
    return this.levels.get(`${channel} ${level}`);
  }

  /** What a service costs us. */
  cost(service: ServiceRow): ServicePrices {
    return this.once(`cost ${service.id}`, () => this.pricesOf(service, 'cost'));
  }

  /** What customers of a level pay for it, before what only one of them was granted. */
  sale(service: ServiceRow, level: LevelRow): ServicePrices {
    return this.once(`sale ${service.id} ${level.level}`, () => {
      const least = level.minimumCharge === null ? {} : { least: figure(level.minimumCharge, 100) };
      const percent = figure(level.percent ?? '0', percentScale);
      const based = this.basedOn(service, level, percent);
      if (level.minimumCharge !== null && level.currency !== based.currency)
        throw new NoPrice('rating.mixedTables', '', { table: service.name });
      const surcharges = this.surchargesFor(service, level, based.currency);
      const off = level.priceBasis === 'listMinus' ? percent : 0;
      const discount = off > 0 || level.minimumCharge !== null ? { percent: off, ...least } : null;
      return { ...based, surcharges, discount };
    });
  }

  /** What a customer, or else their level, was granted on fuel of this service on a day. */
  concession(service: ServiceRow, day: string, of: { customer: string; level: string }): FuelConcession | null {
    const fits = this.rows.concessions.filter(
      ({ carrier, serviceGroup, ...dates }) =>
        carrier === service.carrier &&
        (serviceGroup === null || serviceGroup === '' || serviceGroup === service.serviceGroup) &&
        countsOn(dates, day),
    );
    const found =
      fits.find(({ customer }) => customer === of.customer) ??
      fits.find(({ customer, level }) => customer === null && level === of.level);
    if (!found) return null;
    const amount = found.off === null ? null : figure(found.off, percentScale);
    const off = amount === null ? null : found.offKind === 'points' ? { points: amount } : { percent: amount };
    return { off, ...(found.cap === null ? {} : { cap: figure(found.cap, percentScale) }) };
  }

  /** Days on the road, by the closest origin that is known; null where none is. */
  days(service: string, from: Place, zone: string, day: string): number | null {
    const [found] = this.rows.transit
      .filter(
        (row) =>
          row.service === service &&
          row.zone === zone &&
          from.postalCode.startsWith(row.origin ?? '') &&
          countsOn(row, day),
      )
      .toSorted((one, other) => (other.origin ?? '').length - (one.origin ?? '').length);
    return found?.days ?? null;
  }

  /** Compiles everything at once, for measurements. */
  compileAll(): void {
    const all = (work: () => unknown) => {
      try {
        work();
      } catch (error) {
        if (!(error instanceof NoPrice)) throw error;
      }
    };
    for (const service of this.services.values()) {
      all(() => this.cost(service));
      for (const level of this.levels.values())
        if (level.channel === service.channel) all(() => this.sale(service, level));
    }
  }

  private once(key: string, compile: () => ServicePrices): ServicePrices {
    let found = this.compiled.get(key);
    if (!found) {
      try {
        found = compile();
      } catch (error) {
        if (!(error instanceof NoPrice)) throw error;
        found = error;
      }
      this.compiled.set(key, found);
    }
    if (found instanceof NoPrice) throw found;
    return found;
  }

  /** What transport is taken from. Names of tables that tell of cost stay out of what customers read. */
  private basedOn(service: ServiceRow, { level, priceBasis }: LevelRow, percent: number): ServicePrices {
    if (priceBasis === 'listMinus') return this.pricesOf(service, 'list');
    if (priceBasis !== 'costPlus') return this.pricesOf(service, 'sale', level);
    const cost = this.pricesOf(service, 'cost');
    const scale = plus(percent);
    const named = { id: service.code, version: 1 };
    const table = (each: RateTable): RateTable => ({ ...scaledTable(each, scale), ...named });
    return {
      ...cost,
      weightRules: weightRules(service, 'sale'),
      tables: cost.tables.map(table),
      ...(cost.fixed ? { fixed: cost.fixed.map((each) => ({ ...each, ...named, amount: scale(each.amount) })) } : {}),
      ...(cost.multiweight ? { multiweight: { ...cost.multiweight, tables: cost.multiweight.tables.map(table) } } : {}),
    };
  }

  private pricesOf(service: ServiceRow, side: Side, level: string | null = null): ServicePrices {
    const { rows } = this;
    const unit = unitOf(service.unitType);
    const of = <T extends { service: string; side: Side }>(all: readonly T[]): T[] =>
      all.filter((row) => row.service === service.id && row.side === side);
    const here = this.counting(of(rows.tables), level);
    const fixedHere = this.counting(of(rows.fixed), level);
    const currency = (here[0] ?? fixedHere[0])?.row.currency;
    if (currency === undefined) throw new NoPrice('rating.noTable', '', { service: service.name });
    const strange = [...here, ...fixedHere].find(
      ({ row }) => row.currency !== currency || unitOf(row.unitType) !== unit,
    );
    if (strange) throw new NoPrice('rating.mixedTables', '', { table: strange.row.name });
    const tables = (multiweight: boolean) =>
      here
        .filter(({ row }) => (row.multiweight === true) === multiweight)
        .map(({ row, dates }) => this.table(row, dates));
    const many = service.multiweightFrom === null ? [] : tables(true);
    const fixed = fixedHere.map(({ row, dates }) => fixedRate(row, dates));
    const fuel = rows.fuel.filter(
      (row) => row.carrier === service.carrier && row.serviceGroup === service.serviceGroup,
    );
    const areas = rows.areas.filter((row) => row.carrier === service.carrier && concerns(row, service));
    return {
      ...{ currency, unit, limits: limitsOf(service), tables: tables(false) },
      weightRules: weightRules(service, side === 'cost' ? 'cost' : 'sale'),
      charts: rows.charts
        .filter((row) => row.carrier === service.carrier && row.serviceGroup === service.serviceGroup)
        .map((row): ZoneChart => {
          const { zones, unserved } = this.read(row, 'charts', (raw) => readZoneChart(raw));
          return { ...this.datesOf(row), country: row.country, origin: row.origin ?? '', zones, unserved };
        }),
      mode: service.mode === 'perShipment' ? 'perShipment' : 'perBox',
      ...said({
        fixed: fixed.length > 0 ? fixed : undefined,
        multiweight:
          many.length > 0
            ? {
                tables: many,
                from: figure(service.multiweightFrom ?? '0', weightScale),
                average: figure(service.multiweightAverage ?? '0', weightScale),
              }
            : undefined,
      }),
      areas: areas.map((row): AreaList => ({
        ...this.datesOf(row),
        tiers: this.read(row, 'areas', (raw) => readAreaList(raw)),
        ...(row.recipients === 'residential' || row.recipients === 'commercial' ? { recipients: row.recipients } : {}),
      })),
      surcharges: this.surcharges(service, side, level, currency),
      fuel: service.fuelIncluded === true ? null : fuel.map(fuelWeek),
      ...{ concession: null, discount: null },
      directFrom: service.directSignatureFrom === null ? null : figure(service.directSignatureFrom, 100),
    };
  }

  /** What counts for a level and when: its own, and everybody's on the days on which it has none of its own. */
  private counting<T extends { level: string | null; currency: string }>(
    all: readonly T[],
    level: string | null,
  ): { readonly row: T; readonly dates: Dated }[] {
    const own = level === null ? [] : all.filter((row) => row.level === level);
    const taken = own.map((row) => this.datesOf(row));
    const shared = all.filter(
      (row) => row.level === null && (own[0] === undefined || row.currency === own[0].currency),
    );
    return [
      ...own.map((row) => ({ row, dates: this.datesOf(row) })),
      ...shared.flatMap((row) => outside(this.datesOf(row), taken).map((dates) => ({ row, dates }))),
    ];
  }

  private table(row: TableRow, dates: Dated): RateTable {
    const { rows, above, packaging } = this.read(row, 'tables', (raw) => readRateSheet(raw));
    return {
      ...dates,
      ...{ id: row.code, version: row.version, rows },
      ...(above ? { above } : {}),
      ...(packaging ? { packaging } : {}),
      ...(row.deficit === true ? { deficit: true } : {}),
    };
  }

  /** What a level pays beside transport: by the terms of the level, and of single charge categories in their place. */
  private surchargesFor(service: ServiceRow, level: LevelRow, currency: string): SurchargeRule[] {
    const single = level.surchargeTerms ?? [];
    const all = { basis: level.surchargeBasis, percent: level.surchargePercent };
    const by = (term: Omit<SurchargeTerm, 'category'>) => this.surchargesBy(service, level.level, term, currency);
    return [
      ...by(all).filter(({ category }) => single.every((term) => term.category !== category)),
      ...single.flatMap((term) => by(term).filter(({ category }) => category === term.category)),
    ];
  }

  private surchargesBy(
    service: ServiceRow,
    level: string,
    { basis, percent: said }: Omit<SurchargeTerm, 'category'>,
    currency: string,
  ): SurchargeRule[] {
    const percent = figure(said ?? '0', percentScale);
    const hidden = (rule: SurchargeRule): SurchargeRule => ({ ...rule, id: rule.category, version: 1 });
    const from = (side: Side, scale: Scale | null) =>
      this.surcharges(service, side, null, currency).map((rule) => (scale ? scaledRule(rule, scale) : rule));
    switch (basis) {
      case 'list':
        return from('list', percent > 0 ? plus(-percent) : null);
      case 'atCost':
        return from('cost', null).map(hidden);
      case 'costFactor':
        return from('cost', plus(percent)).map(hidden);
      default:
        return this.surcharges(service, 'sale', level, currency);
    }
  }

  /** A level has its own version of a rule, or else everybody's. Rules of another currency are another country's. */
  private surcharges(service: ServiceRow, side: Side, level: string | null, currency: string): SurchargeRule[] {
    const here = this.rows.surcharges.filter(
      (row) =>
        row.side === side && row.carrier === service.carrier && row.currency === currency && concerns(row, service),
    );
    return [...new Set(here.map(({ category }) => category))].flatMap((category) =>
      this.counting(
        here.filter((row) => row.category === category),
        level,
      ).map(({ row, dates }) => {
        const terms = this.read(row, 'surcharges', (raw) => readSurcharge(raw as SurchargeRow['terms']));
        return { ...terms, ...dates, id: row.code, version: row.version, category };
      }),
    );
  }

  private datesOf(row: object): Dated {
    const found = this.dates.get(row);
    if (!found) throw new Error('a version without its days');
    return found;
  }

  /** The parsed contents of a row. Broken data yields no price at all, so that no one is charged a part of one. */
  private read<T>(row: { stamp: string; code: string }, kind: string, reader: (raw: unknown) => Read<T>): T {
    const key = `${kind} ${row.stamp}`;
    const kept = this.contents.get(key);
    if (!kept) throw new Error('a version without its contents');
    kept.read ??= reader(kept.raw);
    kept.raw = null;
    const read = kept.read as Read<T>;
    if (!read.ok) throw new NoPrice('rating.brokenData', '', { code: row.code });
    return read.value;
  }
}

const concerns = ({ serviceGroups }: Pick<SurchargeRow, 'serviceGroups'>, { serviceGroup }: ServiceRow): boolean =>
  serviceGroups === null ||
  serviceGroups.trim() === '' ||
  serviceGroups.split(',').some((group) => group.trim() === serviceGroup);
