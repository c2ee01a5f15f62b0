import { postalCodeFits } from '../postal-code-fits.ts';
import { textual } from '../textual.ts';

/** A postal code of any country, in capitals. Inside an address the country's own form is asked for. */
export const postalCode = textual({
  name: 'postalCode',
  maxLength: 10,
  shape: '^[A-Z0-9][A-Z0-9 -]{1,8}[A-Z0-9]$',
  normalize: (text) => text.toUpperCase(),
  check: (text) => (postalCodeFits(text) ? null : 'postalCode.invalid'),
  samples: {
    valid: ['90210', '90210-1234', '902101234', 'M5V 3L9', '200120', '1234 AB', '123'],
    invalid: ['12', 'ABC', 'A1B', '９０２１０', '90210_1234', '90210-12345', '-1234', {}, []],
  },
});
