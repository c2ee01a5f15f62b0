import { issue, type CommandCall, type Issue, type JsonSchema } from '../../../modules/module.ts';
import { pagedFormats } from '../pages/merge.ts';
import { labelSizes, type LabelSize } from '../pages/sizes.ts';
import { factsSql } from './print-sql.ts';

/** Most orders or packages of one request, and most labels of one file. */
export const most = 1_000;
export const maxLabels = 3_000;

export const orders = ['asGiven', 'orderNo', 'item', 'channel', 'shipTo', 'orderedAt'] as const;
export const kinds = ['pdf', 'zpl', 'epl', 'any'] as const;
type Kind = (typeof kinds)[number];

export interface Label {
  readonly id: string;
  readonly order: string;
  readonly orderNo: string;
  readonly seq: number;
  /** Boxes of the order that have a label. */
  readonly boxes: number;
  readonly trackingNo: string;
  readonly status: string;
  readonly hasFile: boolean;
  readonly format: string;
  readonly size: LabelSize | null;
  readonly dpi: number | null;
  readonly printCount: number;
  readonly printedAt: string | null;
  readonly ended: boolean;
  readonly orderedAt: string;
  readonly shipToName: string;
  readonly shipToState: string | null;
  readonly shipToPostalCode: string | null;
  readonly shipToCountry: string | null;
  readonly channel: string | null;
  readonly item: string | null;
  /** The closed manifest that it was handed over with. */
  readonly manifest: string | null;
}

const ids: JsonSchema = {
  type: 'array',
  minItems: 1,
  maxItems: most,
  items: { type: 'string', pattern: '^[0-9]{1,18}$' },
};

/** Selects labels by packages, or by orders with all their packages. */
export const choice: Readonly<Record<string, JsonSchema>> = {
  packages: { ...ids, description: 'Packages, by their ids.' },
  orders: { ...ids, description: 'Orders, all packages of which are meant.' },
  order: { enum: [...orders], default: 'asGiven', description: 'What the labels are sorted by.' },
  format: { enum: [...kinds], description: 'PDF takes PDF, PNG and GIF labels; a printer language its own alone.' },
};
export const paper: JsonSchema = {
  enum: [null, ...labelSizes],
  description: 'The paper of all pages; null leaves each label on its own. No label is scaled.',
};
export const reason: JsonSchema = {
  type: ['string', 'null'],
  maxLength: 200,
  description: 'Why a label is printed again; needed where one was printed before.',
};
export const run: JsonSchema = {
  type: 'string',
  pattern: '^[A-Za-z0-9-]{8,40}$',
  description: 'A word of the caller. The same one within ten minutes is the same print: nothing is counted twice.',
};

/** The selected labels that the person may see, sorted. Refuses an empty selection. */
export async function chosen(call: CommandCall): Promise<readonly Label[]> {
  const { packages = [], orders: ofOrders = [], order = 'asGiven' } = call.body as Choice;
  if (packages.length + ofOrders.length === 0) call.refuse(issue('labels.nothingSelected', 'packages'));
  const lists = await Promise.all([
    packages.length > 0 ? call.list('package', { 'id.in': packages.join(',') }, most) : [],
    ofOrders.length > 0 ? call.list('package', { 'order.in': ofOrders.join(',') }, maxLabels + 1) : [],
  ]);
  const readable = [...new Set(lists.flat().map((row) => String(row['id'])))];
  if (readable.length > maxLabels) call.refuse(issue('labels.tooMany', 'orders', { max: maxLabels }));
  if (readable.length === 0) return [];
  const labels = await call.read<Label>(factsSql, [readable, call.timeZone]);
  return sorted(labels, order, { packages, orders: ofOrders });
}

interface Choice {
  readonly packages?: readonly string[];
  readonly orders?: readonly string[];
  readonly order?: (typeof orders)[number];
}

/** Sorts by the chosen key, then in the given order; the boxes of an order stay together in their own order. */
export function sorted(
  labels: readonly Label[],
  by: (typeof orders)[number],
  given: { readonly packages: readonly string[]; readonly orders: readonly string[] },
): readonly Label[] {
  const places = new Map([...given.orders, ...given.packages].map((id, at) => [id, at]));
  const place = ({ id, order }: Label): number => places.get(id) ?? places.get(order) ?? places.size;
  const first = new Map<string, number>();
  for (const label of labels) first.set(label.order, Math.min(place(label), first.get(label.order) ?? Infinity));
  const key = sortKey(by);
  const words = new Intl.Collator('en', { numeric: true });
  return labels.toSorted(
    (one, other) =>
      words.compare(key(one), key(other)) ||
      (first.get(one.order) ?? 0) - (first.get(other.order) ?? 0) ||
      (one.order === other.order ? one.seq - other.seq : 0),
  );
}

/** What labels that stand together have in common. */
export function sortKey(by: (typeof orders)[number]): (label: Label) => string {
  switch (by) {
    case 'orderNo':
      return ({ orderNo }) => orderNo;
    case 'item':
      return ({ item }) => item ?? '';
    case 'channel':
      return ({ channel }) => channel ?? '';
    case 'shipTo':
      return ({ shipToCountry, shipToState, shipToPostalCode }) =>
        [shipToCountry, shipToState, shipToPostalCode].map((part) => part ?? '').join(' ');
    case 'orderedAt':
      return ({ orderedAt }) => orderedAt;
    default:
      return () => '';
  }
}

/** Why a label cannot be printed; null where it can. */
export function obstacle(label: Label, format: Kind | undefined, mayReprint: boolean): Issue | null {
  const facts = { tracking: label.trackingNo, order: label.orderNo };
  if (label.status === 'voided') return issue('labels.void', '', facts);
  if (label.status === 'voidRequested') return issue('labels.voidRequested', '', facts);
  if (label.ended) return issue('labels.orderEnded', '', facts);
  // A number that staff typed never had a label; others had one.
  if (!label.hasFile) return issue(label.format ? 'labels.notKept' : 'labels.noFile', '', facts);
  const paged = pagedFormats.includes(label.format);
  if (format === 'pdf' ? !paged : format !== undefined && format !== 'any' && label.format !== format)
    return issue('labels.otherFormat', '', { ...facts, format: label.format.toUpperCase() });
  if (label.printCount > 0 && !mayReprint) return issue('labels.mayNotReprint', '', facts);
  return null;
}
