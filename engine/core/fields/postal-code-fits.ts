/**
 * Whether the text may be a postal code of the country, or of any country where none is given. Letters, digits, spaces
 * and hyphens, 3 to 10 characters, at least 3 digits; British and Canadian codes have fewer and have a form of their own.
 */
export const postalCodeFits = (code: string, country: string | null = null): boolean => {
  const own = country === null ? undefined : Object.hasOwn(forms, country) ? forms[country] : undefined;
  return own ? own.test(code) : isGeneral(code) || canadian.test(code) || british.test(code);
};

const isGeneral = (code: string): boolean =>
  /^[A-Z0-9](?:[A-Z0-9 -]{1,8})[A-Z0-9]$/.test(code) && code.replace(/[^0-9]/g, '').length >= 3;

const american = /^\d{5}(-?\d{4})?$/;
const canadian = /^[A-Z]\d[A-Z][ -]?\d[A-Z]\d$/;
const british = /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/;

const forms: Record<string, RegExp | undefined> = { US: american, PR: american, CA: canadian };
