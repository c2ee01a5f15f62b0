import { textual } from '../textual.ts';

/** An absolute web address, http or https, kept as typed. */
export const url = textual({
  name: 'url',
  maxLength: 2048,
  check: (text) => (isWebAddress(text) ? null : 'url.invalid'),
  samples: {
    valid: ['https://example.com', 'http://example.com:8080/a/b?c=d#e', 'https://例え.jp/'],
    invalid: [
      'example.com',
      'javascript:alert(1)',
      'ftp://example.com',
      'https://',
      'https://a b.com',
      'http:\\\\example.com',
      'data:text/html,x',
      'https://user:word@example.com',
      {},
    ],
  },
});

/** No script, no blanks, no credentials: an address that is safe to put into a link. */
export const isWebAddress = (text: string): boolean => {
  if (!/^https?:\/\/[^\s\\]+$/i.test(text) || !URL.canParse(text)) return false;
  const { hostname, username, password } = new URL(text);
  return hostname !== '' && username === '' && password === '';
};
