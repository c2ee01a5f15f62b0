import { issue, type CommandCall } from '../../../modules/module.ts';
import { chosen, obstacle, type kinds, type Label } from './choose.ts';
import { takeSql } from './print-sql.ts';

/** A label that was handed out: counted, with its file at hand. */
export interface TakenLabel {
  readonly label: Label;
  read(): Promise<Buffer>;
}

/**
 * The chosen labels, counted as handed out. All of them or none: with `skip` those that cannot be printed are left out, without
 * it each of them refuses the whole. Throws `refused`.
 */
export async function take(
  call: CommandCall,
  how: 'print' | 'zip' | 'download',
  format: (typeof kinds)[number],
): Promise<readonly TakenLabel[]> {
  const { skip = false, reason, run } = call.body as { skip?: boolean; reason?: string | null; run?: string };
  const said = reason?.trim() || null;
  const mayReprint = call.can('package', 'reprint');
  const labels = await chosen(call);
  const obstacles = labels.map((label) => obstacle(label, format, mayReprint));
  const fit = labels.filter((_, at) => obstacles[at] === null);
  if (fit.length === 0)
    call.refuse(issue('labels.noWaybill', ''), ...obstacles.flatMap((each) => each ?? []).slice(0, 20));
  if (!skip && fit.length < labels.length) call.refuse(...obstacles.flatMap((each) => each ?? []).slice(0, 50));
  const values = [call.tenant, fit.map(({ id }) => id), how, said, run ?? null, call.actor.id];
  const taken = await call.services.query(takeSql, values);
  if (taken.length === 0) {
    const again = said === null ? fit.filter(({ printCount }) => printCount > 0).length : 0;
    call.refuse(again > 0 ? issue('labels.reasonNeeded', 'reason', { count: again }) : issue('labels.changed', ''));
  }
  const files = new Map(taken.map(({ id, file }) => [String(id), String(file)]));
  return fit.map((label) => ({
    label,
    read: () => call.services.files.read(call.tenant, files.get(label.id) ?? ''),
  }));
}
