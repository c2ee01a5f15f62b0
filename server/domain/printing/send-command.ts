import { defineCommand, issue, type CommandCall, type Issue, type JsonSchema } from '../../modules/module.ts';
import { choice, chosen, obstacle, orders, reason, run, sortKey, type Label } from '../labels/printing/choose.ts';

interface SendBody {
  readonly order?: (typeof orders)[number];
  readonly printer?: string | null;
  readonly reason?: string | null;
  readonly run?: string;
  readonly separators?: boolean;
  readonly skip?: boolean;
}

interface Made {
  readonly id: string;
  readonly name: string;
  readonly printer: string;
  readonly status: string;
  readonly errorCode: string | null;
}

const job: JsonSchema = {
  type: 'object',
  required: ['id', 'name', 'printer', 'status', 'errorCode'],
  properties: {
    ...{ id: { type: 'string' }, name: { type: 'string' }, printer: { type: 'string' }, status: { type: 'string' } },
    errorCode: { type: ['string', 'null'], description: 'Why it was refused at once; it stands among the exceptions.' },
  },
};

/** Jobs of a run in order. $1 tenant, $2 run, $3 who. */
const ofRunSql = `SELECT j.id::text, j.name, p.name AS printer, j.status, j."errorCode" FROM print_job j
   JOIN printer p ON p.tenant_id = j.tenant_id AND p.id = j.printer
  WHERE j.tenant_id = $1 AND j.run = $2 AND j."createdBy" = $3 AND j."createdAt" > now() - interval '10 minutes' ORDER BY j.id`;

/** Adds the jobs. $1 tenant, $2 run, $3 reason, $4 who, $5 list. */
const addSql = 'SELECT printing.send_run($1, $2, $3, $4, $5::jsonb)';

/** Sends labels to their mapped printers, or to a given one. */
export const sendToPrinter = defineCommand({
  path: 'Print/send',
  body: {
    type: 'object',
    properties: {
      ...{ packages: choice['packages'], orders: choice['orders'], order: choice['order'], reason, run },
      printer: { type: ['string', 'null'], pattern: '^[0-9]{1,18}$', description: 'Null: the one that is mapped.' },
      separators: { type: 'boolean', description: 'A sheet before each group of what is sorted by.' },
      skip: { type: 'boolean', description: 'Leave out what cannot be printed instead of refusing it all.' },
    },
    examples: [{ orders: ['5001', '5002'], order: 'shipTo', skip: true }],
  },
  answer: { type: 'object', required: ['jobs'], properties: { jobs: { type: 'array', items: job } } },
  needs: { entity: 'package', code: 'print' },
  perMinute: 60,
  async run(call) {
    const body = call.body as SendBody;
    const { tenant, services, actor } = call;
    const run = `${actor.id}-${body.run ?? services.newId()}`;
    const jobs = async () => await services.query<Made>(ofRunSql, [tenant, run, actor.id]);
    const before = body.run ? await jobs() : [];
    if (before.length > 0) return { jobs: before };
    const said = body.reason?.trim() || null;
    const labels = await fitting(call, { said, run, skip: body.skip === true });
    const printers = await printersOf(call, labels, body.printer ?? null);
    const key = body.separators ? sortKey(body.order ?? 'asGiven') : null;
    const list = groupsOf(labels, key).flatMap(({ from, group }) => {
      const each = group.map(({ id }, at) => ({
        printer: printers[from + at],
        package: id,
        place: `${from + at + 1}/${labels.length}`,
      }));
      const of = { group, from, total: labels.length };
      return body.separators ? [{ printer: printers[from], ...sheetOf(call, of) }, ...each] : each;
    });
    await services.query(addSql, [tenant, run, said, actor.id, JSON.stringify(list)]);
    return { jobs: await jobs() };
  },
});

/** Groups consecutive labels with the same sort key, for separator sheets. */
function groupsOf(labels: readonly Label[], key: ((label: Label) => string) | null) {
  const groups: { from: number; group: Label[] }[] = [];
  for (const [from, label] of labels.entries()) {
    const last = groups.at(-1);
    const [first] = last?.group ?? [];
    if (last && first && (!key || key(first) === key(label))) last.group.push(label);
    else groups.push({ from, group: [label] });
  }
  return groups;
}

/** A separator sheet: what stands first on it, and its lines. */
function sheetOf(
  { say }: Pick<CommandCall, 'say'>,
  { group, from, total }: { group: readonly Label[]; from: number; total: number },
): { sheet: string; lines: string } {
  const [first] = group;
  const place = [first?.shipToState, first?.shipToPostalCode, first?.shipToCountry].filter(Boolean).join(' ');
  const lines = [
    first?.orderNo ?? '',
    say('labels.sheet.range', { from: from + 1, to: from + group.length, total }),
    ...[first?.channel, first?.item, place].flatMap((line) => line || []),
  ];
  return { sheet: `${from + 1}/${total}`, lines: lines.join('\n') };
}

/** The printable labels; others are refused or skipped. */
async function fitting(
  call: CommandCall,
  { said, run, skip }: { said: string | null; run: string; skip: boolean },
): Promise<readonly Label[]> {
  const labels = await chosen(call);
  const mayReprint = call.can('package', 'reprint');
  const waiting = new Set(
    (
      await call.services.query(
        // The same request, which another one has just overtaken, is no obstacle.
        `SELECT package::text FROM print_job
          WHERE tenant_id = $1 AND package = ANY ($2::bigint[]) AND status IN ('queued', 'taken') AND run IS DISTINCT FROM $3`,
        [call.tenant, labels.map(({ id }) => id), run],
      )
    ).map((row) => String(row['package'])),
  );
  const why = (label: Label): Issue | null =>
    obstacle(label, 'any', mayReprint) ??
    (waiting.has(label.id)
      ? issue('printing.alreadyQueued', '', { tracking: label.trackingNo, order: label.orderNo })
      : null);
  const obstacles = labels.map(why);
  const fit = labels.filter((_, at) => obstacles[at] === null);
  const reasons = obstacles.flatMap((each) => each ?? []);
  if (fit.length === 0 || (!skip && reasons.length > 0))
    call.refuse(...(reasons.length > 0 ? reasons.slice(0, 50) : [issue('labels.noWaybill', '')]));
  const again = fit.filter(({ printCount }) => printCount > 0).length;
  if (again > 0 && said === null) call.refuse(issue('labels.reasonNeeded', 'reason', { count: again }));
  return fit;
}

/** The printer of each label; refused if one has none. */
async function printersOf(
  call: CommandCall,
  labels: readonly Label[],
  named: string | null,
): Promise<readonly string[]> {
  const { tenant, services, actor } = call;
  if (named !== null) {
    const [printer] = await call.list('printer', { id: named }, 1);
    if (!printer) return call.refuse(issue('reference.missing', 'printer'));
    if (printer['status'] !== 'paired')
      return call.refuse(issue('printing.notPaired', 'printer', { detail: printer['name'] }));
    // A customer's own printer only prints that customer's labels.
    const mayHave = await services.query(
      `SELECT count(*)::integer AS many FROM package k JOIN printer p ON p.tenant_id = k.tenant_id AND p.id = $2
        WHERE k.tenant_id = $1 AND k.id = ANY ($3::bigint[]) AND (p.customer IS NULL OR p.customer = k.customer)`,
      [tenant, named, labels.map(({ id }) => id)],
    );
    if (Number(mayHave[0]?.['many']) < labels.length) call.refuse(issue('printing.otherCustomer', 'printer'));
    return labels.map(() => named);
  }
  const rows = await services.query(
    `SELECT k.id::text, printing.pick($1, k.id, $2, false)::text AS printer FROM unnest($3::bigint[]) AS k(id)`,
    [tenant, actor.id, labels.map(({ id }) => id)],
  );
  const printers = new Map(rows.map((row) => [String(row['id']), row['printer'] as string | null]));
  const without = labels.filter(({ id }) => !printers.get(id));
  if (without.length > 0)
    call.refuse(issue('printing.noPrinter', 'printer', { count: without.length, tracking: without[0]?.trackingNo }));
  return labels.map(({ id }) => printers.get(id) ?? '');
}
