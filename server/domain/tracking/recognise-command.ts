import { defineCommand, issue, type JsonSchema } from '../../sockets/socket.ts';
import { recognise } from './numbers/recognise.ts';

/** Most numbers that are taken at once. */
export const mostNumbers = 3_000;

const text: JsonSchema = { type: 'string' };
const texts: JsonSchema = { type: 'array', items: text };

export const recognisedParts: Readonly<Record<string, JsonSchema>> = {
  numbers: {
    type: 'array',
    description: 'Every number once, in the order in which they came.',
    items: {
      type: 'object',
      required: ['number', 'trackingNo', 'carrier', 'valid', 'others'],
      properties: {
        number: { ...text, description: 'Without spaces and in capitals.' },
        trackingNo: { ...text, description: 'What the carrier follows, where a longer bar code was pasted.' },
        carrier: { ...text, description: 'UPS, FEDEX, USPS, DHL, AMAZON, CANADAPOST, ONTRAC, or POST.' },
        service: text,
        valid: { type: 'boolean', description: 'Whether the format and the check digit are right.' },
        others: { ...texts, description: 'Carriers whose format it fits as well.' },
      },
    },
  },
  repeated: {
    type: 'array',
    items: {
      type: 'object',
      required: ['number', 'times', 'pasted'],
      properties: { number: text, times: { type: 'integer' }, pasted: texts },
    },
  },
  unknown: {
    type: 'array',
    description: 'What looks as if a number was meant and is none.',
    items: {
      type: 'object',
      required: ['pasted', 'reason'],
      properties: {
        pasted: { ...text, description: 'As it was pasted.' },
        reason: { enum: ['checkDigit', 'noProof', 'rounded', 'noFormat'] },
        carrier: { ...text, description: 'Whose format it looks like.' },
      },
    },
  },
};

/** Numbers of any carrier out of whatever was pasted, by format and check digit. */
export const recogniseNumbers = defineCommand({
  path: 'Tracking/recognise',
  body: {
    type: 'object',
    required: ['text'],
    properties: {
      text: {
        type: 'string',
        maxLength: 900_000,
        description: 'Lists, sheets, mails: numbers may have spaces in them.',
      },
    },
    examples: [{ text: '1Z 5R8 939 03 5756 7127, 986578788855\n996578788855' }],
  },
  answer: {
    type: 'object',
    required: ['numbers', 'repeated', 'unknown'],
    properties: recognisedParts,
    examples: [
      {
        numbers: [
          {
            ...{ number: '1Z5R89390357567127', trackingNo: '1Z5R89390357567127', carrier: 'UPS' },
            ...{ service: 'UPS Ground', valid: true, others: [] },
          },
        ],
        repeated: [],
        unknown: [{ pasted: '996578788855', reason: 'checkDigit', carrier: 'FEDEX' }],
      },
    ],
  },
  perMinute: 120,
  async run({ body, refuse }) {
    const { numbers, repeated, unknown } = recognise(body['text'] as string);
    const count = numbers.length + unknown.length;
    if (count > mostNumbers) return refuse(issue('tracking.tooMany', 'text', { max: mostNumbers, count }));
    return { numbers: numbers.map((number) => ({ ...number, valid: true })), repeated, unknown };
  },
});
