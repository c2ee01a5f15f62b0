import type { CommandCall } from '../../../modules/module.ts';
import type { SheetPicture } from '../workbook/picture.ts';
import { workbook, type Cell, type Row, type Sheet } from '../workbook/workbook.ts';
import { movementsOf, unnamed, type Asked, type Movement, type Reading, type Summary } from './read.ts';
import { addingKinds, kinds, takingKinds, type Kind } from './statement-sql.ts';

type Words = Pick<CommandCall, 'say' | 'tenantName'>;

/** Charge categories as columns in a fixed order; a tenant's own categories are in the last one. */
export const categories = [
  ...['transport', 'fuel', 'residential', 'area', 'additionalHandling', 'largePackage', 'overMaximum', 'signature'],
  ...['declaredValue', 'addressCorrection', 'demand', 'thirdParty', 'saturday', 'pickup', 'intercept', 'returns'],
  ...['duty', 'tax', 'brokerage', 'correction', 'serviceFailure', 'distribution'],
  ...['freight', 'consolidation', 'fba', 'warehouse'],
] as const;

interface Column {
  readonly name: string;
  readonly width: number;
  readonly cell: (of: Movement) => Cell;
  /** Summed in the last row. */
  readonly sum?: (of: Movement) => bigint;
}

const day = (value: string | null): Cell => (value === null ? null : { day: value });
const number = (value: string | null): Cell => (value === null ? null : Number(value));

const when: Column = { name: 'day', width: 12, cell: (of) => day(of.day) };
const reference: Column = { name: 'reference', width: 22, cell: (of) => of.number };
const what = (say: Words['say']): Column => ({
  name: 'what',
  width: 22,
  cell: (of) => say(`receivables.move.${of.kind}`),
});
const amount: Column = { name: 'amount', width: 14, cell: (of) => of.moved, sum: (of) => of.moved };
const chargeColumns: readonly Column[] = [
  ...categories.map((category) => chargeColumn(category, (of) => of.charges.get(category) ?? 0n)),
  chargeColumn('rest', (of) =>
    [...of.charges].reduce(
      (sum, [category, each]) => (category === unnamed || !isCategory(category) ? sum + each : sum),
      0n,
    ),
  ),
];

function chargeColumn(name: string, of: (movement: Movement) => bigint): Column {
  return { name: `charge.${name}`, width: 13, cell: (movement) => of(movement) || null, sum: of };
}

const isCategory = (name: string): boolean => (categories as readonly string[]).includes(name);

const shipped: readonly Column[] = [
  { name: 'trackingNo', width: 22, cell: (of) => of.trackingNo },
  { name: 'shipDate', width: 12, cell: (of) => day(of.shipDate) },
  { name: 'zone', width: 8, cell: (of) => of.zone },
  { name: 'weight', width: 10, cell: (of) => number(of.weight) },
  { name: 'fuelBase', width: 12, cell: (of) => number(of.fuelBase) },
  { name: 'fuelPercent', width: 10, cell: (of) => number(of.fuelPercent) },
];
const paid: readonly Column[] = [
  { name: 'paid', width: 14, cell: (of) => number(of.paid) },
  { name: 'paidCurrency', width: 10, cell: (of) => of.paidCurrency },
  { name: 'rate', width: 10, cell: (of) => number(of.rate) },
];
const noted: Column = { name: 'text', width: 40, cell: (of) => of.text };

function columnsOf(kind: Kind, { say }: Words): readonly Column[] {
  if (kind === 'shipping' || kind === 'laterCharges' || kind === 'refunds')
    return [when, reference, what(say), ...shipped, ...chargeColumns, amount];
  if (kind === 'recharges') return [when, reference, what(say), ...paid, { ...amount, name: 'credit' }];
  return [when, reference, what(say), noted, amount];
}

/** The workbook of a statement: a summary, and for each balance a sheet of each kind. It is read while it is sent. */
export function statementBook(
  call: Reading & Words,
  { asked, customer, summaries }: { asked: Asked; customer: string; summaries: readonly Summary[] },
  logo: Omit<SheetPicture, 'alt' | 'column'> | null,
) {
  const sheets = summaries.flatMap((summary) =>
    kinds.map((kind) => kindSheet(call, { asked, summary, kind, alone: summaries.length === 1 })),
  );
  const summary = summarySheet(call, { asked, customer, summaries });
  // Beside the figures, with a column between.
  const picture = logo && { ...logo, alt: call.tenantName, column: summary.widths.length + 1 };
  return workbook([summary, ...sheets], picture);
}

function summarySheet(
  { say, tenantName }: Words,
  { asked, customer, summaries }: { asked: Asked; customer: string; summaries: readonly Summary[] },
): Sheet {
  const line = (text: string, value: Cell, bold = false): Row => ({ cells: [text, value], bold });
  const rows = [
    line(say('receivables.statement.title'), null, true),
    line(say('receivables.statement.issuer'), tenantName),
    line(say('receivables.statement.customer'), customer),
    line(say('receivables.statement.from'), day(asked.from)),
    line(say('receivables.statement.to'), day(asked.to)),
    ...summaries.flatMap(({ account, opening, moved, closing }) => [
      line('', null),
      line(say('receivables.statement.currency'), account.currency, true),
      line(say('receivables.statement.opening'), opening),
      ...takingKinds.map((kind) => line(`− ${say(`receivables.kind.${kind}`)}`, moved[kind].amount)),
      ...addingKinds.map((kind) => line(`+ ${say(`receivables.kind.${kind}`)}`, moved[kind].amount)),
      line(say('receivables.statement.closing'), closing, true),
    ]),
  ];
  return { title: say('receivables.statement.summary'), widths: [36, 24], rows };
}

function kindSheet(
  call: Reading & Words,
  { asked, summary, kind, alone }: { asked: Asked; summary: Summary; kind: Kind; alone: boolean },
): Sheet {
  const { say } = call;
  const columns = columnsOf(kind, call);
  const title = say(`receivables.kind.${kind}`);
  const head = columns.map(({ name }) => say(`receivables.column.${name}`));
  async function* rows(): AsyncGenerator<Row> {
    yield { cells: head, bold: true };
    const sums = columns.map(() => 0n);
    for await (const movement of movementsOf(call, asked, summary.account, kind)) {
      for (const [at, { sum }] of columns.entries()) if (sum) sums[at] = (sums[at] ?? 0n) + sum(movement);
      yield { cells: columns.map(({ cell }) => cell(movement)) };
    }
    const total = sums.at(-1) ?? 0n;
    // The lines up to the cut never change: another sum is a mistake of ours, and no statement is better than a wrong one.
    if (total !== summary.moved[kind].amount) throw new Error(`the lines of ${kind} are not their sum`);
    yield {
      cells: columns.map(({ sum }, at) =>
        at === 0 ? say('receivables.statement.total') : sum ? (sums[at] ?? 0n) : null,
      ),
      bold: true,
    };
  }
  return {
    title: alone ? title : `${summary.account.currency} ${title}`,
    widths: columns.map(({ width }) => width),
    rows: rows(),
    frozen: 1,
  };
}
