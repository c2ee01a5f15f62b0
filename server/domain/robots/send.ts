import type { SystemServices } from '../../modules/module.ts';
import { batchesOf, minute, maxTries, restAfter } from './pace.ts';
import { tell, type Robot, type Service, type Told } from './services.ts';

export interface Sending {
  readonly services: SystemServices;
  /** Hosts from the settings beside those of the services. */
  readonly hosts: readonly string[];
  now(): number;
}

interface RobotRow {
  readonly tenant: string;
  readonly id: string;
  readonly service: Service;
  readonly language: string;
}
interface Waiting {
  readonly id: string;
  readonly kind: string;
  readonly params: Readonly<Record<string, string>>;
  readonly tries: number;
}

/** Claims robots with waiting events for 90 seconds, so that concurrent senders skip them. $1 now. */
const takeSql = `INSERT INTO robots.lane AS l (tenant_id, robot, busy_until)
    SELECT DISTINCT w.tenant_id, w.robot, $1::timestamptz + interval '90 seconds' FROM robots.waiting w
      JOIN robot r ON r.tenant_id = w.tenant_id AND r.id = w.robot AND r.status = 'enabled'
  ON CONFLICT (tenant_id, robot) DO UPDATE SET busy_until = excluded.busy_until
    WHERE coalesce(l.busy_until, '-infinity') <= $1::timestamptz AND coalesce(l.rests_until, '-infinity') <= $1::timestamptz
  RETURNING l.tenant_id::text AS tenant, l.robot::text AS id,
    (SELECT r.service FROM robot r WHERE r.tenant_id = l.tenant_id AND r.id = l.robot) AS service,
    (SELECT r.language FROM robot r WHERE r.tenant_id = l.tenant_id AND r.id = l.robot) AS language`;

/** Maximum events per robot and round. */
const most = 500;
/** Maximum text length in bytes that every service accepts. */
const longest = 1_800;

/** Sends waiting events to all robots within their rate limits. Answers the number of messages. */
export async function sendWaiting(on: Sending): Promise<number> {
  const { services } = on;
  const robots = await services.query<RobotRow>(takeSql, [new Date(on.now())]);
  let sent = 0;
  // Events of a disabled robot are dropped, so that enabling it sends no old news.
  await services.query(
    `DELETE FROM robots.waiting w WHERE NOT EXISTS (SELECT FROM robot r WHERE r.tenant_id = w.tenant_id AND r.id = w.robot AND r.status = 'enabled')`,
    [],
  );
  await services.query('DELETE FROM robots.sent WHERE at < $1', [new Date(on.now() - 10 * minute)]);
  // In parallel, so that a slow robot does not delay others.
  for (const counts of await Promise.all(robots.map((robot) => sendOf(on, robot)))) sent += counts;
  return sent;
}

async function sendOf(on: Sending, robot: RobotRow): Promise<number> {
  const { services, now } = on;
  const { tenant, id } = robot;
  let rests: number | null = null;
  let sent = 0;
  let last: Told | null = null;
  try {
    const to = await robotOf(services, robot);
    const waiting = await services.query<Waiting>(
      `SELECT w.id::text, w.kind, w.params, w.tries FROM robots.waiting w WHERE w.tenant_id = $1 AND w.robot = $2 ORDER BY w.id LIMIT ${most}`,
      [tenant, id],
    );
    for (const events of batchesOf(waiting, await sentBefore(services, robot, now()), now())) {
      // Recorded before sending: a message that may have arrived counts towards the limit.
      await services.query('INSERT INTO robots.sent (tenant_id, robot, at) VALUES ($1, $2, $3)', [
        tenant,
        id,
        new Date(now()),
      ]);
      last = to
        ? await tell(to, textOf(services, robot.language, events), { hosts: on.hosts, now: now() })
        : 'badAddress';
      const ids = events.map((each) => each.id);
      if (last === 'sent') {
        sent += 1;
        await services.query('DELETE FROM robots.waiting WHERE id = ANY ($1::bigint[])', [ids]);
        continue;
      }
      const tries = Math.max(...events.map((each) => each.tries));
      rests = now() + (last === 'tooFast' ? minute : restAfter(tries));
      // Rate limiting is not counted as a failed attempt.
      if (last !== 'tooFast') await services.query(failedSql, [ids, maxTries]);
      break;
    }
  } finally {
    await services.query(
      'UPDATE robots.lane SET busy_until = NULL, rests_until = $3 WHERE tenant_id = $1 AND robot = $2',
      [...[tenant, id, rests === null ? null : new Date(rests)]],
    );
  }
  if (last) await services.act({ tenant, entity: 'robot', id }, 'noteResult', { lastResult: last });
  return sent;
}

const failedSql = `WITH tried AS (UPDATE robots.waiting SET tries = tries + 1 WHERE id = ANY ($1::bigint[]) AND tries + 1 < $2 RETURNING id)
  DELETE FROM robots.waiting WHERE id = ANY ($1::bigint[]) AND tries + 1 >= $2`;

async function sentBefore(services: SystemServices, { tenant, id }: RobotRow, now: number): Promise<number[]> {
  const rows = await services.query('SELECT at FROM robots.sent WHERE tenant_id = $1 AND robot = $2 AND at > $3', [
    ...[tenant, id, new Date(now - minute)],
  ]);
  return rows.map(({ at }) => (at as Date).getTime());
}

/** The robot with its secrets decrypted, for this call only. */
export async function robotOf(
  services: SystemServices,
  { tenant, id, service }: Omit<RobotRow, 'language'>,
): Promise<Robot | null> {
  const of = { tenant, entity: 'robot', id };
  const [address, signature] = await Promise.all([services.secret(of, 'address'), services.secret(of, 'signature')]);
  return address === null ? null : { service, address, signature: signature || null };
}

/** The text of one event, or a digest that names as many as fit and counts the others. */
export function textOf(
  services: Pick<SystemServices, 'say'>,
  language: string,
  events: readonly Omit<Waiting, 'id' | 'tries'>[],
): string {
  const say = (key: string, params: Readonly<Record<string, unknown>> = {}) =>
    services.say(language, 'boards', key, params);
  const lines = events.map(({ kind, params }) => {
    const number = kind === 'alert' ? say(`alert.${params['number'] ?? ''}`) : (params['number'] ?? '');
    return say(`robot.${kind}`, { ...params, number })
      .replace(/\s+/g, ' ')
      .trim();
  });
  if (lines.length === 1) return cut(lines[0] ?? '');
  const head = say('robotDigest', { count: lines.length });
  const shown: string[] = [];
  let room = longest - Buffer.byteLength(head) - 60;
  for (const line of lines) {
    room -= Buffer.byteLength(line) + 1;
    if (room < 0) break;
    shown.push(line);
  }
  const rest = lines.length - shown.length;
  return [head, ...shown, ...(rest > 0 ? [say('robotRest', { count: rest })] : [])].join('\n');
}

const cut = (line: string): string => (Buffer.byteLength(line) <= longest ? line : `${line.slice(0, longest / 4)}…`);
