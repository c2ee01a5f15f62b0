import { textual } from '../textual.ts';

/** A number counted out when the record is added, such as `RC-2601-000042`. */
export const sequence = textual({
  name: 'sequence',
  traits: { inLines: false, calculated: true, exact: true, pasteable: false, defaultable: false, width: 168 },
  maxLength: 64,
  options: { sequence: { type: 'text', required: true, maxLength: 60 } },
  samples: { valid: ['RC-2601-000042', '7'], invalid: ['x'.repeat(65), 'a\nb', {}, true] },
});
