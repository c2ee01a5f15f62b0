import { textual } from '../textual.ts';

/** Digits with `+ - ( )` and spaces, 5 to 25 characters, kept as typed: how a country groups its numbers is its own. */
export const phone = textual({
  name: 'phone',
  traits: { exact: true },
  maxLength: 25,
  shape: '^[0-9+() -]{5,25}$',
  check: (text) =>
    /^[0-9+() -]{5,25}$/.test(text) && text.replace(/[^0-9]/g, '').length >= 5 ? null : 'phone.invalid',
  samples: {
    valid: ['12125550123', '+1 (212) 555-0123', '55512'],
    invalid: ['1234', '+1 212 CALL', '-----', '(+) - (+)', '２１２５５５０１２３', [], {}],
  },
});
