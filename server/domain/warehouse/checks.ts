import { defineCheck, issue, type Issue } from '../../modules/module.ts';
import { billedIssues } from './billed.ts';
import { cents, toCents, units } from './exact.ts';
import { dayNumber } from './days.ts';

type Row = Readonly<Record<string, unknown>>;
const rowsOf = (value: unknown): readonly Row[] => (Array.isArray(value) ? (value as Row[]) : []);

/** What each fee kind may be charged by. */
const bases: Readonly<Record<string, readonly string[]>> = {
  inbound: ['piece', 'pallet', 'cbm', 'order'],
  outbound: ['piece', 'pallet', 'cbm', 'order'],
  handling: ['piece', 'pallet', 'cbm', 'order'],
  returnHandling: ['piece', 'pallet', 'cbm', 'order'],
  storage: ['piece', 'pallet', 'cbm'],
  label: ['label'],
  minimum: ['period'],
};

/** Storage has one basis and starts at its first day; rows are unique. */
function checkPrice(record: Row): Issue[] {
  const rows = rowsOf(record['fees']);
  const issues: Issue[] = [];
  const seen = new Set<string>();
  let storage: Row | undefined;
  for (const [at, row] of rows.entries()) {
    const { fee, basis, fromDay } = row;
    if (!fee || !basis) continue;
    const found = (code: string, field: string): number =>
      issues.push(issue(`warehouse.${code}`, `fees[${at}].${field}`));
    if (!bases[String(fee)]?.includes(String(basis))) found('wrongBasis', 'basis');
    if (fee === 'storage') {
      storage ??= row;
      if (storage['basis'] !== basis) found('twoBases', 'basis');
    } else if (Number(fromDay ?? 1) > 1) found('noTiers', 'fromDay');
    const key = `${String(fee)} ${String(basis)} ${Number(fromDay ?? 1)}`;
    if (seen.has(key)) found('twice', 'fee');
    seen.add(key);
  }
  const isFirst = (row: Row): boolean => row['fee'] === 'storage' && Number(row['fromDay'] ?? 1) === 1;
  if (storage && !rows.some(isFirst)) issues.push(issue('warehouse.noFirstTier', 'fees'));
  return issues;
}

/** No more leaves than has come, within the days of the stay, and what is billed stays as it is. */
function checkRecord(record: Row): Issue[] {
  const parts = rowsOf(record['departures']);
  const [arrived, left] = [record['arrivedOn'], record['leftOn']];
  const issues = parts.flatMap((part, at) => {
    const day = part['leftOn'];
    if (typeof day !== 'string' || typeof arrived !== 'string') return [];
    const isLate = typeof left === 'string' && dayNumber(day) > dayNumber(left);
    if (dayNumber(day) >= dayNumber(arrived) && !isLate) return [];
    return [issue('warehouse.outsideStay', `departures[${at}].leftOn`)];
  });
  const volume = record['cbm'] ?? record['volume'];
  for (const [field, all] of [
    ['pieces', record['pieces']],
    ['pallets', record['pallets']],
    ['volume', volume],
  ] as const) {
    if (all === null || all === undefined) continue;
    const gone = parts.reduce((sum, part) => sum + units(part[field]), 0n);
    if (gone > units(all)) issues.push(issue('warehouse.tooMuchLeft', 'departures'));
  }
  return [...issues, ...billedIssues(record)];
}

/** An amount equals quantity times price. Only the minimum of a bill that lacked something gives anything back. */
function checkBill(record: Row): Issue[] {
  return rowsOf(record['lines']).flatMap((row, at) => {
    const isBack = row['fee'] === 'minimum' && Boolean(row['lateOf']);
    if (Number(row['amount'] ?? 0) < 0 && !isBack) return [issue('warehouse.negative', `lines[${at}].amount`)];
    if ([row['units'], row['price'], row['amount']].some((each) => each === null || each === undefined)) return [];
    const product = toCents(units(row['units']) * units(row['price']));
    return cents(row['amount']) === product ? [] : [issue('warehouse.wrongAmount', `lines[${at}].amount`)];
  });
}

export const warehouseChecks = [
  defineCheck('warehouse-price', checkPrice),
  defineCheck('warehouse-record', checkRecord),
  defineCheck('warehouse-bill', checkBill),
];
