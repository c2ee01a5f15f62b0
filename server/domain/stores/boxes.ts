import { converted, figureOf, hundredths } from './weights.ts';

/** A SKU's box, in decimals of its own units. */
export interface Gauge {
  readonly sku: string;
  readonly unitType: string;
  readonly length: string;
  readonly width: string;
  readonly height: string;
  readonly weight: string;
  readonly unitsPerBox: number;
  readonly boxesPerUnit: number;
}
/** The shop's default box for SKUs without a gauge. */
export interface PlainBox {
  readonly unitType: string;
  readonly length: string;
  readonly width: string;
  readonly height: string;
  readonly tare: string;
  readonly maxWeight: string | null;
}
export interface Line {
  readonly storeOrder: string;
  readonly itemId: string;
  readonly sku: string | null;
  readonly quantity: number;
  /** In the shop's units; null: unknown, as opposed to zero. */
  readonly unitWeight: string | null;
}
export interface Content {
  readonly storeOrder: string;
  readonly itemId: string;
  readonly quantity: number;
}
export interface Box {
  readonly weight: number;
  readonly length: number;
  readonly width: number;
  readonly height: number;
  readonly quantity: 1;
}
export interface Packed {
  readonly boxes: readonly Box[];
  /** The items in each box. */
  readonly contents: readonly (readonly Content[])[];
  /** Hundredths of the shop's unit. */
  readonly weight: bigint;
}
export type Unpacked = { readonly hold: 'weight' | 'box'; readonly about: string };

const maxBoxes = 200;

/**
 * Packs items: each by its SKU's gauge, the others together into the shop's default box. Exact, and never too light.
 */
export function pack(
  lines: readonly Line[],
  gauges: ReadonlyMap<string, Gauge>,
  plain: PlainBox | null,
  unitType: string,
): Packed | Unpacked {
  const boxes: { weight: bigint; of: Pick<Gauge, 'unitType' | 'length' | 'width' | 'height'>; contents: Content[] }[] =
    [];
  const loose: Line[] = [];
  const countOf = boxCount(lines, gauges);
  if (countOf > maxBoxes) return { hold: 'box', about: String(countOf) };
  for (const line of lines) {
    const gauge = line.sku === null ? undefined : gauges.get(line.sku);
    if (!gauge) {
      if (line.quantity > 0) loose.push(line);
      continue;
    }
    const { storeOrder, itemId } = line;
    const add = (quantity: number, weight: bigint) =>
      boxes.push({
        of: gauge,
        weight: converted(weight, 'weight', gauge.unitType, unitType),
        contents: quantity > 0 ? [{ storeOrder, itemId, quantity }] : [],
      });
    const whole = hundredths(gauge.weight);
    if (gauge.boxesPerUnit > 1) {
      for (let unit = 0; unit < line.quantity; unit += 1)
        for (let part = 0; part < gauge.boxesPerUnit; part += 1) add(part === 0 ? 1 : 0, whole);
      continue;
    }
    const per = gauge.unitsPerBox;
    for (let left = line.quantity; left > 0; left -= per) {
      const inside = Math.min(left, per);
      add(inside, (whole * BigInt(inside) + BigInt(per) - 1n) / BigInt(per));
    }
  }
  const more = packLoose(loose, plain, unitType);
  if ('hold' in more) return more;
  boxes.push(...more.boxes);
  if (boxes.length === 0) return { hold: 'box', about: '' };
  if (boxes.length > maxBoxes) return { hold: 'box', about: String(boxes.length) };
  const size = (decimal: string, from: string) => figureOf(converted(hundredths(decimal), 'length', from, unitType));
  return {
    boxes: boxes.map(({ of, weight }) => ({
      ...{
        weight: figureOf(weight > 0n ? weight : 1n),
        length: size(of.length, of.unitType),
        width: size(of.width, of.unitType),
      },
      ...{ height: size(of.height, of.unitType), quantity: 1 },
    })),
    contents: boxes.map(({ contents }) => contents),
    weight: boxes.reduce((sum, { weight }) => sum + weight, 0n),
  };
}

const boxCount = (lines: readonly Line[], gauges: ReadonlyMap<string, Gauge>): number =>
  lines.reduce((sum, { sku, quantity }) => {
    const gauge = sku === null ? undefined : gauges.get(sku);
    return gauge ? sum + Math.ceil(quantity / gauge.unitsPerBox) * gauge.boxesPerUnit : sum;
  }, 0);

interface Loose {
  readonly boxes: { weight: bigint; of: PlainBox; contents: Content[] }[];
}

function packLoose(lines: readonly Line[], plain: PlainBox | null, unitType: string): Loose | Unpacked {
  const boxes: Loose['boxes'] = [];
  if (lines.length === 0) return { boxes };
  if (!plain) return { hold: 'box', about: lines[0]?.sku ?? '' };
  const tare = converted(hundredths(plain.tare), 'weight', plain.unitType, unitType);
  const limit =
    plain.maxWeight === null ? null : converted(hundredths(plain.maxWeight), 'weight', plain.unitType, unitType);
  for (const { storeOrder, itemId, sku, quantity, unitWeight } of lines) {
    if (unitWeight === null) return { hold: 'weight', about: sku ?? '' };
    const each = hundredths(unitWeight);
    if (limit !== null && tare + each > limit) return { hold: 'box', about: sku ?? '' };
    for (let left = quantity; left > 0;) {
      let box = boxes.at(-1);
      if (!box || (limit !== null && box.weight + each > limit)) {
        box = { weight: tare, of: plain, contents: [] };
        boxes.push(box);
        if (boxes.length > maxBoxes) return { hold: 'box', about: sku ?? '' };
      }
      const room = limit === null || each === 0n ? left : Number((limit - box.weight) / each);
      const inside = Math.min(left, room);
      box.weight += each * BigInt(inside);
      box.contents.push({ storeOrder, itemId, quantity: inside });
      left -= inside;
    }
  }
  return { boxes };
}
