/** States, districts, territories, armed forces and provinces by their two letters, as people write them too. */
const american = `
AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|DC District of Columbia
FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine
MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada
NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon
PA Pennsylvania|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia
WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming|PR Puerto Rico|GU Guam|VI Virgin Islands|AS American Samoa
MP Northern Mariana Islands|AA Armed Forces Americas|AE Armed Forces Europe|AP Armed Forces Pacific`;
const canadian = `
AB Alberta|BC British Columbia|MB Manitoba|NB New Brunswick|NL Newfoundland and Labrador|NS Nova Scotia
NT Northwest Territories|NU Nunavut|ON Ontario|PE Prince Edward Island|QC Quebec|SK Saskatchewan|YT Yukon`;

const read = (list: string): ReadonlyMap<string, string> =>
  new Map(
    list.split(/[|\n]/).flatMap((entry) => {
      const [, code = '', name = ''] = /^([A-Z]{2}) (.+)$/.exec(entry.trim()) ?? [];
      return code === '' ? [] : ([[code, code] as const, [name.toUpperCase(), code] as const] as const);
    }),
  );
const us = read(american);
const ca = new Map([...read(canadian), ['QUÉBEC', 'QC'], ['NEWFOUNDLAND', 'NL'], ['PQ', 'QC']]);

/** The two letters of a state of the country, written either way; null where it is none. */
export function stateCode(country: 'US' | 'CA', text: string): string | null {
  const plain = text.trim().replaceAll('.', '').toUpperCase();
  return (country === 'US' ? us : ca).get(plain) ?? null;
}

/** Territories with US codes that carriers take for countries of their own. */
const territories: readonly (readonly [country: string, first: number, last: number])[] = [
  ['PR', 600, 799],
  ['VI', 800, 899],
  ['PR', 900, 999],
  ['AS', 96_799, 96_799],
  ['GU', 96_910, 96_932],
  ['PW', 96_939, 96_940],
  ['FM', 96_941, 96_944],
  ['MP', 96_950, 96_952],
  ['MH', 96_960, 96_970],
];

export const territoryOf = (zip: string): string | null =>
  territories.find(([, first, last]) => Number(zip) >= first && Number(zip) <= last)?.[0] ?? null;

export const isMilitaryState = (state: string): boolean => /^A[AEP]$/.test(state);

/** The armed forces' state of a code. */
export function militaryStateOf(zip: string): string | null {
  if (zip.startsWith('340')) return 'AA';
  if (zip.startsWith('09')) return 'AE';
  return /^96[2-6]/.test(zip) ? 'AP' : null;
}
