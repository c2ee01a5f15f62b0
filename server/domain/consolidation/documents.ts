import { defineDownload, issue, type Book, type JsonSchema } from '../../modules/module.ts';
import { billOf } from './commands.ts';
import { boxLabels } from './box-labels.ts';
import { decimalOf, scaled } from './charges.ts';

const id: JsonSchema = { type: 'string', pattern: '^[0-9]{1,18}$' };
const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

const goodsSql = `SELECT b."boxNo", b."weightKg"::double precision AS kg, c.name AS customer, g."hsCode", g."descriptionEn", g."descriptionZh",
    g.material, g.origin, g.quantity::integer, g.unit, g."unitPrice"::double precision AS price, g.amount::text, g.currency
  FROM main_bill_box b JOIN goods_declare g ON g.tenant_id = b.tenant_id AND g.box = b.id
  LEFT JOIN customer c ON c.tenant_id = b.tenant_id AND c.id = b.customer
 WHERE b.tenant_id = $1 AND b."mainBill" = $2 ORDER BY b."boxNo", g.id`;

const columns: readonly (readonly [name: string, share: number, number?: boolean])[] = [
  ...([
    ['boxNo', 14],
    ['hsCode', 11],
    ['descriptionEn', 22],
    ['descriptionZh', 18],
  ] as const),
  ...([
    ['material', 12],
    ['origin', 6],
    ['quantity', 8, true],
    ['unit', 7],
  ] as const),
  ...([
    ['price', 9, true],
    ['amount', 10, true],
    ['currency', 7],
  ] as const),
];

/** What customs are shown of a main bill: all goods of all boxes, described in both languages, with sums. */
const customsList = defineDownload({
  path: 'MainBill/customs',
  body: {
    type: 'object',
    required: ['mainBill', 'format'],
    properties: { mainBill: id, format: { type: 'string', enum: ['xlsx', 'pdf'] } },
    examples: [{ mainBill: '7001', format: 'xlsx' }],
  },
  needs: { entity: 'main-bill', code: 'export' },
  perMinute: 30,
  async run(call) {
    const { say } = call;
    const { bill, boxes } = await billOf(call);
    const goods = await call.read(goodsSql, [call.tenant, bill['id']]);
    const sums = new Map<string, bigint>();
    for (const { amount, currency } of goods)
      sums.set(String(currency), (sums.get(String(currency)) ?? 0n) + scaled(String(amount), 2));
    const totals = [...sums].map(([currency, cents]) => `${decimalOf(cents)} ${currency}`);
    const book: Book = {
      title: say('consolidation.customs.title', { number: bill['number'] }),
      facts: [
        [say('consolidation.customs.shipper'), call.tenantName],
        [say('consolidation.customs.carrier'), [bill['carrier'], bill['vessel']].map(text).filter(Boolean).join(' · ')],
        [say('consolidation.customs.way'), `${text(bill['origin'])} – ${text(bill['destination'])}`],
        [say('consolidation.customs.departs'), text(bill['departsOn']) || '–'],
        [say('consolidation.customs.boxes'), String(boxes.length)],
        [say('consolidation.customs.weight'), `${text(bill['weight'])} kg`],
        [say('consolidation.customs.total'), totals.join(', ') || '–'],
      ],
      tables: [
        {
          title: say('consolidation.customs.goods'),
          note: '',
          columns: columns.map(([name, share, number]) => ({
            header: say(`consolidation.column.${name}`),
            share,
            ...(number ? { number } : {}),
          })),
          lines: goods.map((row) =>
            columns.map(([name, , number]) =>
              name === 'unit'
                ? say(`consolidation.unit.${text(row[name])}`)
                : number
                  ? Number(row[name])
                  : text(row[name]),
            ),
          ),
        },
      ],
    };
    const file = await call.file(book, call.body['format'] === 'pdf' ? 'pdf' : 'xlsx');
    return { name: file.name, mediaType: file.mediaType, content: Buffer.from(file.content, 'base64') };
  },
});

/** Maximum labels per file; more than a container holds. */
const most = 5_000;

/** Each box with its place among all of the main bill. $1 tenant, $2 main bill, $3 boxes or null for all. */
const labelsSql = `SELECT x.* FROM (
    SELECT b.id, b."boxNo", coalesce(c.code, '') AS customer, coalesce(b."weightKg"::text, '') AS kg,
        row_number() OVER (ORDER BY b."boxNo")::integer AS at, count(*) OVER ()::integer AS "of"
      FROM main_bill_box b LEFT JOIN customer c ON c.tenant_id = b.tenant_id AND c.id = b.customer
     WHERE b.tenant_id = $1 AND b."mainBill" = $2) x
 WHERE $3::bigint[] IS NULL OR x.id = ANY ($3::bigint[]) ORDER BY x.at LIMIT ${most + 1}`;

/** A label for each box, or for some: its number as a bar code, its place in the main bill, whose it is. */
const labels = defineDownload({
  path: 'MainBill/labels',
  body: {
    type: 'object',
    required: ['mainBill'],
    properties: { mainBill: id, boxes: { type: 'array', items: id, maxItems: most } },
    examples: [{ mainBill: '7001' }],
  },
  needs: { entity: 'main-bill', code: 'read' },
  perMinute: 30,
  async run(call) {
    const { bill } = await billOf(call);
    const rows = await call.read(labelsSql, [call.tenant, bill['id'], call.body['boxes'] ?? null]);
    if (rows.length > most) return call.refuse(issue('consolidation.tooManyLabels', 'boxes', { max: most }));
    const content = await boxLabels(
      rows.map((row) => ({
        ...{ boxNo: text(row['boxNo']), mainBill: text(bill['number']), place: `${row['at']} / ${row['of']}` },
        lines: [
          `${text(bill['origin'])} – ${text(bill['destination'])}`,
          [text(bill['carrier']), text(bill['vessel'])].filter(Boolean).join(' · '),
          [text(row['customer']), text(row['kg']) && `${text(row['kg'])} kg`].filter(Boolean).join(' · '),
        ],
      })),
    );
    return { name: `${text(bill['number'])}-labels.pdf`, mediaType: 'application/pdf', content };
  },
});

export const consolidationDownloads = [customsList, labels];
