import { defineEffect, type EffectCall } from '../../../modules/module.ts';
import { moved, shortened, type Finding } from './findings/finding.ts';
import { placeFindings } from './findings/place-findings.ts';
import { costFindings, rateFindings } from './findings/rate-findings.ts';
import { surchargeFindings } from './findings/surcharge-findings.ts';
import { readRateSheet, type RateSheet } from './rate-sheet.ts';
import { codesOf, type Read } from './read.ts';
import { readSurcharge } from './surcharge.ts';
import { tableOf } from './versions.ts';
import { readAreaList, readZoneChart } from './zone-chart.ts';

type Plain = Readonly<Record<string, unknown>>;

/** What a person should look at before a version counts. Kept on the record; nothing is refused for it. */
export const checkVersion = defineEffect('rating.check', async (call) => {
  const find = finders[call.entity];
  if (!find) throw new Error(`no check for ${call.entity}`);
  const [before, takesOver] = await Promise.all([versionBefore(call), activeBefore(call)]);
  const { findings, costs } = await find(call, before);
  return {
    patch: {
      findings: linesOf(shortened([...findings, ...takesOver])),
      ...(costs ? { costFindings: linesOf(costs) } : {}),
    },
  };
});

interface Found {
  readonly findings: readonly Finding[];
  readonly costs?: readonly Finding[];
}

const finders: Readonly<Record<string, (call: EffectCall, before: Plain | null) => Promise<Found>>> = {
  'rate-table': checkRates,
  'fixed-rate': checkFixed,
  'surcharge-rule': checkSurcharge,
  'zone-chart': async ({ record }, before) => ({
    findings: placeFindings(
      valueOf(readZoneChart(record['zones'])).zones,
      before && valueOf(readZoneChart(before['zones'])).zones,
    ),
  }),
  'area-list': async ({ record }, before) => ({
    findings: placeFindings(valueOf(readAreaList(record['tiers'])), before && valueOf(readAreaList(before['tiers']))),
  }),
};

/** The values of a record were validated when it was written. */
function valueOf<T>(read: Read<T>): T {
  if (!read.ok) throw new Error(read.issues.map(({ code, path }) => `${code} at ${path}`).join(', '));
  return read.value;
}

const linesOf = (findings: readonly Finding[]) =>
  findings.map(({ place, before, after, percent, ...rest }) => ({
    ...rest,
    ...{ place: place ?? null, before: before ?? null, after: after ?? null, percent: percent ?? null },
  }));

async function versionBefore({ entity, record, transaction }: EffectCall): Promise<Plain | null> {
  if (!record['previous']) return null;
  const [row] = await transaction.query(`SELECT * FROM ${tableOf(entity)} WHERE id = $1`, [record['previous']]);
  return row ?? null;
}

async function activeBefore({ entity, record, transaction }: EffectCall): Promise<Finding[]> {
  const rows = await transaction.query(
    `SELECT "versionNo" AS version, "from"::text FROM ${tableOf(entity)}
      WHERE code = $1 AND status = 'active' AND id <> $2 AND ("to" IS NULL OR "to" >= $3::date)`,
    [record['code'], record['id'], record['from']],
  );
  return rows.map((row) => ({
    ...{ severity: 'info', finding: 'takesOver' },
    place: `${String(row['version'])} · ${String(row['from'])}`,
  }));
}

async function checkRates(call: EffectCall, before: Plain | null): Promise<Found> {
  const { record } = call;
  const unit = unitOf(record);
  const sheet = valueOf(readRateSheet(record['sheet']));
  const service = await serviceOf(call);
  const chart = service && (await zonesOf(call, service.carrier, [service.group]));
  const old = before && before['unitType'] === record['unitType'] ? readRateSheet(before['sheet']) : null;
  const findings = rateFindings({
    ...{ sheet, unit, chart, deficit: record['deficit'] === true },
    before: old?.ok ? old.value : null,
  });
  const costs = record['side'] === 'sale' ? costFindings(sheet, await costSheet(call), unit) : [];
  return { findings, costs };
}

const unitOf = ({ unitType }: Plain): string => (unitType === '1' ? 'kg' : 'lb');

async function costSheet({ record, transaction }: EffectCall): Promise<RateSheet | null> {
  const [row] = await transaction.query(
    `SELECT sheet FROM rate_table
      WHERE side = 'cost' AND status = 'active' AND service = $1 AND currency = $2 AND "unitType" = $3
        AND multiweight = $4 AND "from" <= $5::date AND ("to" IS NULL OR "to" >= $5::date)
      ORDER BY "from" DESC LIMIT 1`,
    [record['service'], record['currency'], record['unitType'], record['multiweight'] ?? false, record['from']],
  );
  const read = row ? readRateSheet(row['sheet']) : null;
  return read?.ok ? read.value : null;
}

async function checkFixed({ record, transaction }: EffectCall, before: Plain | null): Promise<Found> {
  const cents = (amount: unknown) => Math.round(Number(amount) * 100);
  const now = cents(record['amount']);
  const was = before && cents(before['amount']);
  const findings: Finding[] =
    was === null
      ? [{ severity: 'info', finding: 'nothingBefore' }]
      : [
          {
            severity: 'info',
            ...(was === now ? { finding: 'unchanged' } : { finding: 'changed', ...moved(was, now) }),
          },
        ];
  if (record['side'] !== 'sale') return { findings, costs: [] };
  const [row] = await transaction.query(
    `SELECT amount FROM fixed_rate
      WHERE side = 'cost' AND status = 'active' AND service = $1 AND currency = $2 AND "unitType" = $3 AND "maxWeight" >= $4
        AND "from" <= $5::date AND ("to" IS NULL OR "to" >= $5::date)
      ORDER BY "maxWeight", "from" DESC LIMIT 1`,
    [record['service'], record['currency'], record['unitType'], record['maxWeight'], record['from']],
  );
  if (!row) return { findings, costs: [{ severity: 'info', finding: 'noCost' }] };
  const cost = cents(row['amount']);
  return { findings, costs: now < cost ? [{ severity: 'warning', finding: 'belowCost', ...moved(cost, now) }] : [] };
}

async function checkSurcharge(call: EffectCall, before: Plain | null): Promise<Found> {
  const { record, transaction } = call;
  const chart = await zonesOf(call, String(record['carrier']), codesOf(record['serviceGroups']));
  const rows = await transaction.query(
    `SELECT code, "exclusiveGroup" AS "group", priority FROM surcharge_rule
      WHERE carrier = $1 AND side = $2 AND level IS NOT DISTINCT FROM $3 AND status = 'active' AND code <> $4
        AND ("to" IS NULL OR "to" >= $5::date) AND ($6::date IS NULL OR "from" <= $6::date)`,
    [record['carrier'], record['side'], record['level'] ?? null, record['code'], record['from'], record['to'] ?? null],
  );
  const beside = rows.map((row) => ({
    code: String(row['code']),
    group: row['group'] === null ? null : String(row['group']),
    priority: Number(row['priority']),
  }));
  const old = before && readSurcharge(before);
  const terms = valueOf(readSurcharge(record));
  return { findings: surchargeFindings({ terms, chart, beside, before: old?.ok ? old.value : null }) };
}

async function serviceOf({ record, transaction }: EffectCall): Promise<{ carrier: string; group: string } | null> {
  const [row] = await transaction.query(
    `SELECT s."serviceGroup" AS "group", c.carrier::text FROM channel_service s JOIN channel c ON c.id = s.channel WHERE s.id = $1`,
    [record['service']],
  );
  return row ? { carrier: String(row['carrier']), group: String(row['group']) } : null;
}

/** Every zone that the carrier's charts know on the first day; no groups: all of its charts. Null where there is no chart. */
async function zonesOf(
  { record, transaction }: EffectCall,
  carrier: string,
  groups: readonly string[],
): Promise<ReadonlySet<string> | null> {
  const rows = await transaction.query(
    `SELECT zones FROM zone_chart
      WHERE carrier = $1 AND status = 'active' AND "from" <= $2::date AND ("to" IS NULL OR "to" >= $2::date)
        AND (cardinality($3::text[]) = 0 OR "serviceGroup" = ANY ($3::text[]))`,
    [carrier, record['from'], groups],
  );
  if (rows.length === 0) return null;
  const charts = rows.map((row) => row['zones'] as { unserved?: string; zones?: Plain });
  return new Set(
    charts.flatMap(({ unserved = '-', zones = {} }) => Object.keys(zones).filter((zone) => zone !== unserved)),
  );
}
