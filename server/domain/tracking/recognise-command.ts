import { defineCommand, issue, type JsonSchema } from '../../modules/module.ts';
import { foreignParcels, foreignSchema } from './foreign.ts';
import { recognise, type Fault } from './numbers/recognise.ts';
import { ownPackages, ownPackageSchema } from './own-packages.ts';

/** Most numbers that are taken at once. */
export const maxNumbers = 3_000;

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
        carrier: {
          ...text,
          description: 'UPS, FEDEX, USPS, DHL, AMAZON, ..., or POST for the post of another country.',
        },
        service: text,
        valid: {
          type: 'boolean',
          description: 'Whether the format and the check digit are right; a number of ours counts all the same.',
        },
        package: ownPackageSchema,
        foreign: foreignSchema,
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
    description:
      'What looks as if a number was meant and is none. Columns of a sheet that hold something else are left out.',
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
  async run(call) {
    const { numbers, repeated, unknown } = recognise(call.body['text'] as string);
    const count = numbers.length + unknown.length;
    if (count > maxNumbers) return call.refuse(issue('tracking.tooMany', 'text', { max: maxNumbers, count }));
    const faulty = unknown.map((fault) => ({ fault, number: fault.pasted.replace(/[\s-]/g, '').toUpperCase() }));
    const all = numbers.flatMap(({ number, trackingNo }) => [number, trackingNo]);
    const own = await ownPackages(call, [...all, ...faulty.map(({ number }) => number)]);
    const foreign = await foreignParcels(
      call.services,
      call.tenant,
      numbers.flatMap(({ number, trackingNo }) => (own.has(trackingNo) || own.has(number) ? [] : [trackingNo])),
    );
    const told = ({ trackingNo }: { trackingNo: string }) => {
      const found = foreign.get(trackingNo);
      return found ? { foreign: found } : {};
    };
    const known = numbers.map((each) => {
      const of = own.get(each.trackingNo) ?? own.get(each.number);
      // Whose number it is settles whose format it has.
      return of
        ? { ...each, carrier: of.carrier ?? each.carrier, valid: true, package: of }
        : { ...each, valid: true, ...told(each) };
    });
    const ours = faulty.flatMap(({ number }) => own.get(number) ?? []);
    return {
      numbers: [
        ...known,
        ...ours.map((of) => ({
          ...{ number: of.trackingNo, trackingNo: of.trackingNo, carrier: of.carrier ?? '', valid: false, others: [] },
          package: of,
        })),
      ],
      repeated,
      unknown: faulty.flatMap(({ fault, number }): Fault[] => (own.has(number) ? [] : [fault])),
    };
  },
});
