import type { RowQuery } from '../../modules/module.ts';
import type { Seeder } from './seeder.ts';

/**
 * What was printed last at a printer, most of it as it should be; of the newest, one may be on paper or not, and one would not
 * go into the stock. $1 tenant, $2 printer, $3 how many.
 */
const jobsSql = `INSERT INTO print_job (tenant_id, id, org_id, "createdBy", "updatedBy", "createdAt", "updatedAt", status, name, printer, package,
    "order", customer, cause, position, "errorCode", "errorText", attempts, "placedAt", "labelledAt", "takenAt", "spooledAt")
  SELECT p.tenant_id, lading.new_id(), p.org_id, p."createdBy", p."createdBy", p."printedAt", p."printedAt",
         CASE p.place WHEN 2 THEN 'uncertain' WHEN 5 THEN 'failed' ELSE 'spooled' END, p."trackingNo", $2, p.id, p."order", p.customer, 'person', '1/1',
         CASE p.place WHEN 2 THEN 'agentGone' WHEN 5 THEN 'otherSize' END, CASE p.place WHEN 5 THEN '4x8 / 4x6' END, CASE p.place WHEN 5 THEN 0 ELSE 1 END,
         o."submittedAt", p."createdAt", CASE WHEN p.place <> 5 THEN p."printedAt" END,
         CASE WHEN p.place NOT IN (2, 5) THEN p."printedAt" + interval '1 second' END
    FROM (SELECT k.*, row_number() OVER (ORDER BY k."printedAt" DESC, k.id) AS place FROM package k
           WHERE k.tenant_id = $1 AND k.status = 'labelled' AND k."printedAt" IS NOT NULL) p
    JOIN "order" o ON o.tenant_id = p.tenant_id AND o.id = p."order"
   WHERE p.place <= $3 ORDER BY p.place DESC`;

/**
 * What was scanned for the newest labels at a station: the order, its weight, the label; once the weight was wrong at
 * first, and once a number was unknown. $1 tenant, $2 printer.
 */
const scansSql = `INSERT INTO station_scan (tenant_id, id, org_id, "createdBy", "updatedBy", "createdAt", "updatedAt", text, station, step,
    outcome, fault, "order", customer, "unitType", weight, expected)
  SELECT j.tenant_id, lading.new_id(), j.org_id, j."createdBy", j."createdBy", j.at, j.at,
         CASE s.step WHEN 'order' THEN o."orderNo" WHEN 'printed' THEN j.name WHEN 'unknown' THEN '9622-0031' ELSE b.weight::text END,
         $2, s.step, s.outcome, s.fault, CASE WHEN s.step <> 'unknown' THEN o.id END, CASE WHEN s.step <> 'unknown' THEN o.customer END,
         o."unitType", CASE WHEN s.step IN ('weight', 'printed') THEN CASE WHEN s.outcome = 'ok' THEN b.weight ELSE b.weight + 1.2 END END,
         CASE WHEN s.step IN ('weight', 'printed') THEN b.weight END
    FROM (SELECT p.*, row_number() OVER (ORDER BY p."spooledAt" DESC, p.id) AS place, p."spooledAt" AS at FROM print_job p
           WHERE p.tenant_id = $1 AND p.printer = $2 AND p.status = 'spooled') j
    JOIN "order" o ON o.tenant_id = j.tenant_id AND o.id = j."order"
    JOIN package b ON b.tenant_id = j.tenant_id AND b.id = j.package
    JOIN (VALUES (1, 'unknown', 'error', 'unknown', 4), (2, 'order', 'ok', NULL, NULL), (3, 'weight', 'error', 'wrongWeight', 7),
           (4, 'printed', 'ok', NULL, NULL)) s (turn, step, outcome, fault, place) ON s.place IS NULL OR s.place = j.place
   WHERE j.place <= 15 ORDER BY j.place DESC, s.turn`;

/**
 * Two printers and what goes to which. One has printed and waits for its agent; the other is new: its pairing code is one
 * click away. Nothing is sent to them by itself, since no agent would take it.
 */
export async function tellPrinters(pen: Seeder, query: RowQuery, { tenant, now }: { tenant: string; now: number }) {
  const at = (minutes: number) => new Date(now - minutes * 60_000).toISOString().slice(0, 19).replace('T', ' ');
  const [[name, place] = ['', ''], [spare, elsewhere] = ['', '']] = pen.words.printers;
  const agent = { online: false, lastSeenAt: at(9), agentVersion: '1.0.0', agentHost: 'packing-1' };
  const [first] = await pen.add('printer', [
    {
      input: { name, place, language: 'pdf', labelSize: '4x6', dpi: 203, scale: true },
      given: { status: 'paired', locked: agent },
    },
    { input: { name: spare, place: elsewhere, language: 'zpl', labelSize: '4x6', dpi: 203 } },
  ]);
  await pen.add('printer-mapping', [{ input: { printer: first, labelSize: '4x6', onPlace: false } }]);
  await query(jobsSql, [tenant, first, 40]);
  await query(scansSql, [tenant, first]);
}
