/**
 * The floor: what a careful hand would write for this one table, and nothing more. No walls, no audit, no rules, an exact
 * count. Run as `node floor.js <database> <tenant> <account>`; prints its port.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import pg from 'pg';
import { filters } from './support/load-floor.ts';

const [databaseUrl = '', tenant = '', account = ''] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: databaseUrl, max: 12 });
const sessions = new Map<string, { tenant: string; account: string }>();

interface Column {
  name: string;
  type: string;
}

interface Box {
  quantity: number;
  weight: number;
}

const { rows: columns } = await pool.query<Column>(
  `SELECT attname AS name, format_type(atttypid, NULL) AS type FROM pg_attribute
    WHERE attrelid = 'floor_orders'::regclass AND attnum > 0 AND NOT attisdropped
      AND attname NOT IN ('tenant_id', 'org_id', 'search') ORDER BY attnum`,
);
const titled = ['customer', 'channel', 'service', 'shipFrom', 'createdBy', 'updatedBy'];
const title = (name: string) =>
  `(SELECT x.title FROM floor_titles x WHERE x.tenant_id = o.tenant_id AND x.id = o."${name}") AS "$${name}"`;

function cell({ name, type }: Column): string {
  if (type === 'timestamp with time zone') return `to_char(o."${name}", 'YYYY-MM-DD HH24:MI:SS') AS "${name}"`;
  if (type === 'date') return `to_char(o."${name}", 'YYYY-MM-DD') AS "${name}"`;
  if (type === 'numeric') return `o."${name}"::float8`;
  return name === 'version' || name.endsWith('_g') ? `o."${name}"::int` : `o."${name}"`;
}

const whole = columns.filter(({ name }) => !name.endsWith('_g'));
const inPage = whole.filter(({ name }) => name !== 'boxes' && name !== 'items');
const select = (some: readonly Column[]) => [...some.map(cell), ...titled.map(title)].join(', ');

const app = Fastify();
const envelope = (data: unknown) => ({ success: true, code: 200, message: 'OK', data });

app.post('/api/login', (request, reply) => {
  const token = randomBytes(32).toString('base64url');
  sessions.set(token, { tenant, account, ...(request.body as object | null) });
  return reply.send(envelope(token));
});

function who(request: FastifyRequest): { tenant: string; account: string } {
  const found = sessions.get((request.headers.authorization ?? '').slice('Bearer '.length));
  if (!found) throw Object.assign(new Error('unauthorized'), { statusCode: 401 });
  return found;
}

const page = async (request: FastifyRequest, reply: FastifyReply) => {
  const { tenant } = who(request);
  const query = request.query as Record<string, string>;
  const values: unknown[] = [tenant];
  let where = 'o.tenant_id = $1';
  for (const filter of filters) {
    if (query[filter]) where += ` AND o."${filter}" = $${values.push(query[filter])}`;
  }
  if (query['searchValue']) where += ` AND o.search LIKE $${values.push(`%${query['searchValue'].toLowerCase()}%`)}`;
  const pageNo = Number(query['pageNo'] ?? '1');
  const pageSize = Number(query['pageSize'] ?? '20');
  const [page, count] = await Promise.all([
    pool.query({
      name: `page ${where}`,
      text: `SELECT ${select(inPage)} FROM (SELECT * FROM floor_orders o WHERE ${where} ORDER BY o."createdAt" DESC, o.id DESC
             LIMIT $${values.length + 1} OFFSET $${values.length + 2}) o`,
      values: [...values, pageSize, (pageNo - 1) * pageSize],
    }),
    pool.query<{ total: string }>({
      name: `count ${where}`,
      text: `SELECT count(*) AS total FROM floor_orders o WHERE ${where}`,
      values,
    }),
  ]);
  const totalRows = Number(count.rows[0]?.total);
  return reply.send(
    envelope({ pageNo, pageSize, totalRows, totalPage: Math.ceil(totalRows / pageSize), rows: page.rows }),
  );
};
app.get('/api/Order/page', page);

app.get('/api/Order/detail', async (request, reply) => {
  const { tenant } = who(request);
  const { rows } = await pool.query({
    name: 'detail',
    text: `SELECT ${select(whole)} FROM floor_orders o WHERE o.tenant_id = $1 AND o.id = $2`,
    values: [tenant, (request.query as { id: string }).id],
  });
  return rows[0] ? envelope(rows[0]) : reply.status(404).send({ success: false });
});

let last = 0;
const inputs = columns.filter(
  ({ name }) => !['id', 'version', 'createdAt', 'updatedAt', 'createdBy', 'updatedBy'].includes(name),
);
const required = ['customer', 'shipToName', 'shipToAddress1', 'shipToCity', 'shipToPostalCode', 'shipToCountry'];
const schema = { body: { type: 'object', required, properties: { boxes: { type: 'array' } } } };
const insert = `INSERT INTO floor_orders (tenant_id, id, "createdBy", "updatedBy", ${inputs.map(({ name }) => `"${name}"`).join(', ')})
  VALUES ($1, $2, $3, $3, ${inputs.map((_, at) => `$${at + 4}`).join(', ')}) RETURNING id, version`;

const add = async (request: FastifyRequest, reply: FastifyReply) => {
  const { tenant, account } = who(request);
  const body = request.body as Record<string, unknown>;
  const boxes = ((body['boxes'] ?? []) as Box[]).map((box) => ({ ...box, id: randomUUID() }));
  const filled: Record<string, unknown> = {
    ...body,
    orderNo: `SO-${(last += 1)}`,
    status: 'draft',
    boxes: JSON.stringify(boxes),
    boxCount: boxes.reduce((sum, box) => sum + box.quantity, 0),
    totalWeight: boxes.reduce((sum, box) => sum + box.weight * box.quantity, 0),
  };
  const id = (BigInt(Date.now()) << 20n) + BigInt(last & 0xfffff);
  const values = [tenant, id, account, ...inputs.map(({ name }) => filled[name] ?? null)];
  const { rows } = await pool.query<{ id: string; version: string }>({ name: 'add', text: insert, values });
  return reply.send(envelope({ id: rows[0]?.id, version: Number(rows[0]?.version) }));
};
app.post('/api/Order/add', { schema }, add);

app.post('/api/Order/edit', async (request, reply) => {
  const { tenant, account } = who(request);
  const body = request.body as Record<string, string>;
  const { rows } = await pool.query({
    name: 'edit',
    text: `UPDATE floor_orders SET remarks = $1, "shipToAddress2" = $2, version = version + 1, "updatedAt" = now(), "updatedBy" = $3
            WHERE tenant_id = $4 AND id = $5 AND version = $6 RETURNING id, version::int`,
    values: [body['remarks'], body['shipToAddress2'], account, tenant, body['id'], body['version']],
  });
  return rows[0] ? envelope(rows[0]) : reply.status(409).send({ success: false });
});

for (const [action, from, to] of [
  ['submit', 'draft', 'placing'],
  ['withdraw', 'placing', 'draft'],
] as const) {
  app.post(`/api/Order/${action}`, async (request, reply) => {
    const { tenant, account } = who(request);
    const body = request.body as Record<string, string>;
    const { rows } = await pool.query({
      name: action,
      text: `UPDATE floor_orders SET status = '${to}', ${action === 'submit' ? `"submittedAt" = now(), "shipDate" = coalesce("shipDate", current_date),` : ''}
                    version = version + 1, "updatedAt" = now(), "updatedBy" = $1
              WHERE tenant_id = $2 AND id = $3 AND version = $4 AND status = '${from}' RETURNING id, version::int, status`,
      values: [account, tenant, body['id'], body['version']],
    });
    return rows[0] ? envelope(rows[0]) : reply.status(409).send({ success: false });
  });
}

await app.listen({ port: 0, host: '127.0.0.1' });
const address = app.server.address();
process.stdout.write(`ready ${typeof address === 'object' ? address?.port : ''}\n`);
process.on(
  'SIGTERM',
  () =>
    void app
      .close()
      .then(() => pool.end())
      .then(() => process.exit(0)),
);
