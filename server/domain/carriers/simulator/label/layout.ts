import type { Package, Party, Shipment, Stock } from '../model.ts';

/** One thing on a label, in points from the upper left corner. */
export type Mark =
  | { readonly kind: 'text'; readonly x: number; readonly y: number; readonly points: number; readonly text: string }
  | { readonly kind: 'rule'; readonly y: number; readonly thick: number }
  | {
      readonly kind: 'bars';
      readonly x: number;
      readonly y: number;
      readonly height: number;
      readonly module: number;
      readonly text: string;
    };

/** Width and height of the page in points. */
export const pages: Readonly<Record<Stock, readonly [number, number]>> = {
  '4x6': [288, 432],
  '4x675': [288, 486],
  '4x8': [288, 576],
  '4x9': [288, 648],
  letter: [612, 792],
};
export const labelWidth = 288;
const left = 12;

/** The content of a label: text and the number as a bar code, without proprietary codes of a carrier. */
export function layOut(shipment: Shipment, { seq, number, piece }: Package): Mark[] {
  const text = (x: number, y: number, points: number, words: string): Mark => ({
    kind: 'text',
    x,
    y,
    points,
    text: words,
  });
  const rule = (y: number, thick = 1): Mark => ({ kind: 'rule', y, thick });
  const references = [...new Set([...piece.references, ...shipment.references])].slice(0, 3);
  return [
    ...party(shipment.from).map((line, row) => text(left, 10 + row * 9, 7, line)),
    text(196, 10, 9, `${seq} OF ${shipment.packages.length}`),
    text(196, 24, 9, `${piece.weight} ${piece.unit}`),
    text(196, 38, 7, `SHIP ${shipment.shipDate}`),
    rule(74),
    text(left, 80, 8, 'SHIP TO:'),
    ...party(shipment.to).map((line, row) => text(30, 92 + row * 13, 10, line)),
    rule(172, 3),
    text(left, 180, 16, shipment.serviceName.replace('®', '').toUpperCase()),
    text(left, 202, 9, `TRACKING #: ${spaced(number)}`),
    rule(216),
    { kind: 'bars', x: left + 8, y: 228, height: 96, module: number.length > 15 ? 1.064 : 1.2, text: number },
    rule(336, 3),
    text(left, 344, 8, `BILLING: P/P ${shipment.account}`),
    ...references.map((reference, row) => text(left, 358 + row * 12, 8, `REF ${row + 1}: ${reference}`)),
    text(left, 412, 7, 'SIMULATED - NOT FOR CARRIAGE'),
  ];
}

const party = ({ name, company, lines, city, state, postalCode, country }: Party): string[] =>
  [name, company === name ? '' : company, ...lines, `${city} ${state} ${postalCode}`, country === 'US' ? '' : country]
    .filter(Boolean)
    .slice(0, 6)
    .map((line) => line.toUpperCase().slice(0, 35));

const spaced = (number: string): string =>
  number.startsWith('1Z')
    ? number.replace(/^(1Z)(.{3})(.{3})(.{2})(.{4})(.{4})$/, '$1 $2 $3 $4 $5 $6')
    : number.replace(/(.{4})(?=.)/g, '$1 ');
