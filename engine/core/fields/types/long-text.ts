import { lengthOptions, textual } from '../textual.ts';

/** Several lines. 20,000 characters unless the field says otherwise. */
export const longText = textual({
  name: 'longText',
  traits: { groupable: false, fullWidth: true, shrinkable: true, width: 260 },
  maxLength: 20_000,
  extensible: true,
  multiline: true,
  operators: ['contains', 'empty', 'notEmpty'],
  options: lengthOptions,
  samples: {
    valid: ['One line', 'First\nSecond\n\nFourth', 'a\tb'],
    invalid: ['nul\u0000', 'escape \u001b[0m', 'x'.repeat(20_001), false, {}, []],
  },
});
