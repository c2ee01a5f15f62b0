import { defineCommand, type JsonSchema } from '../../modules/module.ts';

/** Maximum orders per call. */
const most = 500;

const body: JsonSchema = {
  type: 'object',
  required: ['rows'],
  properties: {
    rows: {
      type: 'array',
      minItems: 1,
      maxItems: most,
      items: {
        type: 'object',
        required: ['key', 'order'],
        properties: {
          key: { type: 'string', pattern: '^[!-~]{1,180}$' },
          id: { type: 'string', pattern: '^[0-9]{1,18}$' },
          version: { type: 'integer', minimum: 1 },
          order: { type: 'object' },
        },
      },
    },
  },
  examples: [{ rows: [{ key: '5f1c-1', order: { shipToName: 'Ann Lee', shipToPostalCode: '10001' } }] }],
};

const answer: JsonSchema = {
  type: 'object',
  required: ['results'],
  properties: {
    results: {
      type: 'array',
      items: {
        type: 'object',
        required: ['key', 'ok'],
        properties: {
          key: { type: 'string' },
          ok: { type: 'boolean' },
          id: { type: 'string' },
          version: { type: 'integer' },
          issues: { type: 'array', items: { type: 'object' } },
        },
      },
    },
  },
};

interface Row {
  readonly key: string;
  readonly id?: string;
  readonly version?: number;
  readonly order: Readonly<Record<string, unknown>>;
}

/** Adds and changes drafts, each as if it had come alone under its key. */
export const saveDrafts = defineCommand({
  path: 'Order/saveDrafts',
  body,
  answer,
  needs: { entity: 'order', code: 'add' },
  perMinute: 60,
  async run(call) {
    const rows = (call.body['rows'] as readonly Row[]).map(({ order, ...row }) => ({ ...row, values: order }));
    const outcomes = await call.save('order', rows);
    return {
      results: outcomes.map((outcome) =>
        outcome.ok
          ? outcome
          : { ...outcome, issues: outcome.issues.map((found) => ({ ...found, message: call.explain(found) })) },
      ),
    };
  },
});
