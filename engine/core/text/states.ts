/** The states, districts, territories and provinces that a North American address may name, by their two letters. */
const listed = `
AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|DC District of Columbia
FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine
MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada
NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon
PA Pennsylvania|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia
WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming|PR Puerto Rico|GU Guam|VI Virgin Islands|AS American Samoa
AA Armed Forces Americas|AE Armed Forces Europe|AP Armed Forces Pacific
AB Alberta|BC British Columbia|MB Manitoba|NB New Brunswick|NL Newfoundland and Labrador|NS Nova Scotia|NT Northwest Territories
NU Nunavut|ON Ontario|PE Prince Edward Island|QC Quebec|SK Saskatchewan|YT Yukon`;

interface Known {
  codes: ReadonlySet<string>;
  byName: ReadonlyMap<string, string>;
}

let known: Known | null = null;

function read(): Known {
  const pairs = listed.split(/[|\n]/).flatMap((entry) => {
    const [, code = '', name = ''] = /^([A-Z]{2}) (.+)$/.exec(entry.trim()) ?? [];
    return code === '' ? [] : [[code, name] as const];
  });
  return {
    codes: new Set(pairs.map(([code]) => code)),
    byName: new Map(pairs.map(([code, name]) => [name.toLowerCase(), code])),
  };
}

/** The two letters of a state written either way, or null. */
export function stateCode(text: string): string | null {
  known ??= read();
  const plain = text.trim().replace(/\.$/, '');
  const upper = plain.toUpperCase().replaceAll('.', '');
  return known.codes.has(upper) ? upper : (known.byName.get(plain.toLowerCase()) ?? null);
}
