import { describe, expect, it } from 'vitest';
import type { Typed } from '../../../server/domain/addresses/address.ts';
import { checkAddress } from '../../../server/domain/addresses/check-address.ts';
import { postal } from '../../../server/domain/addresses/postal/postal-data.ts';

/** `street / second line / city, state code, country`; what is found as `state: issues -> suggestion`. */
function judge(text: string, more: Partial<Typed> = {}): string {
  const [address1 = '', address2 = '', place = ''] = text.split(' / ');
  const [city = '', region = '', country = 'US'] = place.split(', ');
  const [, state = '', postalCode = ''] =
    /^([A-Z]{2}(?= )|[A-Z][a-z]+(?: [A-Z][a-z]+)*(?= )|)\s*(.*)$/.exec(region) ?? [];
  const typed = { name: 'Ann Lee', address1, address2: address2 || null, city, state, postalCode, country, ...more };
  const { state: judged, issues, suggestion } = checkAddress(typed, postal());
  const found = issues.map(({ code, path }) => `${code.replace('addresses.', '')}@${path}`).join(' ');
  const taken = suggestion ? ` -> ${Object.values(suggestion).join(' ')}` : '';
  return `${judged}${found && `: ${found}`}${taken}`;
}

describe('a place in the United States', () => {
  it.each([
    ['350 5th Ave /  / New York, NY 10118', 'verified'],
    ['350 5th Ave /  / NYC, NY 10118-0110', 'verified'],
    ['700 Clark Ave /  / St. Louis, MO 63102', 'verified'],
    ['700 Clark Ave /  / SAINT LOUIS, MO 631021234', 'verified'],
    // A neighbour's name under the same sorting centre.
    ['18000 Gale Ave /  / La Puente, CA 91748', 'verified'],
    // State and code: the city says which of them is wrong.
    ['350 5th Ave /  / New York, NJ 10118', 'corrected: stateMismatch@state -> NY'],
    ['350 5th Ave /  / Chino, CA 10118', 'doubtful: postalMismatch@postalCode'],
    ['1 Main St /  / Nowhere Town, NJ 10118', 'doubtful: stateMismatch@state -> NY New York'],
    // Both states have a city of that name.
    ['1 Main St /  / Portland, OR 04101', 'doubtful: stateMismatch@state -> ME'],
    ['4100 Fillmore St /  / Chino, CA 90710', 'corrected: postalOfCity@postalCode -> 91710'],
    ['350 5th Ave /  / Buffalo, NY 10118', 'doubtful: postalOfCity@postalCode'],
    ['4100 Fillmore St /  / Chinno, CA 91710', 'corrected: citySpelling@city -> Chino'],
    ['1 Main St /  / Xyzzy Falls, CA 91710', 'doubtful: cityUnknown@city -> Chino'],
    ['1 Main St /  / , CA 91710', 'corrected: cityMissing@city -> Chino'],
    ['1 Main St /  / Chino, 91710', 'corrected: stateMissing@state -> CA'],
    ['1 Main St /  / Newark, New Jersey 07114', 'corrected: stateSpelling@state -> NJ'],
    ['1 Main St /  / Newark, XX 07114', 'corrected: stateUnknown@state -> NJ'],
    // Spreadsheets drop zeros, hands take letters for digits.
    ['1 Main St /  / Newark, NJ 7114', 'corrected: postalSpelling@postalCode -> 07114'],
    ['1 Main St /  / Newark, NJ 71141234', 'corrected: postalSpelling@postalCode -> 07114-1234'],
    ['1 Main St /  / Beverly Hills, CA 9O21O', 'corrected: postalSpelling@postalCode -> 90210'],
    ['1 Main St /  / Chino, CA 9171', 'doubtful: postalFormat@postalCode'],
    ['1 Main St /  / Chino, CA ABCDE', 'doubtful: postalFormat@postalCode'],
    ['1 Main St /  / Newark, NJ 00000', 'doubtful: postalUnknown@postalCode'],
    ['1 Main St /  / Chino, CA 91777', 'doubtful: postalUnknown@postalCode'],
  ])('%s', (text, found) => {
    expect(judge(text)).toBe(found);
  });
});

describe('Puerto Rico, the territories and the armed forces', () => {
  it.each([
    ['1 Calle Sol /  / San Juan, PR 00907, PR', 'verified'],
    ['1 Calle Sol /  / San Juan, PR 907, PR', 'corrected: postalSpelling@postalCode -> 00907'],
    ['1 Calle Sol /  / San Juan, 00907, PR', 'corrected: stateMissing@state -> PR'],
    ['1 Calle Sol /  / San Juan, PR 10001, PR', 'doubtful: postalMismatch@postalCode'],
    ['1 Calle Sol /  / San Juan, PR 00907', 'corrected: countryOfCode@country -> PR'],
    ['1 Calle Sol /  / San Juan, NY 00907', 'corrected: countryOfCode@country -> PR PR'],
    ['1 Marine Dr /  / Tamuning, GU 96913', 'corrected: countryOfCode@country -> GU'],
    ['1 Main St /  / Charlotte Amalie, VI 00802', 'corrected: countryOfCode@country -> VI'],
    ['PSC 3 Box 5120 /  / APO, AE 09021', 'doubtful: military@city'],
    ['PSC 3 Box 5120 /  / Berlin, AE 09021', 'doubtful: militaryCity@city military@city -> APO'],
    ['Unit 100100 Box 4120 /  / FPO, AE 96691', 'doubtful: militaryState@state military@city -> AP'],
    ['12 Elm St /  / DPO, AA 34024', 'doubtful: militaryLine@address1 military@city'],
    ['PSC 3 Box 5120 /  / APO, AE 10001', 'doubtful: militaryCode@postalCode'],
  ])('%s', (text, found) => {
    expect(judge(text)).toBe(found);
  });
});

describe('a place in Canada', () => {
  it.each([
    ['290 Bremner Blvd /  / Toronto, ON M5V 3L9, CA', 'verified'],
    ['290 Bremner Blvd /  / Toronto, ON m5v3l9, CA', 'verified'],
    // A district of the same city, and a village behind one rural code.
    ['5000 Yonge St /  / Toronto, ON M2N 7E9, CA', 'verified'],
    ['12 Range Rd /  / Two Hills, AB T0B 4K0, CA', 'verified'],
    ['5 Rue Royale /  / Trois-Rivieres, QC G8Z 1A1, CA', 'verified'],
    ['290 Bremner Blvd /  / Toronto, BC M5V 3L9, CA', 'corrected: stateMismatch@state -> ON'],
    ['290 Bremner Blvd /  / Calgary, AB M5V 3L9, CA', 'doubtful: postalMismatch@postalCode'],
    ['290 Bremner Blvd /  / Vancouver, ON M5V 3L9, CA', 'doubtful: cityUnknown@city -> Toronto'],
    ['290 Bremner Blvd /  / Toronto, ON K1A 0B1, CA', 'doubtful: postalOfCity@postalCode'],
    ['1 Elgin St /  / Ottava, ON K1P 1J1, CA', 'corrected: citySpelling@city -> Ottawa'],
    ['290 Bremner Blvd /  / Toronto, ON MSV 3L9, CA', 'corrected: postalSpelling@postalCode -> M5V 3L9'],
    ['290 Bremner Blvd /  / Toronto, ON M5V 3F9, CA', 'doubtful: postalFormat@postalCode'],
    ['290 Bremner Blvd /  / Toronto, ON W5V 3L9, CA', 'doubtful: postalFormat@postalCode'],
    ['290 Bremner Blvd /  / Toronto, ON 90210, CA', 'doubtful: postalFormat@postalCode'],
    ['290 Bremner Blvd /  / Toronto, Ontario M5V 3L9, CA', 'corrected: stateSpelling@state -> ON'],
    ['290 Bremner Blvd /  / Toronto, M5V 3L9, CA', 'corrected: stateMissing@state -> ON'],
  ])('%s', (text, found) => {
    expect(judge(text)).toBe(found);
  });
});

describe('elsewhere', () => {
  it.each([
    ['10 Downing St /  / London, SW1A 2AA, GB', 'unknown'],
    ['10 Downing St /  / London, 10118, GB', 'doubtful: postalFormat@postalCode'],
    ['Unter den Linden 1 /  / Berlin, 10117, DE', 'unknown'],
    ['Unter den Linden 1 /  / Berlin, 1011, DE', 'doubtful: postalFormat@postalCode'],
    ['Keizersgracht 1 /  / Amsterdam, 1015 CJ, NL', 'unknown'],
    ['Rua Direita 1 /  / Lisboa, 1000-001, PT', 'unknown'],
    ['12 Nathan Rd /  / Kowloon, , HK', 'unknown'],
    ['12 Long St /  / Cape Town, , ZA', 'doubtful: required@postalCode'],
    ['Calle Mayor 1 /  / , 28013, ES', 'doubtful: cityMissing@city'],
  ])('%s knows the form of the code alone', (text, found) => {
    expect(judge(text)).toBe(found);
  });
});

describe('the lines', () => {
  const chino = 'Chino, CA 91710';
  it.each([
    ['12 Elm St / Apt 6', 'verified'],
    ['12 Elm St #301 / ', 'verified'],
    ['12 Elm St / #301', 'verified'],
    ['12 Elm St / 301', 'verified'],
    ['12 Sunset Towers / 2nd floor', 'verified'],
    ['12 Sunset Towers / second floor', 'verified'],
    ['12 Sunset Towers / Ste B', 'verified'],
    ['12 Sunset Towers / Suite 110', 'verified'],
    ['12 Sunset Towers / Unit C-4', 'verified'],
    ['12 Sunset Towers / Acme Logistics', 'verified'],
    ['12 Sunset Towers PH 4 / ', 'verified'],
    ['12 Sunset Apartments Bldg 3 / ', 'verified'],
    ['12 Sunset Towers / ', 'doubtful: unitMissing@address2'],
    ['12 Elm Apartments / ', 'doubtful: unitMissing@address2'],
    ['12 Elm St Apt / ', 'doubtful: unitEmpty@address1'],
    ['12 Elm St / Unit', 'doubtful: unitEmpty@address2'],
    ['12 Elm St / #', 'doubtful: unitEmpty@address2'],
    ['Elm Street / ', 'doubtful: noNumber@address1'],
    ['One Market Plaza / ', 'verified'],
    ['PO Box 12 / ', 'doubtful: postBox@address1'],
    ['P.O. Box 12 / ', 'doubtful: postBox@address1'],
    ['12 Elm St / PMB 204', 'verified'],
    ['1 Apt Road / ', 'verified'],
    ['12345 Extraordinarily Long Boulevard Name / ', 'doubtful: tooLong@address1'],
    [' / ', 'doubtful: required@address1'],
  ])('%s', (text, found) => {
    expect(judge(`${text} / ${chino}`)).toBe(found);
  });

  it('are Latin letters, with their accents', () => {
    expect(judge('12 Elm St /  / Chino, CA 91710', { name: '\u674e\u96f7' })).toBe('doubtful: letters@name');
    expect(judge('12 Elm St /  / Chino, CA 91710', { name: 'Zo\u00eb \u0141uczak' })).toBe('verified');
  });

  it('give away whether people live there', () => {
    const of = (address1: string, company: string | null = null) =>
      checkAddress({ address1, company, city: 'Chino', state: 'CA', postalCode: '91710', country: 'US' }, postal())
        .residential;
    expect(of('12 Elm St Apt 6')).toBe(true);
    expect(of('12 Elm St Suite 6', 'Acme')).toBe(false);
    expect(of('12 Elm St')).toBeUndefined();
  });
});

it('looks at five hundred addresses in a moment', () => {
  const typed = { address1: '1 M St', city: 'Los Angeless', state: 'CA', postalCode: '90001', country: 'US' };
  const data = postal();
  const started = performance.now();
  for (let row = 0; row < 500; row++) checkAddress(typed, data);
  expect(performance.now() - started).toBeLessThan(500);
});
