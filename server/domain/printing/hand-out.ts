import { createHash } from 'node:crypto';
import { issue, type DeviceCall } from '../../modules/module.ts';
import { takeSql } from '../labels/printing/print-sql.ts';
import type { LabelSize } from '../labels/pages/sizes.ts';
import type { PrinterSettings } from './commands-of.ts';
import { doneSql, handSql, leasedSql, leaseSeconds } from './jobs-sql.ts';

interface Leased extends PrinterSettings {
  readonly id: string;
  readonly name: string;
  readonly cause: string;
  readonly position: string | null;
  readonly reason: string | null;
  readonly note: string | null;
  readonly attempts: number;
  readonly package: string | null;
  readonly by: string | null;
  readonly format: string;
  readonly size: LabelSize;
  readonly labelDpi: number | null;
  readonly fault: readonly [string, string] | null;
  readonly printer: string;
}

interface Held {
  readonly tenant: string;
  readonly printer: string;
  readonly job: string;
  readonly lease: string;
}

/**
 * The bytes of a leased job: from here on its label counts as printed and may be on paper. A job that may no longer be
 * printed ends with its reason.
 */
export async function handOut(call: DeviceCall, held: Held): Promise<Buffer> {
  const { services: deps } = call;
  const [job] = await deps.query<Leased>(leasedSql, [held.tenant, held.printer, held.job, held.lease]);
  if (!job) return call.refuse(issue('printing.notYours', 'job'));
  // Loaded lazily to keep the start fast.
  const pages = await import('./pages.ts');
  if (job.package === null) {
    const [title = '', ...lines] = (job.note ?? '').split('\n');
    const bytes =
      job.cause === 'separator'
        ? await pages.separatorPage([title, ...lines], job)
        : await pages.testPage(`TEST-${job.id.slice(-8)}`, settingsOf(job), job);
    await hand(call, held);
    return bytes;
  }
  if (job.fault) return end(call, held, job.fault[0], job.fault[1]);
  const why = job.reason ?? (job.attempts > 1 ? `#${job.attempts}` : null);
  // A repeat without a reason, after a certain failure, counts as the same print.
  const run = `job-${job.id}-${createHash('sha256')
    .update(job.reason ?? '')
    .digest('hex')
    .slice(0, 8)}`;
  await hand(call, held);
  const [file] = await deps.query(takeSql, [held.tenant, [job.package], 'printer', why, run, job.by ?? '0']);
  if (!file) return end(call, held, await whyNot(call, held.tenant, job.package), null);
  const bytes = await deps.files.read(held.tenant, String(file['file'])).catch(() => null);
  if (!bytes) return end(call, held, 'noFile', null);
  const { format, size, labelDpi: dpi, name: title } = job;
  return pages.labelPage({ bytes, format, size, dpi, title }, job);
}

async function hand(call: DeviceCall, { tenant, job, lease }: Held): Promise<void> {
  const handed = await call.services.query(handSql, [tenant, job, lease, leaseSeconds]);
  if (handed.length === 0) call.refuse(issue('printing.notYours', 'job'));
}

async function end(call: DeviceCall, held: Held, code: string, text: string | null): Promise<never> {
  await call.services.query(doneSql, [held.tenant, held.printer, held.job, held.lease, 'failed', code, text]);
  return call.refuse(issue(`printing.${code}`, 'job', { detail: text ?? '' }));
}

async function whyNot({ services }: DeviceCall, tenant: string, of: string): Promise<string> {
  const [row] = await services.query(
    `SELECT CASE WHEN p.status <> 'labelled' THEN CASE p.status WHEN 'voided' THEN 'void' ELSE 'voidRequested' END
                 WHEN o.status IN ('refunding', 'refunded', 'cancelled') THEN 'orderEnded'
                 WHEN p."labelFile" IS NULL THEN 'noFile' ELSE 'changed' END AS why
       FROM package p JOIN "order" o ON o.tenant_id = p.tenant_id AND o.id = p."order" WHERE p.tenant_id = $1 AND p.id = $2`,
    [tenant, of],
  );
  return String(row?.['why'] ?? 'noFile');
}

/** In characters that every printer has. */
const settingsOf = (job: Leased): string[] => [
  `Printer ${job.printer}`,
  `${job.language.toUpperCase()}, ${job.stock}, ${job.dpi} dpi`,
  `Rotation ${job.rotation}, offset ${job.offsetX} / ${job.offsetY} mm, media ${job.mediaGap}`,
  'Ruler in mm, frame on all four sides',
];
