const halfCharacters = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** A text as Postgres can keep it, cut to so many characters: neither zeros nor halves of characters. */
export const cleanText = (text: string, most: number): string =>
  text.replaceAll('\0', '').replace(halfCharacters, '\ufffd').slice(0, most).replace(halfCharacters, '');
