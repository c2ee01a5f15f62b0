/** Forms of postal codes where there is no data: `9` a digit, `A` a letter, `?` either; spaces and hyphens do not count. */
const forms: Readonly<Record<string, string>> = {
  ...{ AR: '9999,A9999AAA', AT: '9999', AU: '9999', BE: '9999', BG: '9999', BR: '99999999', CH: '9999', CL: '9999999' },
  ...{ CN: '999999', CY: '9999', CZ: '99999', DE: '99999', DK: '9999', EE: '99999', ES: '99999', FI: '99999' },
  ...{ FR: '99999', GR: '99999', HR: '99999', HU: '9999', ID: '99999', IL: '9999999,99999', IN: '999999', IT: '99999' },
  ...{
    IS: '999',
    JP: '9999999',
    KR: '99999',
    LI: '9999',
    LT: '99999',
    LU: '9999',
    LV: '9999',
    MX: '99999',
    MY: '99999',
  },
  ...{ NL: '9999AA', NO: '9999', NZ: '9999', PH: '9999', PL: '99999', PT: '9999999', RO: '999999', RU: '999999' },
  ...{
    SA: '99999,999999999',
    SE: '99999',
    SG: '999999',
    SI: '9999',
    SK: '99999',
    TH: '99999',
    TR: '99999',
    TW: '99999,999999,999',
  },
  ...{
    UA: '99999',
    VN: '999999,99999',
    ZA: '9999',
    MT: 'AAA9999',
    PE: '99999',
    CO: '999999',
    EC: '999999',
    CR: '99999',
  },
  ...{ GB: 'A99AA,A999AA,AA99AA,AA999AA,A9A9AA,AA9A9AA', IE: 'A?????' },
};

/** Countries and regions that write no postal codes. */
const without = new Set([
  'AE',
  'AG',
  'AO',
  'AW',
  'BO',
  'BS',
  'BZ',
  'DM',
  'FJ',
  'GD',
  'GH',
  'HK',
  'JM',
  'KN',
  'LC',
  'MO',
  'PA',
  'QA',
  'SR',
  'UG',
  'ZW',
]);

export const hasPostalCodes = (country: string): boolean => !without.has(country);

/** Whether a code has its country's form; true where none is known. */
export function fitsForm(country: string, code: string): boolean {
  const form = Object.hasOwn(forms, country) ? forms[country] : undefined;
  if (form === undefined) return true;
  const plain = code
    .toUpperCase()
    .replace(/[\s-]/g, '')
    .replace(new RegExp(`^${country}(?=\\d)`), '');
  const shape = plain.replace(/[A-Z]/g, 'A').replace(/\d/g, '9');
  return form
    .split(',')
    .some((one) => one.length === shape.length && [...one].every((sign, at) => sign === '?' || sign === shape[at]));
}
