import { countries } from '../countries.ts';
import { equalityOperators } from '../operators.ts';
import { textual } from '../textual.ts';

/** ISO 3166-1 alpha-2, in capitals. Lower case is accepted from files only. */
export const country = textual({
  name: 'country',
  traits: { width: 140 },
  maxLength: 2,
  shape: '^[A-Z]{2}$',
  operators: equalityOperators,
  fromCell: (text) => text.toUpperCase(),
  check: (text) => (!/^[A-Z]{2}$/.test(text) ? 'country.invalid' : countries.has(text) ? null : 'country.unknown'),
  samples: { valid: ['US', 'CN', 'PR'], invalid: ['us', 'XX', 'U1', 'ＵＳ', {}, []] },
});
