import type { RowQuery } from '../../modules/module.ts';
import { compileConditions, type ConditionLine } from './condition.ts';
import type { Rule, Settings } from './run.ts';

/** The values set by a preset or rule `x`, without those no longer offered. */
const settingsOf = (x: string, more: string, names = ''): string => `json_build_object(
    'channel', (SELECT c.id::text FROM channel c WHERE c.tenant_id = ${x}.tenant_id AND c.id = ${x}.channel AND c.status = 'enabled'),
    'service', (SELECT s.id::text FROM channel_service s WHERE s.tenant_id = ${x}.tenant_id AND s.id = ${x}.service AND s.status = 'enabled'),
    'serviceChannel', (SELECT s.channel::text FROM channel_service s WHERE s.tenant_id = ${x}.tenant_id AND s.id = ${x}.service),
    'shipFrom', (SELECT f.id::text FROM channel_ship_from f WHERE f.tenant_id = ${x}.tenant_id AND f.id = ${x}."shipFrom" AND f.status = 'enabled'),
    'shipFromChannel', (SELECT f.channel::text FROM channel_ship_from f WHERE f.tenant_id = ${x}.tenant_id AND f.id = ${x}."shipFrom"),
    'signatureOption', ${x}."signatureOption", 'labelSize', ${x}."labelSize", 'reference1', ${x}.reference1, 'reference2', ${x}.reference2,
    'names', json_strip_nulls(json_build_object(
      'channel', (SELECT c.name FROM channel c WHERE c.tenant_id = ${x}.tenant_id AND c.id = ${x}.channel),
      'service', (SELECT s.name FROM channel_service s WHERE s.tenant_id = ${x}.tenant_id AND s.id = ${x}.service),
      'shipFrom', (SELECT f."shortName" FROM channel_ship_from f WHERE f.tenant_id = ${x}.tenant_id AND f.id = ${x}."shipFrom")${names})),
    ${more})`;
const presetSettings = settingsOf(
  'p',
  `'rateRule', NULL, 'tags', NULL, 'hold', NULL, 'box', CASE WHEN p.length IS NOT NULL THEN
     json_build_object('unitType', p."unitType", 'length', p.length::float8, 'width', p.width::float8, 'height', p.height::float8) END`,
);
const ownSettings = settingsOf(
  'r',
  `'tags', r.tags, 'hold', r.hold, 'box', NULL,
   'rateRule', (SELECT q.id::text FROM rate_rule q WHERE q.tenant_id = r.tenant_id AND q.id = r."rateRule" AND q.status = 'enabled')`,
  `, 'rateRule', (SELECT q.name FROM rate_rule q WHERE q.tenant_id = r.tenant_id AND q.id = r."rateRule")`,
);

/** The rules of some customers that are on, in their order. $1 customers. */
const rulesSql = `SELECT r.customer::text AS customer, r.name, r.match, r.expression, coalesce(r.overwrite, false) AS overwrite,
    coalesce(r.stops, false) AS stops, ${ownSettings} AS own,
    (SELECT ${presetSettings} FROM order_preset p WHERE p.tenant_id = r.tenant_id AND p.id = r.preset AND p.customer = r.customer) AS preset,
    (SELECT coalesce(json_agg(json_build_object('fact', c.fact, 'operator', c.operator, 'value', c.value) ORDER BY c.seq), '[]')
       FROM "order_rule__conditions" c WHERE c.tenant_id = r.tenant_id AND c.parent_id = r.id) AS conditions
  FROM order_rule r WHERE r.tenant_id = lading.tenant() AND r.customer = ANY ($1::bigint[]) AND r.status = 'enabled'
  ORDER BY r.position, r.id`;

/** $1 preset, $2 customer. */
const presetSql = `SELECT p.name, ${presetSettings} AS preset FROM order_preset p
  WHERE p.tenant_id = lading.tenant() AND p.id = $1 AND p.customer = $2`;

/** The rules that are on, by customer. One whose conditions are no longer understood holds for nothing. */
export async function loadRules(query: RowQuery, customers: readonly string[]): Promise<ReadonlyMap<string, Rule[]>> {
  const rules = new Map<string, Rule[]>();
  if (customers.length === 0) return rules;
  for (const row of await query(rulesSql, [[...new Set(customers)]])) {
    const { match, expression } = row;
    const compiled = compileConditions({ match, expression, conditions: row['conditions'] as ConditionLine[] });
    if (!compiled.ok) continue;
    const customer = String(row['customer']);
    const settings = [row['preset'] as Settings | null, row['own'] as Settings].filter((each) => each !== null);
    const { holds } = compiled;
    const [overwrite, stops] = [row['overwrite'] === true, row['stops'] === true];
    rules.set(customer, [
      ...(rules.get(customer) ?? []),
      { name: String(row['name']), holds, overwrite, stops, settings },
    ]);
  }
  return rules;
}

/** A preset as a rule that matches every order and replaces its values. */
export async function loadPreset(query: RowQuery, preset: string, customer: string): Promise<Rule | null> {
  const [row] = await query(presetSql, [preset, customer]);
  if (!row) return null;
  return {
    name: String(row['name']),
    holds: () => true,
    overwrite: true,
    stops: false,
    settings: [row['preset'] as Settings],
  };
}
