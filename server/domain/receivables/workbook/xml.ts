export const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
export const packaged = 'http://schemas.openxmlformats.org/package/2006';

/** Never between the halves of a surrogate pair. */
export function cut(text: string, length: number): string {
  let kept = '';
  for (const letter of text) {
    if (kept.length + letter.length > length) break;
    kept += letter;
  }
  return kept;
}

/** A cell holds 32,767 characters; what XML cannot hold at all is left out. */
export const escaped = (text: string): string =>
  cut(text, 32_767)
    .replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, (letter) => ('\t\n\r'.includes(letter) ? letter : ''))
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

export const attribute = (text: string): string => escaped(text).replaceAll('"', '&quot;');
