import { fieldTypeNames, type FieldMeta } from '../../../engine/core/meta/entity.ts';

/** Fields beyond the bare type, where a type behaves differently with its options. */
export const variants: FieldMeta[] = [
  ...fieldTypeNames.filter((type) => type !== 'lines').map((type): FieldMeta => ({ type })),
  { type: 'choice', options: ['wire', 'cash', '3'] },
  { type: 'choices', options: ['wire', 'cash', '3'] },
  { type: 'file', many: true },
  { type: 'image', many: true },
  { type: 'rollup', over: 'boxes', count: true },
  { type: 'rollup', over: 'boxes', sum: 'weight', scale: 2 },
  { type: 'money', scale: 4, min: 0, max: 1000 },
  { type: 'text', maxLength: 20, pattern: '[A-Z].*' },
  ...fieldTypeNames
    .filter((type) => type !== 'lines' && type !== 'computed')
    .map((as): FieldMeta => ({ type: 'computed', value: 'x', as })),
  {
    type: 'lines',
    fields: {
      weight: { type: 'weight', required: true, above: 0 },
      count: { type: 'integer' },
      kind: { type: 'choice', options: ['box', 'bag'] },
      item: { type: 'reference', to: 'item' },
      where: { type: 'address' },
    },
  },
];

const half = '\ud800';
/** What a broken or hostile client may send. */
export const hostile: unknown[] = [
  null,
  undefined,
  '',
  '   ',
  '\0',
  half,
  `a${half}b`,
  '\u202e',
  'x'.repeat(2_000_000),
  '9'.repeat(100_000),
  `1${'0'.repeat(500)}`,
  `${'('.repeat(5000)}a`,
  '('.repeat(199),
  '(a+)+$',
  '-0',
  -0,
  5e-324,
  1.7976931348623157e308,
  Number.NaN,
  Number.NEGATIVE_INFINITY,
  2 ** 53,
  10n ** 40n,
  true,
  Symbol('s'),
  () => 'x',
  new Date(Number.NaN),
  new Map([['a', 1]]),
  /x/,
  {},
  [],
  [[]],
  [[[[]]]],
  [undefined, null, Symbol('s')],
  Object.assign([], { length: 5 }),
  Array.from({ length: 100_000 }, () => 'x'),
  Array.from({ length: 100_000 }, () => ({})),
  Object.create(null),
  Object.create({ id: '1', type: 'doc' }),
  JSON.parse('{"__proto__": {"id": "1", "polluted": true}}'),
  JSON.parse('{"constructor": {"prototype": {"polluted": true}}, "id": {"id": {"id": 1}}}'),
  JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`),
  JSON.parse(`${'{"content":['.repeat(2000)}${']}'.repeat(2000)}`),
  { type: '__proto__' },
  { type: 'doc', content: [{ type: 'toString' }] },
  { type: 'doc', content: [null, 1, 'x'] },
  { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'x', marks: [null] }] }] },
  { toString: 1, valueOf: 1, toJSON: () => half },
  [{ id: '1', weight: '1', __proto__: { count: 1 } }],
];

/** A variant as text. */
export function title({ type, ...rest }: FieldMeta): string {
  return Object.keys(rest).length > 0 ? `${type} ${JSON.stringify(rest).slice(0, 60)}` : type;
}
