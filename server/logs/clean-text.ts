const halfCharacters = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** A text that Postgres accepts, truncated: without zero bytes or lone surrogates. */
export const cleanText = (text: string, most: number): string =>
  text.replaceAll('\0', '').replace(halfCharacters, '\ufffd').slice(0, most).replace(halfCharacters, '');
