/** Places by zone or tier, or amounts by zone, as one line each: `2: 900, 902-908`. Without a screen. */
export type Shape = 'chart' | 'places' | 'amounts';

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export interface Line {
  readonly name: string;
  readonly places: readonly string[];
}

/** The lines of a value; null where it is of another shape. */
export function linesOf(value: unknown, shape: Shape): Line[] | null {
  const held = shape === 'chart' && isPlain(value) ? value['zones'] : value;
  if (!isPlain(held)) return null;
  const lines = Object.entries(held).map(([name, said]) => ({
    name,
    places: Array.isArray(said) ? said.map(String) : [String(said)],
  }));
  return lines.every(({ places }) => places.every((place) => place !== '[object Object]')) ? lines : null;
}

/** The country that most places stand in needs not be said of each. */
export const write = (lines: readonly Line[], home: string): string =>
  lines
    .map(
      ({ name, places }) =>
        `${name}: ${places.map((place) => (place.startsWith(`${home}:`) && place.length > home.length + 1 ? place.slice(home.length + 1) : place)).join(', ')}`,
    )
    .join('\n');

export interface Fault {
  readonly line: number;
  readonly text: string;
}

/** What was typed as a value, or the lines that say nothing. */
export function read(
  text: string,
  { shape, home, before }: { shape: Shape; home: string; before: unknown },
): { value: Record<string, unknown> } | { faults: Fault[] } {
  const found: Record<string, unknown> = {};
  const faults: Fault[] = [];
  for (const [at, line] of text.normalize('NFKC').split('\n').entries()) {
    if (line.trim() === '') continue;
    const [, name = '', rest = ''] = /^\s*([^:]{1,30}?)\s*:\s*(.*)$/.exec(line) ?? [];
    const parts = rest.split(/[,;\s]+/).filter((part) => part !== '');
    const said = shape === 'amounts' ? amountOf(parts) : placesOf(parts, home);
    if (name === '' || said === null || Object.hasOwn(found, name))
      faults.push({ line: at + 1, text: line.trim().slice(0, 60) });
    else found[name] = said;
  }
  if (faults.length > 0) return { faults };
  const unserved = isPlain(before) && typeof before['unserved'] === 'string' ? before['unserved'] : '-';
  return { value: shape === 'chart' ? { unserved, zones: found } : found };
}

const amountOf = (parts: readonly string[]): string | null => {
  const [amount = '', more] = parts;
  return more === undefined && /^\d{1,12}(\.\d{1,2})?$/.test(amount) ? amount : null;
};

function placesOf(parts: readonly string[], home: string): string[] | null {
  const places = parts.map((part) => (part.includes(':') ? part.toUpperCase() : `${home}:${part.toUpperCase()}`));
  const isGood = (place: string) => {
    const [, first = '', last] = /^[A-Z]{2}:([A-Z0-9]{0,9})(?:-(\d{1,9}))?$/.exec(place) ?? ['', '?', '?'];
    return (
      first !== '?' && (last === undefined || (/^\d+$/.test(first) && first.length === last.length && first <= last))
    );
  };
  return places.length > 0 && places.every(isGood) ? places : null;
}
