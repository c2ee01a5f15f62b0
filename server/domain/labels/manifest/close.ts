import { loadAccount } from '../../carriers/accounts.ts';
import type { CarrierFailure } from '../../carriers/carrier.ts';
import type { Carriers } from '../../carriers/carriers.ts';
import { defineJob, type JobCall } from '../../../modules/module.ts';
import { packagesSql } from './manifest-sql.ts';

/**
 * Ends the day at the carrier. The manifest changes no more while this runs; the carrier's no opens it again with its words, and
 * a carrier that does not answer is asked again by the queue. A carrier that knows no end of day has nothing to say.
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
    // A job may run twice, and the other run was first.
    if (issues.some(({ code }) => code !== 'state.wrong')) throw new Error(issues.map(({ code }) => code).join(' '));
  });

/** A carrier without an end of day, one whose drivers take what is there, or one where an earlier answer was lost on its way. */
const isNothingToClose = ({ kind, code }: CarrierFailure): boolean =>
  kind === 'unsupported' || (kind === 'refused' && /NO_?SHIPMENTS/i.test(code));

/** What certainly failed opens the manifest again; what may pass by itself is thrown, so that the queue comes back to it. */
async function notClosed(
  services: JobCall['services'],
  of: { tenant: string; entity: string; id: string },
  { kind, code, text }: CarrierFailure,
): Promise<void> {
  if (kind !== 'refused' && kind !== 'credentials') throw new Error(`${kind} ${code}`);
  await services.act(of, 'reopen', { errorText: `${code} ${text}`.trim().slice(0, 300) });
}
