import { issue, type Issue } from '../../modules/module.ts';
import { exact, sideScale, weightScale } from './kernel/exact.ts';
import type { Box, Place, Shipment, Signature } from './kernel/parcel.ts';

/** A shipment of a request body or order: decimals in the entered unit. */
export interface Typed {
  readonly unitType: string;
  readonly shipDate: string;
  readonly from: TypedPlace;
  readonly to: TypedPlace & { readonly type?: string };
  readonly boxes: readonly TypedBox[];
  /** Transport is billed to another account. */
  readonly thirdParty?: boolean;
}

export interface TypedPlace {
  readonly postalCode: string;
  readonly country: string;
}

export interface TypedBox {
  readonly weight: number | string;
  readonly length: number | string;
  readonly width: number | string;
  readonly height: number | string;
  readonly quantity?: number | null;
  readonly declaredValue?: number | string | null;
  readonly signature?: string | null;
  readonly packaging?: string | null;
  /** Of a box that names its own; only the shipment's is taken. */
  readonly unitType?: string;
}

export type ReadShipment = { readonly shipment: Shipment } | { readonly issues: readonly Issue[] };

/** The shipment in the exact parts of the kernel, or every figure that is finer than those. */
export function readShipment(typed: Typed): ReadShipment {
  const issues: Issue[] = [];
  const part = (value: number | string, scale: number, path: string): number => {
    const found = exact(value, scale);
    if (found === null) issues.push(issue('number.scale', path, { scale: String(scale).length - 1 }));
    return found ?? 0;
  };
  const boxes = typed.boxes.map((box, at): Box => {
    const side = (name: 'length' | 'width' | 'height') => part(box[name], sideScale, `boxes[${at}].${name}`);
    const declared = box.declaredValue ?? null;
    if (box.unitType !== undefined && box.unitType !== typed.unitType)
      issues.push(issue('rating.mixedUnits', `boxes[${at}].unitType`));
    return {
      weight: part(box.weight, weightScale, `boxes[${at}].weight`),
      sides: [side('length'), side('width'), side('height')],
      quantity: box.quantity ?? 1,
      ...(declared === null ? {} : { declaredValue: part(declared, 100, `boxes[${at}].declaredValue`) }),
      ...(box.signature ? { signature: box.signature as Signature } : {}),
      ...(box.packaging === 'irregular' ? { irregular: true } : {}),
      ...(box.packaging === 'letter' || box.packaging === 'pak' ? { packaging: box.packaging } : {}),
    };
  });
  const { unitType, shipDate, from, to, thirdParty } = typed;
  if (!isDay(shipDate)) issues.push(issue('date.invalid', 'shipDate'));
  if (issues.length > 0) return { issues };
  return {
    shipment: {
      ...{ unit: unitType === '1' ? 'kgCm' : 'lbIn', shipDate, boxes },
      ...(thirdParty === true ? { thirdParty } : {}),
      from: placeOf(from, false),
      to: placeOf(to, to.type === 'residential'),
    },
  };
}

const isDay = (day: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day);

const placeOf = ({ country, postalCode }: TypedPlace, residential: boolean): Place => ({
  country,
  postalCode: postalCode.replace(/[\s-]/g, '').toUpperCase(),
  residential,
});
