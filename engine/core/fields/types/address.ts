import type { FieldMeta } from '../../meta/entity.ts';
import { issue, type Issue, type Outcome } from '../../meta/issue.ts';
import { boolean } from './boolean.ts';
import { country } from './country.ts';
import { defineFieldType } from '../define-field-type.ts';
import { email } from './email.ts';
import type { FieldType } from '../field-type.ts';
import { presenceOperators } from '../operators.ts';
import { accept, refuse } from '../read/outcome.ts';
import { phone } from './phone.ts';
import { plainText } from '../read/plain-text.ts';
import { postalCode } from './postal-code.ts';
import { postalCodeFits } from '../postal-code-fits.ts';
import { isPlainObject, jsonOfText, type PlainObject } from '../read/read-json.ts';
import { text } from './text.ts';

const part = (type: FieldType, maxLength?: number): { type: FieldType; field: FieldMeta } => ({
  type,
  field: maxLength === undefined ? { type: type.name } : { type: type.name, maxLength },
});

/** The parts of an address in the order they are kept and read. Lines are as long as labels print them. */
export const addressParts = Object.freeze({
  name: part(text, 50),
  company: part(text, 50),
  line1: part(text, 35),
  line2: part(text, 35),
  line3: part(text, 35),
  city: part(text, 30),
  state: part(text, 30),
  postalCode: part(postalCode),
  country: part(country),
  phone: part(phone),
  email: part(email),
  residential: part(boolean),
});

/** A postal address in parts; those that are empty are left out. Issues carry the part as their path. */
export const address = defineFieldType({
  name: 'address',
  traits: { sortable: false, groupable: false, fullWidth: true, shrinkable: true, defaultable: false, width: 280 },
  operators: presenceOperators,
  column: { type: 'jsonb' },
  cel: 'map',
  jsonSchema: {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(addressParts).map(([key, { type, field }]) => [key, type.jsonSchema(field)]),
    ),
    required: ['line1', 'city', 'country'],
    additionalProperties: false,
  },
  read: (input) => {
    const value = typeof input === 'string' ? jsonOfText(input) : input;
    return isPlainObject(value) ? readParts(value) : refuse('address.invalid');
  },
  write: (value) => (isPlainObject(value) ? written(value) : plainText(value)),
  samples: {
    valid: [
      { line1: '350 5th Ave', city: 'New York', state: 'NY', postalCode: '10118', country: 'US' },
      {
        name: 'Ann Lee',
        line1: '1 Rue de Rivoli',
        city: 'Paris',
        postalCode: '75001',
        country: 'FR',
        residential: true,
      },
    ],
    invalid: [
      { line1: '350 5th Ave' },
      { line1: '350 5th Ave', city: 'New York', country: 'US' },
      { line1: '350 5th Ave', city: 'New York', state: 'NY', postalCode: '1011', country: 'US' },
      { line1: 'x'.repeat(36), city: 'Paris', country: 'FR' },
      { line1: '1 Rue de Rivoli', city: 'Paris', country: 'France' },
      'somewhere',
      ['350 5th Ave'],
      7,
    ],
  },
});

const readParts = (value: PlainObject): Outcome<PlainObject | null> => {
  const parts: PlainObject = {};
  const issues: Issue[] = [];
  for (const [key, { type, field }] of Object.entries(addressParts)) {
    const outcome = type.parse(Object.hasOwn(value, key) ? value[key] : null, field);
    if (!outcome.ok) issues.push(...outcome.issues.map((one) => ({ ...one, path: key })));
    else if (outcome.value !== null) parts[key] = outcome.value;
  }
  if (issues.length === 0 && Object.keys(parts).length === 0) return accept(null);
  issues.push(...missing(parts, issues), ...misfits(parts));
  return issues.length > 0 ? { ok: false, issues } : accept(parts);
};

/** Where the state is part of every address. */
const countriesWithStates: readonly unknown[] = ['US', 'CA', 'PR'];

const missing = (parts: PlainObject, known: readonly Issue[]): Issue[] =>
  ['line1', 'city', 'country', ...(countriesWithStates.includes(parts.country) ? ['state'] : [])]
    .filter((key) => parts[key] === undefined && !known.some((one) => one.path === key))
    .map((key) => issue('address.required', key));

const misfits = (parts: PlainObject): Issue[] => {
  const code = plainText(parts.postalCode);
  return code === '' || postalCodeFits(code, plainText(parts.country))
    ? []
    : [issue('postalCode.invalid', 'postalCode')];
};

const written = (value: PlainObject): string => {
  const words = (...keys: string[]): string =>
    keys
      .map((key) => plainText(value[key]))
      .filter((word) => word !== '')
      .join(' ');
  return [
    words('name'),
    words('company'),
    words('line1'),
    words('line2'),
    words('line3'),
    words('city'),
    words('state', 'postalCode'),
    words('country'),
  ]
    .filter((line) => line !== '')
    .join(', ');
};
