import { loadAccount } from '../../carriers/accounts.ts';
import type { CarrierFailure } from '../../carriers/carrier.ts';
import type { Carriers } from '../../carriers/carriers.ts';
import { defineJob, type JobCall } from '../../../modules/module.ts';
import { packagesSql } from './manifest-sql.ts';

/**
 * Closes the day at the carrier. The manifest is locked meanwhile; a refusal reopens it with the carrier's message, and
 * an unavailable carrier is retried by the queue. Carriers without an end of day are skipped.
 */
export const closeManifest = (on: { carriers: Carriers }) =>
  defineJob('labels.close-manifest', async ({ record, tenant, services: deps }) => {
    if (record['status'] !== 'closing') return;
    const of = { tenant, entity: 'manifest', id: String(record['id']) };
    const packages = await deps.query(packagesSql, [tenant, of.id]);
    const account = await loadAccount(deps, tenant, String(record['account']));
    const trackingNos = packages.map(({ trackingNo }) => String(trackingNo));
    const shipDate = String(record['shipDate']);
    const asked = account && (await on.carriers.of(account.carrier).endOfDay(account, { shipDate, trackingNos }));
    if (asked && !asked.ok && !isNothingToClose(asked)) return notClosed(deps, of, asked);
    const closed = asked?.ok ? asked.value : null;
    const carrierFile = closed?.document
      ? await deps.files.keep({
          ...{ tenant, customer: null, name: `${String(record['manifestNo'])}.${closed.document.format}` },
          content: closed.document.bytes,
        })
      : null;
    const issues = await deps.act(of, 'finish', { number: closed?.number ?? null, carrierFile });
    // A job may run twice; the other run was first.
    if (issues.some(({ code }) => code !== 'state.wrong')) throw new Error(issues.map(({ code }) => code).join(' '));
  });

/** The carrier has no end of day, needs none, or closed it in an earlier call whose answer was lost. */
const isNothingToClose = ({ kind, code }: CarrierFailure): boolean =>
  kind === 'unsupported' || (kind === 'refused' && /NO_?SHIPMENTS/i.test(code));

/** A certain failure reopens the manifest; a temporary one is thrown, so that the queue retries. */
async function notClosed(
  services: JobCall['services'],
  of: { tenant: string; entity: string; id: string },
  { kind, code, text }: CarrierFailure,
): Promise<void> {
  if (kind !== 'refused' && kind !== 'credentials') throw new Error(`${kind} ${code}`);
  await services.act(of, 'reopen', { errorText: `${code} ${text}`.trim().slice(0, 300) });
}
