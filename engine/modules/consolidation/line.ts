/** What a line of the scanner, the scale or the keyboard means while a main bill is being loaded. */
export type Line =
  | { readonly kind: 'off' }
  | { readonly kind: 'undo' }
  | { readonly kind: 'weight'; readonly weight: number; readonly unitType: '0' | '1' | null }
  | { readonly kind: 'sides'; readonly sides: readonly [number, number, number] }
  | { readonly kind: 'number' };

const figure = (text: string | undefined): number => Number((text ?? '').replace(',', '.'));

/** Box numbers have four signs at least, weights three digits at most; keyboards of other countries make other signs of the hyphen. */
export function lineOf(text: string): Line {
  const line = text.trim().toUpperCase();
  const command = /^LD[^A-Z0-9]?(OFF|UNDO)$/.exec(line)?.[1];
  if (command) return { kind: command === 'OFF' ? 'off' : 'undo' };
  const [, weight, unit] = /^(\d{1,3}(?:[.,]\d{1,3})?)\s*(KG|LB)?$/.exec(line) ?? [];
  if (weight !== undefined && figure(weight) > 0)
    return { kind: 'weight', weight: figure(weight), unitType: unit === 'LB' ? '0' : unit === 'KG' ? '1' : null };
  const side = String.raw`(\d{1,3}(?:[.,]\d{1,2})?)`;
  const [, ...sides] = new RegExp(String.raw`^${side}\s*[X×*]\s*${side}\s*[X×*]\s*${side}$`).exec(line) ?? [];
  if (sides.length === 3 && sides.every((each) => figure(each) > 0))
    return { kind: 'sides', sides: [figure(sides[0]), figure(sides[1]), figure(sides[2])] };
  return { kind: 'number' };
}
