import { defineCommand } from '../../modules/module.ts';
import { loadRules } from './load.ts';
import { runRules } from './run.ts';

/** Most drafts of one call. */
const most = 500;

/** Boxes and items of orders that the person may read. $1 ids. */
const linesSql = `SELECT o.id::text AS id,
    (SELECT coalesce(json_agg(json_build_object('id', b.id::text, 'weight', b.weight::float8, 'length', b.length::float8, 'width', b.width::float8,
       'height', b.height::float8, 'quantity', b.quantity, 'declaredValue', b."declaredValue"::float8, 'insuredAmount', b."insuredAmount"::float8)
       ORDER BY b.seq), '[]') FROM "order__boxes" b WHERE b.tenant_id = o.tenant_id AND b.parent_id = o.id) AS boxes,
    (SELECT coalesce(json_agg(json_build_object('description', i.description, 'quantity', i.quantity) ORDER BY i.seq), '[]')
       FROM "order__items" i WHERE i.tenant_id = o.tenant_id AND i.parent_id = o.id) AS items,
    (SELECT coalesce(json_agg(json_build_object('field', m.field, 'value', m.value, 'rule', m.rule) ORDER BY m.seq), '[]')
       FROM "order__ruleMarks" m WHERE m.tenant_id = o.tenant_id AND m.parent_id = o.id) AS "ruleMarks"
  FROM "order" o WHERE o.tenant_id = lading.tenant() AND o.id = ANY ($1::bigint[])`;

const text = { type: 'string' } as const;
const nullable = { type: ['string', 'null'] } as const;

/** What the rules would change of drafts, and why; nothing is changed. Without ids: of the newest drafts. */
export const tryRules = defineCommand({
  path: 'OrderRule/try',
  needs: { entity: 'order-rule', code: 'read' },
  perMinute: 30,
  body: {
    type: 'object',
    properties: {
      orders: { type: 'array', maxItems: most, items: { type: 'string', pattern: '^[0-9]{1,18}$' } },
    },
    examples: [{ orders: ['4001', '4002'] }],
  },
  answer: {
    type: 'object',
    required: ['looked', 'orders'],
    properties: {
      looked: { type: 'integer', description: 'Drafts that were looked at.' },
      orders: {
        type: 'array',
        items: {
          type: 'object',
          required: ['id', 'orderNo', 'matched', 'changes'],
          properties: {
            ...{ id: text, orderNo: nullable, matched: { type: 'array', items: text } },
            changes: {
              type: 'array',
              items: {
                type: 'object',
                required: ['field', 'before', 'after', 'rule'],
                properties: { field: text, before: nullable, after: nullable, rule: nullable },
              },
            },
          },
        },
      },
    },
  },
  async run({ body, list, read }) {
    const ids = body['orders'] as readonly string[] | undefined;
    const filters = { status: 'draft', ...(ids && ids.length > 0 ? { 'id.in': ids.join(',') } : {}) };
    const drafts = await list('order', { ...filters, sort: '-createdAt' }, most);
    const lines = await read(linesSql, [drafts.map(({ id }) => String(id))]);
    const linesOf = new Map(lines.map((each) => [String(each['id']), each]));
    const rules = await loadRules(
      read,
      drafts.map(({ customer }) => String(customer)),
    );
    const orders = drafts.flatMap((draft) => {
      const order = { ...draft, ...linesOf.get(String(draft['id'])) } as Readonly<Record<string, unknown>>;
      const { matched, changes, marks } = runRules(order, rules.get(String(draft['customer'])) ?? []);
      const changed = Object.keys(changes);
      if (changed.length === 0) return [];
      return {
        ...{ id: String(draft['id']), orderNo: wordOf(draft['orderNo']), matched },
        changes: changed.map((field) => {
          const mark = marks.find((each) => each.field === field);
          const before = field === 'boxes' ? sizesOf(order['boxes']) : wordOf(draft[`$${field}`] ?? draft[field]);
          return { field, before, after: mark?.value ?? null, rule: mark?.rule ?? null };
        }),
      };
    });
    return { looked: drafts.length, orders };
  },
});

const wordOf = (value: unknown): string | null => (value === null || value === undefined ? null : String(value));
const sizesOf = (boxes: unknown): string | null => {
  const sizes = (boxes as Readonly<Record<string, unknown>>[]).map(
    ({ length, width, height }) => `${String(length)} × ${String(width)} × ${String(height)}`,
  );
  return [...new Set(sizes)].join('; ') || null;
};
