import { scaled } from './charges.ts';

/** A box of a main bill with its declared goods, as checks need it. */
export interface CheckedBox {
  readonly boxNo: string;
  readonly customer: string | null;
  readonly weighed: boolean;
  readonly pieces: number | null;
  readonly declaredValue: string | null;
  readonly currency: string;
  readonly goods: readonly {
    readonly hsCode: string | null;
    readonly origin: string | null;
    readonly quantity: number;
    readonly amount: string;
    readonly currency: string;
  }[];
}

export const findingCodes = [
  'noCustomer',
  'notWeighed',
  'noGoods',
  'noHs',
  'noOrigin',
  'piecesDiffer',
  'valueDiffers',
  'otherCurrency',
] as const;
export type FindingCode = (typeof findingCodes)[number];

/** What is missing or does not add up, with the boxes that it is about. */
export interface Finding {
  readonly code: FindingCode;
  readonly boxes: readonly string[];
}

const tests: Readonly<Record<FindingCode, (box: CheckedBox) => boolean>> = {
  noCustomer: ({ customer }) => customer === null,
  notWeighed: ({ weighed }) => !weighed,
  noGoods: ({ goods }) => goods.length === 0,
  noHs: ({ goods }) => goods.some(({ hsCode }) => hsCode === null),
  noOrigin: ({ goods }) => goods.some(({ origin }) => origin === null),
  piecesDiffer: ({ goods, pieces }) =>
    pieces !== null && goods.length > 0 && goods.reduce((sum, { quantity }) => sum + quantity, 0) !== pieces,
  valueDiffers: ({ goods, declaredValue }) =>
    declaredValue !== null && goods.length > 0 && valueOf(goods) !== scaled(declaredValue, 2),
  otherCurrency: ({ goods, currency }) => goods.some((each) => each.currency !== currency),
};

/** The goods of a box in cents. */
export const valueOf = (goods: readonly { readonly amount: string }[]): bigint =>
  goods.reduce((sum, { amount }) => sum + scaled(amount, 2), 0n);

/** What keeps a main bill from being closed. */
export function findingsOf(boxes: readonly CheckedBox[]): readonly Finding[] {
  return findingCodes.flatMap((code) => {
    const found = boxes.filter((box) => tests[code](box)).map(({ boxNo }) => boxNo);
    return found.length > 0 ? [{ code, boxes: found }] : [];
  });
}
