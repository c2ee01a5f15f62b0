import { defineCommand, type JsonSchema } from '../../../modules/module.ts';
import { chosen, choice, obstacle, type kinds } from './choose.ts';

const text: JsonSchema = { type: ['string', 'null'] };
const label: JsonSchema = {
  type: 'object',
  required: ['id', 'order', 'orderNo', 'seq', 'trackingNo', 'status', 'printCount', 'ok'],
  properties: {
    ...{ id: { type: 'string' }, order: { type: 'string' }, orderNo: { type: 'string' }, trackingNo: text },
    ...{ seq: { type: 'integer' }, boxes: { type: 'integer' }, status: { type: 'string' }, format: text, size: text },
    ...{ dpi: { type: ['integer', 'null'] }, printCount: { type: 'integer' }, printedAt: text, shipToName: text },
    manifest: { ...text, description: 'The closed manifest that the parcel was handed over with.' },
    ok: { type: 'boolean', description: 'Whether it can be printed.' },
    why: { ...text, description: 'Why not, as a code.' },
    text: { ...text, description: 'Why not, in the language of the reader.' },
  },
};

/** What would be printed and what would not, and why; nothing is counted. */
export const check = defineCommand({
  path: 'Label/check',
  body: {
    type: 'object',
    properties: { ...choice },
    examples: [{ orders: ['5001', '5002'], order: 'asGiven', format: 'pdf' }],
  },
  answer: {
    type: 'object',
    required: ['labels', 'mayReprint'],
    properties: { labels: { type: 'array', items: label }, mayReprint: { type: 'boolean' } },
  },
  needs: { entity: 'package', code: 'read' },
  perMinute: 240,
  async run(call) {
    const format = call.body['format'] as (typeof kinds)[number] | undefined;
    const mayReprint = call.can('package', 'reprint');
    const labels = (await chosen(call)).map((each) => {
      const why = obstacle(each, format, mayReprint);
      const { id, order, orderNo, seq, boxes, trackingNo, status, size, dpi, printCount, printedAt } = each;
      return {
        ...{ id, order, orderNo, seq, boxes, trackingNo, status, size, dpi, printCount, printedAt },
        ...{ format: each.format, shipToName: each.shipToName, manifest: each.manifest },
        ...{ ok: why === null, why: why?.code ?? null, text: why && call.explain(why) },
      };
    });
    return { labels, mayReprint };
  },
});
