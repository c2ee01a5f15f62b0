import { lengthOptions, textual } from '../textual.ts';

/** One line. 500 characters unless the field says otherwise: more does not fit into an index entry. */
export const text = textual({
  name: 'text',
  traits: { shrinkable: true },
  maxLength: 500,
  extensible: true,
  options: { ...lengthOptions, recordOf: { type: 'text', maxLength: 64 }, codeOf: { type: 'text', maxLength: 64 } },
  samples: {
    valid: ['A', 'Main Street 12', 'Zürich', '上海', '😀 smile', "O'Neil; --"],
    invalid: ['two\nlines', 'bell\u0007', 'nul\u0000', 'half \ud800', 'x'.repeat(501), true, {}, ['a']],
  },
});
