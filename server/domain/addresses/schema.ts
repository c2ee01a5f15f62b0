import type { JsonSchema } from '../../modules/module.ts';

const part = (maxLength: number): JsonSchema => ({ type: ['string', 'null'], maxLength });
const country: JsonSchema = { type: 'string', pattern: '^[A-Z]{2}$' };

/** Most addresses of one check. */
export const maxAddresses = 500;

export const checkBody: JsonSchema = {
  type: 'object',
  required: ['addresses'],
  properties: {
    addresses: {
      type: 'array',
      minItems: 1,
      maxItems: maxAddresses,
      items: {
        type: 'object',
        required: ['country'],
        properties: {
          ...{ name: part(100), company: part(100), address1: part(200), address2: part(200), address3: part(200) },
          ...{ city: part(100), state: part(60), postalCode: part(20), country },
        },
      },
    },
    channel: {
      type: 'string',
      pattern: '^[0-9]{1,19}$',
      description: 'The carrier of this channel is asked too, about twenty addresses at most.',
    },
  },
  examples: [
    {
      addresses: [
        {
          ...{ name: 'Ann Lee', address1: '350 5th Ave', address2: 'Fl 21', city: 'New York', state: 'NJ' },
          ...{ postalCode: '10118', country: 'US' },
        },
      ],
    },
  ],
};

export const checkAnswer: JsonSchema = {
  type: 'object',
  required: ['results'],
  properties: {
    results: {
      type: 'array',
      description: 'One for each address, in their order.',
      items: {
        type: 'object',
        required: ['state', 'issues'],
        properties: {
          state: {
            enum: ['verified', 'corrected', 'doubtful', 'unknown'],
            description:
              'verified: nothing speaks against it; corrected: the suggestion is what was meant; doubtful: a person must look; unknown: there is no data for the country, so only its form was checked.',
          },
          issues: {
            type: 'array',
            items: {
              type: 'object',
              required: ['code', 'path', 'message'],
              properties: { code: part(60), path: part(40), message: { type: 'string' } },
            },
          },
          suggestion: {
            type: 'object',
            description: 'The parts that would be otherwise.',
            properties: {
              address1: part(60),
              address2: part(60),
              city: part(35),
              state: part(30),
              postalCode: part(10),
              country,
            },
          },
          residential: { type: 'boolean', description: 'Where the words of the address give it away.' },
        },
      },
    },
  },
  examples: [
    {
      results: [
        {
          state: 'corrected',
          issues: [
            {
              code: 'addresses.stateMismatch',
              path: 'state',
              message: 'This postal code lies in NY: wrong ship-to address.',
            },
          ],
          suggestion: { state: 'NY' },
        },
      ],
    },
  ],
};

export const suggestBody: JsonSchema = {
  type: 'object',
  required: ['country'],
  properties: {
    country,
    postalCode: { ...part(10), description: 'From three signs on.' },
    city: { ...part(60), description: 'From two letters on.' },
    state: { ...part(30), description: 'Narrows down cities.' },
  },
  examples: [{ country: 'US', city: 'new y', state: 'NY' }],
};

export const suggestAnswer: JsonSchema = {
  type: 'object',
  required: ['places'],
  properties: {
    places: {
      type: 'array',
      maxItems: 10,
      items: {
        type: 'object',
        required: ['city', 'state', 'postalCodes', 'more'],
        properties: {
          city: { type: 'string' },
          state: { type: 'string' },
          postalCodes: {
            type: 'array',
            maxItems: 20,
            items: { type: 'string' },
            description: 'Those that fit what was typed; in Canada the first three characters.',
          },
          more: { type: 'boolean', description: 'Whether the place has more codes than are shown.' },
        },
      },
    },
  },
  examples: [{ places: [{ city: 'Chino', state: 'CA', postalCodes: ['91708', '91710'], more: false }] }],
};
