import { defineDownload, issue } from '../../modules/module.ts';
import { loadAccount } from '../carriers/accounts.ts';
import type { Carriers } from '../carriers/carriers.ts';

const mediaTypes: Readonly<Record<string, string>> = {
  ...{ pdf: 'application/pdf', png: 'image/png', gif: 'image/gif' },
};

const keptSql = `SELECT file::text AS file, format FROM tracking.proof WHERE tenant_id = $1 AND package = $2`;

/** The carrier's proof of delivery, fetched once and stored, because carriers delete them. */
export const proofOfDelivery = (carriers: Carriers) =>
  defineDownload({
    path: 'Tracking/proof',
    body: {
      type: 'object',
      required: ['package'],
      properties: { package: { type: 'string', pattern: '^[0-9]{1,19}$' } },
      examples: [{ package: '7001' }],
    },
    needs: { entity: 'package', code: 'read' },
    perMinute: 30,
    async run(call) {
      const { services, tenant } = call;
      const [row] = await call.list('package', { id: String(call.body['package']) }, 1);
      if (!row) return call.refuse(issue('reference.missing', 'package'));
      const id = String(row['id']);
      const answer = (content: Buffer, format: string) => ({
        ...{ name: `POD-${String(row['trackingNo'])}.${format}`, content },
        mediaType: mediaTypes[format] ?? 'application/octet-stream',
      });
      const [kept] = await services.query(keptSql, [tenant, id]);
      if (kept) return answer(await services.files.read(tenant, String(kept['file'])), String(kept['format']));
      if (row['trackingStatus'] !== 'delivered') return call.refuse(issue('tracking.notDelivered', 'package'));
      // The account is nothing that its customer is shown.
      const [of] = await call.read(
        `SELECT account::text AS account, customer::text AS customer FROM package WHERE id = $1`,
        [id],
      );
      const account = of?.['account'] ? await loadAccount(services, tenant, String(of['account'])) : null;
      if (!account) return call.refuse(issue('tracking.noProof', 'package'));
      const result = await carriers.of(account.carrier).proofOfDelivery(account, String(row['trackingNo']));
      if (!result.ok) {
        const isOver = result.kind === 'refused' || result.kind === 'unsupported';
        return call.refuse(issue(isOver ? 'tracking.noProof' : 'tracking.noAnswer', 'package'));
      }
      const { format, bytes } = result.value;
      const name = `POD-${String(row['trackingNo'])}.${format}`;
      const file = await services.files.keep({ tenant, customer: String(of?.['customer']), name, content: bytes });
      await services.query(
        `INSERT INTO tracking.proof (tenant_id, package, file, format) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
        [tenant, id, file, format],
      );
      return answer(bytes, format);
    },
  });
