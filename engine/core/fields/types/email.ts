import { textual } from '../textual.ts';

const local = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const domain = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{2,59})$/i;

/** The addresses that mail servers accept in practice: RFC 5321 without quoted names, address literals and comments. */
export const email = textual({
  name: 'email',
  traits: { shrinkable: true, width: 220 },
  maxLength: 254,
  check: (text) => {
    const at = text.lastIndexOf('@');
    const fits = at > 0 && at <= 64 && local.test(text.slice(0, at)) && domain.test(text.slice(at + 1));
    return fits ? null : 'email.invalid';
  },
  samples: {
    valid: ['ann@example.com', 'first.last+tag@mail.example.co.uk', "o'neil@example.org"],
    invalid: [
      'ann',
      'ann@',
      '@example.com',
      'ann@example',
      'a..b@example.com',
      'a b@example.com',
      'ann@-x.com',
      'ann@exa_mple.com',
      {},
    ],
  },
});
