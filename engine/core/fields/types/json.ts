import { defineFieldType } from '../define-field-type.ts';
import { presenceOperators } from '../operators.ts';
import { refuse } from '../read/outcome.ts';
import { jsonOfText, readJson } from '../read/read-json.ts';

/** Any JSON object or list, for what has no shape of its own. Its text is accepted too. */
export const json = defineFieldType({
  name: 'json',
  traits: { sortable: false, groupable: false, listable: false, fullWidth: true, defaultable: false },
  // For data that is larger than settings are, such as the places of a chart.
  options: { maxLength: { type: 'integer', min: 1 } },
  operators: presenceOperators,
  column: { type: 'jsonb' },
  cel: 'map',
  jsonSchema: { type: ['object', 'array'] },
  read: (input, { maxLength }) => {
    const value = typeof input === 'string' ? jsonOfText(input, maxLength) : input;
    return typeof value === 'object' && value !== null ? readJson(value, maxLength) : refuse('json.invalid');
  },
  write: (value, { maxLength }) => {
    const plain = readJson(value, maxLength);
    return plain.ok ? JSON.stringify(plain.value) : '';
  },
  samples: {
    valid: [{}, { a: 1, b: [true, null, 'x'] }, [1, 2]],
    invalid: ['{', 'text', '1', 7, true, JSON.parse('{"__proto__": {"a": 1}}'), { a: 'nul\u0000' }, { a: Number.NaN }],
  },
});
