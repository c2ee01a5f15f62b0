import type { JsonSchema } from '../../modules/module.ts';

const text = (maxLength: number): JsonSchema => ({ type: 'string', maxLength });
const id: JsonSchema = { type: 'string', pattern: '^[0-9]{1,19}$' };
const country: JsonSchema = { type: 'string', pattern: '^[A-Z]{2}$' };
const side: JsonSchema = { type: 'number', exclusiveMinimum: 0, maximum: 9999 };

/** Most boxes of one kind, most kinds, and most channels that one quote asks for. */
export const maxOf = { quantity: 200, boxes: 200, channels: 50 };

/** The shipment of a quote: one sender, one recipient, equal boxes as one with a quantity. */
export const quoteBody: JsonSchema = {
  type: 'object',
  required: ['unitType', 'from', 'to', 'boxes'],
  properties: {
    customer: {
      ...id,
      description: 'Whose prices; a member asks for their own alone, staff without one see cost only.',
    },
    shipDate: {
      type: 'string',
      pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
      description: 'Where nothing is said, the day on which an order placed now ships.',
    },
    senderMode: {
      enum: ['channel', 'own'],
      description:
        "As in an order that is placed now: it ships on `shipDate`, but not before the next working day, for `channel` by the cut-off and holidays of the channel's address.",
    },
    unitType: { enum: ['0', '1'], description: '0: pounds and inches, 1: kilograms and centimetres.' },
    from: {
      type: 'object',
      required: ['postalCode', 'country'],
      properties: { postalCode: text(15), state: text(30), country },
    },
    to: {
      type: 'object',
      required: ['postalCode', 'country'],
      properties: {
        ...{ postalCode: text(15), state: text(30), country },
        type: { enum: ['residential', 'commercial', 'unknown'] },
      },
    },
    boxes: {
      type: 'array',
      minItems: 1,
      maxItems: maxOf.boxes,
      items: {
        type: 'object',
        required: ['weight', 'length', 'width', 'height'],
        properties: {
          weight: { type: 'number', exclusiveMinimum: 0, maximum: 99_999 },
          ...{ length: side, width: side, height: side },
          quantity: { type: 'integer', minimum: 1, maximum: maxOf.quantity },
          declaredValue: { type: 'number', minimum: 0, maximum: 9_999_999.99 },
          signature: { enum: ['none', 'indirect', 'direct', 'adult'] },
          packaging: { enum: ['box', 'irregular', 'letter', 'pak'] },
          unitType: { enum: ['0', '1'], description: 'That of the shipment; another one is refused.' },
        },
      },
    },
    thirdParty: { type: 'boolean', description: 'Transport is billed to the account of a third party.' },
    channels: {
      type: 'array',
      maxItems: maxOf.channels,
      items: id,
      description: 'Those of the customer where nothing is said.',
    },
  },
  examples: [
    {
      ...{ customer: '1001', shipDate: '2026-01-12', unitType: '0' },
      from: { postalCode: '91761', state: 'CA', country: 'US' },
      to: { postalCode: '10001', state: 'NY', country: 'US', type: 'residential' },
      boxes: [{ weight: 3, length: 12, width: 10, height: 8, quantity: 2, declaredValue: 150, signature: 'direct' }],
    },
  ],
};

const line: JsonSchema = {
  type: 'object',
  required: ['category', 'amount', 'text'],
  properties: {
    category: text(40),
    box: { type: ['integer', 'null'], description: 'Which kind of box, from 0; null: the whole shipment.' },
    quantity: { type: 'integer' },
    amount: { type: 'number', description: 'Of all boxes of this line.' },
    basis: {
      type: ['number', 'null'],
      description: 'The weight that is paid for, or the amount that a percent is taken of.',
    },
    rate: { type: ['number', 'null'], description: 'The percent, or the price a unit of weight.' },
    rule: text(60),
    version: { type: 'integer' },
    text: { type: 'string', description: 'Why, in the language of the reader.' },
  },
};
const price: JsonSchema = {
  type: 'object',
  required: ['total', 'lines'],
  properties: { total: { type: 'number' }, lines: { type: 'array', items: line } },
};
const reference: JsonSchema = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id, code: text(40), name: text(100) },
};

export const quoteAnswer: JsonSchema = {
  type: 'object',
  required: ['quotes'],
  properties: {
    quotes: {
      type: 'array',
      description: 'The cheapest first, then those that have no price.',
      items: {
        type: 'object',
        required: ['channel', 'service', 'available'],
        properties: {
          ...{ channel: reference, service: reference, available: { type: 'boolean' } },
          reason: {
            type: 'object',
            required: ['code', 'message'],
            properties: { code: text(60), path: { type: 'string' }, message: { type: 'string' } },
          },
          currency: text(3),
          zone: text(20),
          billableWeight: { type: 'number', description: 'Of all boxes, in the unit of the service.' },
          unitType: { enum: ['0', '1'] },
          days: { type: ['integer', 'null'] },
          shipDate: { type: 'string', description: 'The day on which it would ship; prices and fuel are those of it.' },
          sale: price,
          cost: { ...price, description: 'For staff who may read what things cost, and nobody else.' },
          margin: { type: 'number', description: 'With cost alone.' },
        },
      },
    },
  },
  examples: [
    {
      quotes: [
        {
          channel: { id: '2001', code: 'UPS-WEST', name: 'UPS West' },
          service: { id: '3001', code: 'GND', name: 'UPS Ground' },
          ...{ available: true, currency: 'USD', zone: '8', billableWeight: 14, unitType: '0', days: 5 },
          shipDate: '2026-01-12',
          sale: {
            total: 31.7,
            lines: [
              {
                ...{ category: 'transport', box: 0, quantity: 2, amount: 31.7, basis: 7, rate: null },
                ...{ rule: 'UPS-GND-A', version: 3, text: '2 boxes, 7 lb each to zone 8: 15.85 each' },
              },
            ],
          },
        },
      ],
    },
  ],
};
