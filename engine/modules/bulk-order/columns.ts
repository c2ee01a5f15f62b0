import type { Entity, Field } from '../../core/index.ts';

/** What a cell is about: the order, one of its boxes, or one of its customs items. */
export type Part = 'order' | 'box' | 'item';
export type Group = 'order' | 'recipient' | 'box' | 'label' | 'customs' | 'sender';
export type Kind = 'text' | 'choice' | 'reference' | 'country' | 'state' | 'postalCode';

export interface SheetColumn {
  /** The field's name; of a box or an item `boxes.weight`. */
  readonly id: string;
  readonly part: Part;
  readonly group: Group;
  readonly field: Field;
  readonly kind: Kind;
  readonly label: string;
  readonly numeric: boolean;
  /** Most characters, where the field says so. */
  readonly most: number | null;
  readonly width: number;
}

/** Where a column stands, how wide it is, and whether a new sheet shows it. */
const plan: readonly { group: Group; id: string; width: number; shown?: boolean }[] = [
  { group: 'order', id: 'refNo', width: 128, shown: true },
  { group: 'order', id: 'channel', width: 150, shown: true },
  { group: 'order', id: 'service', width: 150, shown: true },
  { group: 'order', id: 'rateRule', width: 150 },
  { group: 'order', id: 'shipFrom', width: 160 },
  { group: 'order', id: 'shipDate', width: 110 },
  { group: 'order', id: 'thirdPartyAccount', width: 130 },
  { group: 'order', id: 'thirdPartyCountry', width: 100 },
  { group: 'order', id: 'thirdPartyPostalCode', width: 110 },
  { group: 'recipient', id: 'shipToName', width: 150, shown: true },
  { group: 'recipient', id: 'shipToCompany', width: 140, shown: true },
  { group: 'recipient', id: 'shipToAddress1', width: 190, shown: true },
  { group: 'recipient', id: 'shipToAddress2', width: 120, shown: true },
  { group: 'recipient', id: 'shipToAddress3', width: 120 },
  { group: 'recipient', id: 'shipToCity', width: 120, shown: true },
  { group: 'recipient', id: 'shipToState', width: 72, shown: true },
  { group: 'recipient', id: 'shipToPostalCode', width: 96, shown: true },
  { group: 'recipient', id: 'shipToCountry', width: 84, shown: true },
  { group: 'recipient', id: 'shipToPhone', width: 130, shown: true },
  { group: 'recipient', id: 'shipToEmail', width: 170 },
  { group: 'recipient', id: 'shipToType', width: 118, shown: true },
  { group: 'box', id: 'unitType', width: 92, shown: true },
  { group: 'box', id: 'boxes.weight', width: 84, shown: true },
  { group: 'box', id: 'boxes.length', width: 76, shown: true },
  { group: 'box', id: 'boxes.width', width: 76, shown: true },
  { group: 'box', id: 'boxes.height', width: 76, shown: true },
  { group: 'box', id: 'boxes.quantity', width: 84, shown: true },
  { group: 'box', id: 'boxes.declaredValue', width: 118, shown: true },
  { group: 'box', id: 'boxes.insuredAmount', width: 118 },
  { group: 'box', id: 'boxes.signature', width: 140 },
  { group: 'box', id: 'boxes.packaging', width: 140 },
  { group: 'label', id: 'signatureOption', width: 140, shown: true },
  { group: 'label', id: 'labelSize', width: 110, shown: true },
  { group: 'label', id: 'reference1', width: 150, shown: true },
  { group: 'label', id: 'reference2', width: 150, shown: true },
  { group: 'label', id: 'subOrderNo', width: 120 },
  { group: 'label', id: 'remarks', width: 180 },
  { group: 'customs', id: 'taxPayer', width: 120 },
  { group: 'customs', id: 'items.description', width: 170 },
  { group: 'customs', id: 'items.hsCode', width: 110 },
  { group: 'customs', id: 'items.originCountry', width: 110 },
  { group: 'customs', id: 'items.unitPrice', width: 100 },
  { group: 'customs', id: 'items.unitWeight', width: 100 },
  { group: 'customs', id: 'items.quantity', width: 96 },
  { group: 'customs', id: 'items.purpose', width: 110 },
  { group: 'sender', id: 'shipFromName', width: 150 },
  { group: 'sender', id: 'shipFromCompany', width: 140 },
  { group: 'sender', id: 'shipFromAddress1', width: 180 },
  { group: 'sender', id: 'shipFromAddress2', width: 120 },
  { group: 'sender', id: 'shipFromCity', width: 120 },
  { group: 'sender', id: 'shipFromState', width: 84 },
  { group: 'sender', id: 'shipFromPostalCode', width: 100 },
  { group: 'sender', id: 'shipFromCountry', width: 96 },
  { group: 'sender', id: 'shipFromPhone', width: 130 },
];

export const groups: readonly Group[] = ['order', 'recipient', 'box', 'label', 'customs', 'sender'];

/** Columns that a new sheet shows. */
export const firstColumns: readonly string[] = plan.filter(({ shown }) => shown).map(({ id }) => id);

/** The parts of an address by the columns that take them. */
export const addressColumns = (prefix: string, part: string): string =>
  `${prefix}${part.charAt(0).toUpperCase()}${part.slice(1)}`;

interface ColumnWords {
  field(name: string): string;
  line(lines: string, name: string): string;
}

const partOf: Readonly<Record<string, Part>> = { boxes: 'box', items: 'item' };

/** The columns that an order has here: what the tenant's schema knows and this person may write. */
export function columnsOf(entity: Entity, readOnly: ReadonlySet<string>, words: ColumnWords): SheetColumn[] {
  return plan.flatMap(({ group, id, width }): SheetColumn[] => {
    const [root = '', inner] = id.split('.');
    const outer = entity.byName.get(root);
    const field = inner === undefined ? outer : outer?.lines?.find(({ name }) => name === inner);
    if (!outer || !field || readOnly.has(root) || outer.readOnly === true) return [];
    const { type, maxLength } = field.meta;
    return [
      {
        ...{ id, group, field, width, part: partOf[root] ?? 'order', kind: kindOf(id, type) },
        label: inner === undefined ? words.field(root) : words.line(root, inner),
        numeric: ['integer', 'decimal', 'money', 'weight', 'length'].includes(type),
        most: typeof maxLength === 'number' ? maxLength : null,
      },
    ];
  });
}

function kindOf(id: string, type: string): Kind {
  if (type === 'choice' || type === 'reference' || type === 'country' || type === 'postalCode') return type;
  return id.endsWith('State') ? 'state' : 'text';
}
