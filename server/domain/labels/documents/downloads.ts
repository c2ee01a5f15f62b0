import { defineDownload, issue, type Book, type CommandCall, type Download } from '../../../modules/module.ts';
import { packagesSql } from '../manifest/manifest-sql.ts';
import { commercialInvoice, manifestBook, packingList, pickList, type ManifestPackage } from './books.ts';
import { documentOrdersSql, type DocumentOrder } from './order-sql.ts';

const most = 500;
const id = { type: 'string', pattern: '^[0-9]{1,18}$' };

async function pdf(call: CommandCall, book: Book) {
  const { name, mediaType, content } = await call.file(book, 'pdf');
  return { name, mediaType, content: Buffer.from(content, 'base64') };
}

/** The requested orders that the person may read, in the given order. Refuses if there is none. */
async function ordersOf(call: CommandCall): Promise<readonly DocumentOrder[]> {
  const { ids = [], id: one } = call.body as { ids?: readonly string[]; id?: string };
  const asked = one === undefined ? ids : [one];
  const readable = (await call.list('order', { 'id.in': asked.join(',') }, most)).map((row) => String(row['id']));
  if (readable.length === 0) call.refuse(issue('reference.missing', one === undefined ? 'ids' : 'id'));
  const rows = await call.read<DocumentOrder>(documentOrdersSql, [readable]);
  const places = new Map(asked.map((each, at) => [each, at]));
  return rows.toSorted((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0));
}

const ofOne = (path: string, make: (call: CommandCall, order: DocumentOrder) => Book): Download =>
  defineDownload({
    path,
    body: { type: 'object', required: ['id'], properties: { id }, examples: [{ id: '5001' }] },
    needs: { entity: 'order', code: 'read' },
    perMinute: 60,
    async run(call) {
      const [order] = await ordersOf(call);
      return pdf(call, make(call, order as DocumentOrder));
    },
  });

export const orderDocuments: readonly Download[] = [
  ofOne('Order/packingList', (call, order) => packingList(order, call.say)),
  ofOne('Order/commercialInvoice', (call, order) => {
    if (order.items.length === 0) call.refuse(issue('labels.noGoods', 'items', { order: order.orderNo }));
    return commercialInvoice(order, call.say);
  }),
  defineDownload({
    path: 'Order/pickList',
    body: {
      type: 'object',
      required: ['ids'],
      properties: { ids: { type: 'array', minItems: 1, maxItems: most, items: id } },
      examples: [{ ids: ['5001', '5002'] }],
    },
    needs: { entity: 'order', code: 'read' },
    perMinute: 30,
    run: async (call) => pdf(call, pickList(await ordersOf(call), call.say)),
  }),
  defineDownload({
    path: 'Manifest/document',
    body: { type: 'object', required: ['id'], properties: { id }, examples: [{ id: '9001' }] },
    needs: { entity: 'manifest', code: 'read' },
    perMinute: 60,
    async run(call) {
      const [row] = await call.list('manifest', { id: String(call.body['id']) }, 1);
      if (!row) return call.refuse(issue('reference.missing', 'id'));
      if (row['status'] !== 'closed') return call.refuse(issue('labels.manifestOpen', 'id'));
      const packages = await call.read<ManifestPackage>(packagesSql, [call.tenant, row['id']]);
      const manifest = { ...row, account: row['$account'] ?? row['account'] };
      return pdf(call, manifestBook(manifest, packages, call.say));
    },
  }),
];
