import { defineDownload, issue, type Book } from '../../modules/module.ts';
import type { CountedLine, Proof } from './count.ts';

type Cell = string | number | null;
type Row = Readonly<Record<string, unknown>>;
const figure = (value: unknown): number | null => (value === null || value === undefined ? null : Number(value));
const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

const linesSql = `SELECT l.fee, l.basis, l."fromDay", l.units::text AS quantity, l.price::text, l.amount::text,
    coalesce(l.explanations ->> $3, l.explained) AS explained
  FROM "warehouse_bill__lines" l WHERE l.tenant_id = $1 AND l.parent_id = $2 ORDER BY l.seq`;

/** A warehouse bill as a file: its lines, storage day by day, the goods and the work behind it. */
export const billDocument = defineDownload({
  path: 'WarehouseBill/document',
  body: {
    type: 'object',
    required: ['bill', 'format'],
    additionalProperties: false,
    properties: {
      bill: { type: 'string', pattern: '^[0-9]{1,18}$' },
      format: { type: 'string', enum: ['xlsx', 'pdf'] },
    },
    examples: [{ bill: '5001', format: 'xlsx' }],
  },
  needs: { entity: 'warehouse-bill', code: 'export' },
  perMinute: 30,
  async run(call) {
    const { say } = call;
    const [bill] = await call.list('warehouse-bill', { id: String(call.body['bill']) }, 1);
    if (!bill) return call.refuse(issue('reference.missing', 'bill'));
    const [customer] = await call.list('customer', { id: String(bill['customer']) }, 1);
    const [warehouse] = await call.list('warehouse', { id: String(bill['warehouse']) }, 1);
    const proof = bill['proof'] as Proof | null;
    const fee = (name: unknown): string => say(`warehouse.fee.${text(name)}`);
    const basis = (name: unknown): string => say(`warehouse.basis.${text(name)}`);
    const rows = await call.read<CountedLine & Row>(linesSql, [call.tenant, bill['id'], call.culture]);
    const lines = rows.map((line): Cell[] => [
      ...[fee(line.fee), basis(line.basis), figure(line.fromDay), figure(line.quantity), figure(line.price)],
      ...[figure(line.amount), text(line['explained'])],
    ]);
    const days = (proof?.days ?? []).map((day): Cell[] => [
      ...[day.day, basis(day.basis), day.fromDay, figure(day.quantity), figure(day.price), figure(day.amount)],
    ]);
    const lots = (proof?.lots ?? []).map((lot): Cell[] => [
      ...[lot.recordNo, text(lot.reference), lot.arrivedOn, text(lot.leftOn), lot.days, lot.freeDays],
      figure(lot.quantity),
    ]);
    const works = (proof?.works ?? []).map((work): Cell[] => [
      ...[work.recordNo, work.day, fee(work.fee), basis(work.basis), figure(work.quantity), figure(work.price)],
    ]);
    const table = (name: Table, rows: Cell[][]): Book['tables'][number] => ({
      title: say(`warehouse.table.${name}`),
      note: name === 'days' && proof ? [say('warehouse.rounding'), ...rulesOf(say, proof)].join(' ') : '',
      columns: columns[name].map(([column, share, number]) => ({
        header: say(`warehouse.column.${column}`),
        share,
        ...(number ? { number } : {}),
      })),
      lines: rows,
    });
    const book: Book = {
      title: say('warehouse.document', { number: text(bill['billNo']) }),
      facts: [
        [say('warehouse.issuer'), call.tenantName],
        [say('warehouse.customer'), text(customer?.['name'])],
        [say('warehouse.warehouse'), [warehouse?.['code'], warehouse?.['name']].filter(Boolean).join(' ')],
        [say('warehouse.periodOf'), `${text(bill['periodFrom'])} – ${text(bill['periodTo'])}`],
        [say('warehouse.total'), `${Number(bill['total'] ?? 0).toFixed(2)} ${text(bill['currency'])}`],
      ],
      tables: [
        table('lines', lines),
        ...(proof ? [table('days', days), table('lots', lots), table('works', works)] : []),
      ],
    };
    const file = await call.file(book, call.body['format'] === 'pdf' ? 'pdf' : 'xlsx');
    return { name: file.name, mediaType: file.mediaType, content: Buffer.from(file.content, 'base64') };
  },
});

/** How each version counted days, as text. */
const rulesOf = (say: (key: string, params?: Row) => string, { versions }: Proof): string[] =>
  versions.map(({ label, from, freeDays, countFirstDay, countLastDay }) =>
    say('warehouse.rule', {
      ...{ label, from, freeDays },
      first: say(countFirstDay ? 'warehouse.yes' : 'warehouse.no'),
      last: say(countLastDay ? 'warehouse.yes' : 'warehouse.no'),
    }),
  );

type Column = readonly [name: string, share: number, isNumber?: boolean];
type Table = 'lines' | 'days' | 'lots' | 'works';

const columns: Readonly<Record<Table, readonly Column[]>> = {
  lines: [
    ['fee', 14],
    ['basis', 10],
    ['fromDay', 10, true],
    ['quantity', 12, true],
    ['price', 10, true],
    ['amount', 12, true],
    ['explained', 32],
  ],
  days: [
    ['day', 16],
    ['basis', 14],
    ['fromDay', 14, true],
    ['quantity', 18, true],
    ['price', 18, true],
    ['amount', 20, true],
  ],
  lots: [
    ['recordNo', 18],
    ['reference', 22],
    ['arrivedOn', 14],
    ['leftOn', 14],
    ['days', 10, true],
    ['freeDays', 10, true],
    ['unitDays', 12, true],
  ],
  works: [
    ['recordNo', 20],
    ['day', 16],
    ['fee', 20],
    ['basis', 14],
    ['quantity', 15, true],
    ['price', 15, true],
  ],
};
