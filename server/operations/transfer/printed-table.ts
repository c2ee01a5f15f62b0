import { can, Decimal, isAmount, issue, type DocumentBlockMeta, type Field } from '../../../engine/core/index.ts';
import { refused } from '../../errors.ts';
import type { PrintedBlock } from '../../files/block-pdf.ts';
import { listFirst } from '../read/list-records.ts';
import { openLines, openPrinting, type PrintDeps, type Printed, type Printing, type Row } from './printed-fields.ts';

/** Maximum records of a related list on paper, and in a mail. */
const most = { paper: 1_000, mail: 200 };

type Table = Extract<PrintedBlock, { kind: 'table' }>;

/** The rows of a sub-table, or the records of another entity that point here; null without rows or visible columns. */
export async function printedTable(
  deps: PrintDeps,
  at: Printed,
  block: DocumentBlockMeta,
  title: string,
): Promise<Table | null> {
  const found = block.entity === undefined ? await ownLines(deps, at, block) : await related(deps, at, block);
  if (!found) return null;
  const { rows, printing } = found;
  const names = (block.columns ?? []).filter((name) => printing.fields.has(name));
  if (names.length === 0 || rows.length === 0) return null;
  const summed = new Set(block.totals ?? []);
  const totals = names.map((name) => (summed.has(name) ? total(printing, name, rows) : ''));
  return {
    ...{ kind: 'table', title },
    columns: names.map((name) => {
      const field = printing.fields.get(name);
      return { header: printing.label(name), number: field !== undefined && isAmount(field) };
    }),
    lines: rows.map((row) => names.map((name) => printing.text(name, row))),
    totals: totals.some(Boolean) ? totals : null,
  };
}

interface Rows {
  readonly rows: readonly Row[];
  readonly printing: Printing;
}

async function ownLines(deps: PrintDeps, at: Printed, block: DocumentBlockMeta): Promise<Rows | null> {
  const { actor, entity, request, record, printing } = at;
  const field = actor.lensOn(entity).byName.get(block.field ?? '');
  const rows = field && record[field.name];
  if (!field || !Array.isArray(rows)) return null;
  const { culture } = request;
  const outer = (name: string) => (printing.fields.has(name) ? String(record[name] ?? '') : null);
  return {
    rows: rows as Row[],
    printing: await openLines(deps, { actor, entity, culture, field, outer }),
  };
}

async function related(deps: PrintDeps, at: Printed, block: DocumentBlockMeta): Promise<Rows | null> {
  const { actor, record, request } = at;
  const other = actor.catalog.byName.get(block.entity ?? '');
  // Without the right to the other entity, or to the field that points here, there is no list to print.
  const isOpen = other && can(actor.rightsOn(other), 'read') && actor.lensOn(other).everywhere.has(block.by ?? '');
  if (!isOpen) return null;
  const query = { [block.by ?? '']: String(record['id']), sort: 'createdAt' };
  const maxRows = most[request.document.medium ?? 'paper'];
  const rows = JSON.parse(await listFirst(deps.context, actor, other, query, { most: maxRows + 1 })) as Row[];
  // A table that stops short would print a wrong total.
  if (rows.length > maxRows) throw refused(issue('export.tooMany', '', { max: maxRows }));
  return { rows, printing: await openPrinting(deps, actor, other, request.culture) };
}

/** The exact sum of a column as its field is written; '' where the rows have different currencies or units. */
function total(printing: Printing, name: string, rows: readonly Row[]): string {
  const field: Field | undefined = printing.fields.get(name);
  if (!field || !isAmount(field)) return '';
  const filled = rows.filter((row) => row[name] !== null && row[name] !== undefined);
  const units = new Set(filled.map((row) => printing.unit(name, row)));
  const [unit] = units;
  if (units.size !== 1 || unit === null) return '';
  const values = filled.map((row) => Decimal.parse(row[name] as string | number));
  const sum = values.reduce<Decimal>((so, each) => (each ? so.add(each) : so), Decimal.zero);
  const text = printing.text(name, { [name]: Number(sum.toString()) });
  return [field.meta.currency && unit, text].filter(Boolean).join(' ');
}
