import { readNumberText, type WireRecord } from '../../kit/index.ts';
import {
  isBoxBlank,
  isItemBlank,
  noAddress,
  noBox,
  noEntry,
  noItem,
  noOptions,
  type AddressDraft,
  type AddressPart,
  type Entry,
  type OptionsDraft,
} from './entry.ts';

const text = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
const orNull = (typed: string): string | null => (typed.trim() === '' ? null : typed.trim());
const rows = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? (value as Record<string, unknown>[]) : [];

const toParts = Object.keys(noAddress) as AddressPart[];
/** The order's own sender has no third line and no mail. */
const fromParts = toParts.filter((part) => part !== 'address3' && part !== 'email');
const fieldOf = (place: 'shipTo' | 'shipFrom', part: AddressPart): string =>
  `${place}${part.charAt(0).toUpperCase()}${part.slice(1)}`;

const written = (place: 'shipTo' | 'shipFrom', parts: readonly AddressPart[], address: AddressDraft) =>
  Object.fromEntries(
    parts.map((part) => {
      const typed = orNull(address[part]);
      const capitals = part === 'postalCode' || (part === 'state' && (typed ?? '').length === 2);
      return [fieldOf(place, part), capitals ? (typed?.toUpperCase() ?? null) : typed];
    }),
  );

/** An address of the payer only exists where another party pays. */
const optionsOf = (options: OptionsDraft) => ({
  ...Object.fromEntries(Object.entries(options).map(([name, typed]) => [name, orNull(typed)])),
  ...(orNull(options.thirdPartyAccount) === null ? { thirdPartyCountry: null, thirdPartyPostalCode: null } : {}),
});

/** The record of an entry as it is sent. `shipFrom` is the address of the chosen channel. */
export function recordOf(entry: Entry, shipFrom: string | null): Record<string, unknown> {
  const { customer, senderMode, sender, to, toType, unitType, boxes, items, options, choice } = entry;
  return {
    ...(entry.id ? { id: entry.id, version: entry.version } : { customer, source: 'manual' }),
    ...{ channel: choice?.channel ?? null, service: choice?.service ?? null, senderMode },
    rateRule: orNull(entry.rateRule ?? ''),
    ...(senderMode === 'own'
      ? { shipFrom: null, ...written('shipFrom', fromParts, sender) }
      : { shipFrom, ...Object.fromEntries(fromParts.map((part) => [fieldOf('shipFrom', part), null])) }),
    ...written('shipTo', toParts, to),
    ...{ shipToType: toType, unitType },
    boxes: boxes
      .filter((box) => !isBoxBlank(box))
      .map((box) => ({
        ...{ weight: readNumberText(box.weight), length: readNumberText(box.length), width: readNumberText(box.width) },
        ...{ height: readNumberText(box.height), quantity: readNumberText(box.quantity) },
        ...{ declaredValue: readNumberText(box.declaredValue), packaging: orNull(box.packaging) },
      })),
    items: items
      .filter((item) => !isItemBlank(item))
      .map((item) => ({
        ...{ description: orNull(item.description), hsCode: orNull(item.hsCode), originCountry: item.originCountry },
        ...{
          unitPrice: readNumberText(item.unitPrice),
          quantity: readNumberText(item.quantity),
          purpose: item.purpose,
        },
      })),
    ...optionsOf(options),
  };
}

/** An order as an entry: itself, or, as a copy, one more of its kind. */
export function entryOf(record: WireRecord, as: 'itself' | 'copy'): Entry {
  const address = (place: 'shipTo' | 'shipFrom', parts: readonly AddressPart[]): AddressDraft => ({
    ...noAddress,
    ...Object.fromEntries(parts.map((part) => [part, text(record[fieldOf(place, part)])])),
  });
  const options = Object.fromEntries(
    Object.entries(noOptions).map(([name, usual]) => [name, text(record[name]) || usual]),
  ) as unknown as OptionsDraft;
  const boxes = rows(record['boxes']).map((row) => ({
    ...noBox,
    ...Object.fromEntries(Object.keys(noBox).map((part) => [part, text(row[part])])),
  }));
  const items = rows(record['items']).map((row) => ({
    ...noItem,
    ...Object.fromEntries(Object.keys(noItem).map((part) => [part, text(row[part])])),
  }));
  const [channel, service] = [text(record['channel']), text(record['service'])];
  const isOwn = record['senderMode'] === 'own';
  const toType = record['shipToType'];
  return {
    ...noEntry,
    ...(as === 'itself' ? { id: record.id, version: record.version ?? 0 } : {}),
    customer: text(record['customer']),
    senderMode: isOwn ? 'own' : 'channel',
    sender: isOwn ? address('shipFrom', fromParts) : noAddress,
    to: address('shipTo', toParts),
    toType: toType === 'residential' || toType === 'commercial' ? toType : 'unknown',
    unitType: record['unitType'] === '1' ? '1' : '0',
    boxes: boxes.length > 0 ? boxes : [noBox],
    items,
    // Another parcel goes on another day, and bears a number of its own.
    options: as === 'copy' ? { ...options, shipDate: '', subOrderNo: '', refNo: '' } : options,
    choice: channel && service ? { channel, service } : null,
    rateRule: text(record['rateRule']),
  };
}

/** Where a field of the record stands on the page; null where it stands nowhere. */
export function placeOf(path: string): string | null {
  const line = /^(boxes|items)\[(\d+)\]\.(\w+)$/.exec(path);
  if (line) return `${line[1]}.${line[2]}.${line[3]}`;
  const [, place = '', part = ''] = /^(shipTo|shipFrom)([A-Z]\w*)$/.exec(path) ?? [];
  const name = part.charAt(0).toLowerCase() + part.slice(1);
  if (toParts.includes(name as AddressPart)) return `${place === 'shipTo' ? 'to' : 'sender'}.${name}`;
  if (path === 'shipToType') return 'to.type';
  if (path === 'shipFrom' || path === 'senderMode') return 'sender.mode';
  if (path === 'channel' || path === 'service') return 'choice';
  if (path in noOptions) return `options.${path}`;
  return ['boxes', 'items', 'customer'].includes(path) ? path : null;
}

/** What a browser kept, with the parts that it did not know of yet. */
export const completed = (kept: Entry): Entry => ({
  ...{ ...noEntry, ...kept, options: { ...noOptions, ...kept.options } },
  boxes: kept.boxes.map((box) => ({ ...noBox, ...box })),
});

/** Whether something that a browser kept is an entry of this release. */
export const isEntry = (kept: unknown): boolean => {
  if (typeof kept !== 'object' || kept === null) return false;
  const found = kept as Partial<Record<keyof Entry, unknown>>;
  return (
    // What was kept before there were rules has none.
    Object.keys(noEntry).every((key) => key in found || key === 'rateRule') &&
    [found.to, found.sender, found.options].every((part) => typeof part === 'object' && part !== null) &&
    Array.isArray(found.boxes) &&
    Array.isArray(found.items)
  );
};
