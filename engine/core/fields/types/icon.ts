import { textual } from '../textual.ts';

/** The kebab-case name of an icon; which names draw something is the browser's business. */
export const icon = textual({
  name: 'icon',
  maxLength: 64,
  shape: '^[a-z][a-z0-9]*(-[a-z0-9]+)*$',
  operators: ['eq', 'in', 'empty', 'notEmpty'],
  check: (text) => (/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(text) ? null : 'icon.invalid'),
  samples: { valid: ['inbox', 'arrow-left', 'grid-2'], invalid: ['Inbox', 'arrow_left', '-x', 'x-', '<svg>', {}] },
});
