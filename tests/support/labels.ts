import { imageLabel, pdfLabel } from '../domain/labels/labels.ts';
import type { World } from './world.ts';

export interface MadeLabel {
  readonly id: string;
  readonly file: string;
  readonly trackingNo: string;
}

const bytesOf = (format: string, trackingNo: string, at: number): Promise<Buffer> | Buffer => {
  if (format === 'pdf') return pdfLabel(trackingNo);
  if (format === 'png' || format === 'gif') return imageLabel(at, format);
  return Buffer.from(format === 'zpl' ? `^XA^FD${trackingNo}^XZ` : `N\nA0,0,0,1,1,1,N,"${trackingNo}"\nP1\n`);
};

/** Packages of a sample order of the north, each with a label as a carrier makes it; pictures have bars that count on from `bars`. */
export async function addLabels(
  world: World,
  {
    count = 1,
    format = 'pdf',
    order = 'ordered',
    account = 'ups-main',
    shipDate = '2025-06-02',
    bars = 1,
  }: { count?: number; format?: string; order?: string; account?: string; shipDate?: string; bars?: number } = {},
): Promise<MadeLabel[]> {
  const { tenant, samples } = world.homes.north;
  const { services } = world.test.node.context;
  if (!services) throw new Error('no house');
  const of = samples.get(`order/${order}`);
  const { rows } = await world.owner.query<{ customer: string; org: string | null; orderNo: string }>(
    'SELECT customer::text, org_id::text AS org, "orderNo" FROM "order" WHERE tenant_id = $1 AND id = $2',
    [tenant, of],
  );
  const [row] = rows;
  if (!row) throw new Error(`no order ${order}`);
  const shipment = services.newId();
  await world.owner.query(
    `INSERT INTO shipment (tenant_id, id, org_id, "createdBy", "updatedBy", "leadTracking", "order", customer, "carrierCode", account, key, status)
     VALUES ($1, $2::bigint, $3, 0, 0, 'L' || $2, $4, $5, 'UPS', $6, 'test-' || $2, 'active')`,
    [tenant, shipment, row.org, of, row.customer, samples.get(`express-account/${account}`)],
  );
  const made: MadeLabel[] = [];
  for (let at = 1; at <= count; at++) {
    const id = services.newId();
    const trackingNo = `T${id}`;
    const content = await bytesOf(format, trackingNo, bars + at - 1);
    const file = await services.files.keep({
      tenant,
      customer: row.customer,
      name: `${trackingNo}.${format}`,
      content,
    });
    await world.owner.query(
      `INSERT INTO package (tenant_id, id, org_id, "createdBy", "updatedBy", "trackingNo", "order", customer, shipment, seq, "carrierCode",
         account, "shipDate", "unitType", weight, "labelFile", "labelFormat", "labelSize", dpi, "printCount", status)
       VALUES ($1, $2, $3, 0, 0, $4, $5, $6, $7, $8, 'UPS', $9, $10, '0', 2.5, $11, $12, '4x6', 203, 0, 'labelled')`,
      [
        ...[tenant, id, row.org, trackingNo, of, row.customer, shipment, at],
        ...[samples.get(`express-account/${account}`), shipDate, file, format],
      ],
    );
    made.push({ id, file, trackingNo });
  }
  return made;
}
