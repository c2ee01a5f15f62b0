import { readNumberText } from '../../kit/index.ts';

/** An address as it is typed; every part is text. */
export interface AddressDraft {
  name: string;
  company: string;
  address1: string;
  address2: string;
  address3: string;
  city: string;
  state: string;
  postalCode: string;
  country: string;
  phone: string;
  email: string;
}
export type AddressPart = keyof AddressDraft;

export interface BoxDraft {
  quantity: string;
  weight: string;
  length: string;
  width: string;
  height: string;
  declaredValue: string;
  /** Empty: a box of one's own. */
  packaging: string;
}

export interface ItemDraft {
  description: string;
  hsCode: string;
  originCountry: string;
  unitPrice: string;
  quantity: string;
  purpose: string;
}

export interface OptionsDraft {
  signatureOption: string;
  labelSize: string;
  shipDate: string;
  refNo: string;
  subOrderNo: string;
  reference1: string;
  reference2: string;
  remarks: string;
  taxPayer: string;
  thirdPartyAccount: string;
  thirdPartyCountry: string;
  thirdPartyPostalCode: string;
}

/** A service of a channel. */
export interface Choice {
  channel: string;
  service: string;
}

/** An order as it is typed: every figure is text until it is sent. */
export interface Entry {
  /** Of the draft that it was saved as. */
  id: string;
  version: number;
  customer: string;
  /** `channel`: each channel's own address; `own`: the one below. */
  senderMode: 'channel' | 'own';
  sender: AddressDraft;
  to: AddressDraft;
  toType: 'residential' | 'commercial' | 'unknown';
  /** 0: pounds and inches, 1: kilograms and centimetres. */
  unitType: '0' | '1';
  boxes: readonly BoxDraft[];
  items: readonly ItemDraft[];
  options: OptionsDraft;
  choice: Choice | null;
  /** The named rule that chooses; empty: a person does. */
  rateRule: string;
  /** What was sent last and under which key: an answer that was lost is asked for again, not made twice. */
  sent: { body: string; key: string } | null;
}

export const noAddress: AddressDraft = Object.freeze({
  ...{ name: '', company: '', address1: '', address2: '', address3: '', city: '', state: '', postalCode: '' },
  ...{ country: 'US', phone: '', email: '' },
});
export const noBox: BoxDraft = Object.freeze({
  ...{ quantity: '1', weight: '', length: '', width: '', height: '', declaredValue: '', packaging: '' },
});
export const noItem: ItemDraft = Object.freeze({
  ...{ description: '', hsCode: '', originCountry: 'CN', unitPrice: '', quantity: '1', purpose: 'sale' },
});
export const noOptions: OptionsDraft = Object.freeze({
  ...{ signatureOption: 'none', labelSize: '4x6', shipDate: '', refNo: '', subOrderNo: '', reference1: '' },
  ...{ reference2: '', remarks: '', taxPayer: 'sender' },
  ...{ thirdPartyAccount: '', thirdPartyCountry: 'US', thirdPartyPostalCode: '' },
});
export const noEntry: Entry = Object.freeze({
  ...{ id: '', version: 0, customer: '', senderMode: 'channel', sender: noAddress, to: noAddress, toType: 'unknown' },
  ...{ unitType: '0', boxes: [noBox], items: [], options: noOptions, choice: null, rateRule: '', sent: null },
} satisfies Entry);

export const units = {
  '0': { weight: 'lb', length: 'in' },
  '1': { weight: 'kg', length: 'cm' },
} as const;
export const sides = ['length', 'width', 'height'] as const;

export const withState = (country: string): boolean => ['US', 'CA', 'PR'].includes(country);

/** Between the United States with Puerto Rico and elsewhere, and between any two countries else, customs want to know what is inside. */
export function needsCustoms(from: string, to: string): boolean {
  const area = (country: string) => (country === 'PR' ? 'US' : country);
  return area(from || 'US') !== area(to || 'US');
}

/** Typed text as it is sent: full-width digits and groups of thousands are read, what is no number stays for the check. */
const plain = (text: string): string => String(readNumberText(text) ?? '');
export const isFigure = (text: string): boolean =>
  /^\d{1,7}(?:\.\d{1,4})?$/.test(plain(text)) && Number(plain(text)) > 0;
export const isCount = (text: string): boolean => /^[1-9]\d{0,2}$/.test(plain(text));
/** Of money: nothing, or an amount. */
const isAmount = (text: string): boolean => isBlank(text) || /^\d{1,7}(?:\.\d{1,4})?$/.test(plain(text));
const isBlank = (text: string): boolean => text.trim() === '';

export const isBoxBlank = (box: BoxDraft): boolean =>
  [box.weight, box.length, box.width, box.height, box.declaredValue].every(isBlank);
export const isItemBlank = (item: ItemDraft): boolean => [item.description, item.hsCode, item.unitPrice].every(isBlank);

export const isBoxWhole = (box: BoxDraft): boolean =>
  isCount(box.quantity) &&
  isFigure(box.weight) &&
  sides.every((side) => isFigure(box[side])) &&
  isAmount(box.declaredValue);

/** What must be there before an order is worth saving, by the field that lacks it. */
export function gapsToSave({ customer, senderMode, sender, to, boxes, items }: Entry): string[] {
  const lacking = (address: AddressDraft, parts: readonly AddressPart[], place: string) =>
    parts.filter((part) => isBlank(address[part])).map((part) => `${place}.${part}`);
  const parts = (address: AddressDraft): AddressPart[] => [
    ...(['name', 'address1', 'city'] as const),
    ...(withState(address.country) ? (['state'] as const) : []),
    ...(['postalCode', 'country'] as const),
  ];
  return [
    ...(customer ? [] : ['customer']),
    ...(senderMode === 'own' ? lacking(sender, [...parts(sender), 'phone'], 'sender') : []),
    ...lacking(to, parts(to), 'to'),
    ...boxes.flatMap((box, at) => (isBoxBlank(box) || isBoxWhole(box) ? [] : gapsOfBox(box, at))),
    ...items.flatMap((item, at) => (isItemBlank(item) ? [] : gapsOfItem(item, at))),
  ];
}

export const gapsOfBox = (box: BoxDraft, at: number): string[] => [
  ...(isCount(box.quantity) ? [] : [`boxes.${at}.quantity`]),
  ...(['weight', ...sides] as const).filter((part) => !isFigure(box[part])).map((part) => `boxes.${at}.${part}`),
  ...(isAmount(box.declaredValue) ? [] : [`boxes.${at}.declaredValue`]),
];

const gapsOfItem = (item: ItemDraft, at: number): string[] => [
  ...(isAmount(item.unitPrice) ? [] : [`items.${at}.unitPrice`]),
  ...(isBlank(item.quantity) || /^\d{1,7}$/.test(plain(item.quantity)) ? [] : [`items.${at}.quantity`]),
];

/** What must be there besides before it can be placed. */
export function gapsToPlace(entry: Entry, from: string): string[] {
  const first = entry.boxes[0];
  return [
    ...gapsToSave(entry),
    ...(first && entry.boxes.every(isBoxBlank) ? gapsOfBox(first, 0) : []),
    ...(needsCustoms(from, entry.to.country) && entry.items.every(isItemBlank) ? ['items'] : []),
    ...(entry.choice ? [] : ['choice']),
  ];
}

/** Whether a price can be asked for at all. */
export const isPriceable = ({ customer, senderMode, sender, to, boxes }: Entry): boolean =>
  customer !== '' &&
  to.postalCode.trim().length >= 3 &&
  to.country !== '' &&
  (senderMode === 'channel' || sender.postalCode.trim().length >= 3) &&
  boxes.some(isBoxWhole) &&
  boxes.every((box) => isBoxBlank(box) || isBoxWhole(box));
