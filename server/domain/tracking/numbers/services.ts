/** The product by the two signs behind the shipper's number. */
const ups: Readonly<Record<string, string>> = {
  '01': 'UPS Next Day Air',
  '02': 'UPS 2nd Day Air',
  '03': 'UPS Ground',
  '12': 'UPS 3 Day Select',
  '13': 'UPS Next Day Air Saver',
  '15': 'UPS Next Day Air Early',
  '22': 'UPS Ground Returns Plus',
  '32': 'UPS Next Day Air Early',
  '33': 'UPS Next Day Air Early',
  '41': 'UPS Next Day Air Early',
  '42': 'UPS Ground',
  '44': 'UPS Next Day Air',
  '66': 'UPS Worldwide Express',
  '72': 'UPS Ground',
  '78': 'UPS Ground Returns Plus',
  '90': 'UPS Ground Returns',
  A0: 'UPS Next Day Air Early',
  A1: 'UPS Next Day Air Early',
  A2: 'UPS Next Day Air',
  A8: 'UPS Ground',
  A9: 'UPS Next Day Air Early',
  AA: 'UPS Next Day Air Early',
  YW: 'UPS SurePost',
};

export const serviceOfUps = (code: string): string | undefined => ups[code];

/** The kind of confirmation of a short postal number, by its first two digits. */
const confirmations: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['01', '02', '03', '04', '05', '06', '07', '08', '14'].map((code) => [code, 'USPS Delivery Confirmation']),
  ),
  ...Object.fromEntries(
    ['21', '22', '23', '24', '25', '26', '34'].map((code) => [code, 'USPS Signature Confirmation']),
  ),
  ...{ '73': 'USPS Insured Mail', '82': 'USPS Merchandise Return' },
  ...{ '83': 'USPS Merchandise Return', '85': 'USPS Merchandise Return' },
};

export function serviceOfUsps(number: string): string | undefined {
  const printed = number.replace(/^420\d{5}(\d{4})?(?=\d{20}$|\d{22}$|\d{26}$)/, '');
  if (printed.length === 20) return confirmations[printed.slice(0, 2)];
  if (printed.startsWith('91')) return confirmations[printed.slice(2, 4)];
  if (printed.startsWith('95')) return 'USPS Retail';
  return printed.slice(2, 5) === '612' ? 'USPS Parcel Select' : undefined;
}
