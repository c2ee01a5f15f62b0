import type { Field } from '../../core/index.ts';
import type { WireRecord } from '../data/data-client.ts';

/** The lines of an envelope, each of the parts that share it. */
const layout = [
  ['name'],
  ['company'],
  ['address1'],
  ['address2'],
  ['address3'],
  ['city', 'state', 'postalCode'],
] as const;

export interface AddressBlock {
  /** The fields that the block contains; they are not shown elsewhere. */
  fields: ReadonlySet<string>;
  lines: readonly string[];
}

/**
 * The address that a section of a record holds field by field, as lines of an envelope; null if it has none. Its
 * fields share a prefix and end like the parts of an address (`shipToName`, `shipToAddress1`, `shipToCity`).
 */
export function addressBlock(
  fields: readonly Field[],
  record: WireRecord,
  countryName: (code: string) => string,
): AddressBlock | null {
  const country = fields.find(({ meta }) => meta.type === 'country');
  if (!country) return null;
  const prefix = country.name.replace(/country$/i, '');
  const byPart = new Map(fields.flatMap((field) => partOf(field.name, prefix).map((part) => [part, field] as const)));
  if (!byPart.has('city') || !byPart.has('address1')) return null;
  const text = (part: string): string => String(record[byPart.get(part)?.name ?? ''] ?? '').trim();
  const code = String(record[country.name] ?? '');
  const lines = [
    ...layout.map(([first, ...rest]) => {
      const after = rest.map(text).filter(Boolean).join(' ');
      return [text(first), after].filter(Boolean).join(', ');
    }),
    code ? countryName(code) : '',
  ].filter(Boolean);
  const said = layout.flat().flatMap((part) => byPart.get(part)?.name ?? []);
  return lines.length > 1 ? { fields: new Set([...said, country.name]), lines } : null;
}

/** Which part of an address a field is, by what its name says after the prefix of its section. */
function partOf(name: string, prefix: string): string[] {
  if (!name.startsWith(prefix)) return [];
  const rest = name.slice(prefix.length);
  return [rest.charAt(0).toLowerCase() + rest.slice(1)];
}
