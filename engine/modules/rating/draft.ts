import { isPositive } from './amounts.ts';

export interface PlaceDraft {
  postalCode: string;
  state: string;
  country: string;
}

export interface BoxDraft {
  quantity: string;
  weight: string;
  length: string;
  width: string;
  height: string;
}

export type AddressType = '' | 'residential' | 'commercial';
export type Packaging = '' | 'irregular' | 'letter' | 'pak';
export type Signature = '' | 'indirect' | 'direct' | 'adult';
/** 0: pounds and inches, 1: kilograms and centimetres; never mixed. */
export type UnitType = '0' | '1';

/** A question for prices as it is typed: every figure is text until it is sent. */
export interface RateDraft {
  from: PlaceDraft;
  to: PlaceDraft;
  type: AddressType;
  unitType: UnitType;
  boxes: readonly BoxDraft[];
  /** Of each box. */
  declaredValue: string;
  signature: Signature;
  /** Of each box; empty: a box of one's own. */
  packaging: Packaging;
  /** Transport is billed to another party's account. */
  thirdParty: boolean;
  /** `YYYY-MM-DD`; empty: today. */
  shipDate: string;
}

export const noPlace: PlaceDraft = Object.freeze({ postalCode: '', state: '', country: 'US' });
export const noBox: BoxDraft = Object.freeze({ quantity: '1', weight: '', length: '', width: '', height: '' });
export const noDraft: RateDraft = Object.freeze({
  ...{ from: noPlace, to: noPlace, type: '', unitType: '0', boxes: [noBox] },
  ...{ declaredValue: '', signature: '', packaging: '', thirdParty: false, shipDate: '' },
} satisfies RateDraft);

export const units = {
  '0': { weight: 'lb', length: 'in' },
  '1': { weight: 'kg', length: 'cm' },
} as const;

export const sides = ['length', 'width', 'height'] as const;

/** What a question lacks before it can be asked; `box` counts from 0. */
export type Gap = { what: 'from' | 'to' } | { what: 'weight' | 'size' | 'quantity'; box: number } | { what: 'value' };

export function gapsOf({ from, to, boxes, declaredValue }: RateDraft): Gap[] {
  return [
    ...(from.postalCode.trim() ? [] : [{ what: 'from' as const }]),
    ...(to.postalCode.trim() ? [] : [{ what: 'to' as const }]),
    ...boxes.flatMap((box, at): Gap[] => [
      ...(/^[1-9]\d{0,2}$/.test(box.quantity.trim()) ? [] : [{ what: 'quantity' as const, box: at }]),
      ...(isPositive(box.weight) ? [] : [{ what: 'weight' as const, box: at }]),
      ...(sides.every((side) => isPositive(box[side])) ? [] : [{ what: 'size' as const, box: at }]),
    ]),
    ...(declaredValue.trim() === '' || isPositive(declaredValue) ? [] : [{ what: 'value' as const }]),
  ];
}

const placeLine = ({ postalCode, state, country }: PlaceDraft): string => {
  const code = postalCode.trim().replace(/\s+/g, '');
  if (country !== 'US') return `${country}:${code}`;
  return state ? `${state} ${code}` : code;
};

/** The one line that says all of a draft; `parseLine` reads the same out of it. */
export function writeLine(draft: RateDraft): string {
  const { weight, length } = units[draft.unitType];
  const boxes = draft.boxes.map((box) => {
    const many = box.quantity.trim() === '1' || box.quantity.trim() === '' ? '' : `${box.quantity.trim()}x `;
    const size = sides.every((side) => box[side].trim() !== '')
      ? ` ${sides.map((side) => box[side].trim()).join('x')}${draft.unitType === '1' ? length : ''}`
      : '';
    return `${many}${box.weight.trim() ? `${box.weight.trim()} ${weight}` : ''}${size}`.trim();
  });
  const from = draft.from.postalCode.trim() ? `${placeLine(draft.from)} > ` : '';
  const to = draft.to.postalCode.trim() ? placeLine(draft.to) : '';
  const value = draft.declaredValue.trim() ? `$${draft.declaredValue.trim()}` : '';
  const signature = draft.signature ? `${draft.signature} signature` : '';
  const payer = draft.thirdParty ? 'third party' : '';
  const parcel = [boxes.filter(Boolean).join(' + '), draft.packaging, draft.type, value, signature, payer];
  return [`${from}${to}`, ...parcel, draft.shipDate]
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' ');
}
