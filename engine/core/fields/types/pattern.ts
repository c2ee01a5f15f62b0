import { isLinearPattern, maxPattern } from '../linear-pattern.ts';
import { textual } from '../textual.ts';

/** A regular expression for the linear-time engine: no look-around and no back references, so none can be slow. */
export const pattern = textual({
  name: 'pattern',
  maxLength: maxPattern,
  operators: ['empty', 'notEmpty'],
  check: (text) => (isLinearPattern(text) ? null : 'pattern.invalid'),
  samples: {
    valid: ['[A-Z]{2}\\d{4}', '.*', '(a|b)+', '\\p{L}+'],
    invalid: ['(', '[z-a]', '(?=x)', '(a)\\1', 'a'.repeat(201), {}],
  },
});
