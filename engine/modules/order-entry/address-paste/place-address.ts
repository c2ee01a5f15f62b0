import { addressPartNames, type AddressPart, type Entity, type SplitAddress } from '../../../core/index.ts';

/** The names of a typed address's own parts. */
const composite: Partial<Record<AddressPart, string>> = { address1: 'line1', address2: 'line2', address3: 'line3' };

/** Which field of the entity takes which part: those that share the beginning of this field's name (`shipToName` -> `shipToCity`). */
export function fieldsAround(entity: Entity, name: string): Map<AddressPart, string> {
  const prefix = name.replace(/(?:^name|Name|^company|Company|^address1|Address1)$/, '');
  const named = addressPartNames.map(
    (part) => [part, prefix === '' ? part : `${prefix}${part.charAt(0).toUpperCase()}${part.slice(1)}`] as const,
  );
  return new Map(named.filter(([, field]) => entity.byName.has(field)));
}

/** What to write into those fields. Every line is written, so that nothing of an older address stays behind. */
export function fieldValues(
  around: ReadonlyMap<AddressPart, string>,
  { parts }: SplitAddress,
): Record<string, string | null> {
  const always: readonly AddressPart[] = ['company', 'address1', 'address2', 'address3', 'city', 'state', 'postalCode'];
  const entries = [...around].filter(([part]) => parts[part] !== undefined || always.includes(part));
  return Object.fromEntries(entries.map(([part, field]) => [field, parts[part] ?? null]));
}

/** The same as the value of one `address` field. */
export const addressValue = ({ parts }: SplitAddress): Record<string, string> =>
  Object.fromEntries(Object.entries(parts).map(([part, text]) => [composite[part as AddressPart] ?? part, text]));
