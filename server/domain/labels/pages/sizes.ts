/** What labels are printed on, in points (72 to the inch), as an order names it. */
export const sizes = {
  '4x6': [288, 432],
  '4x675': [288, 486],
  '4x8': [288, 576],
  '4x9': [288, 648],
  letter: [612, 792],
} as const;

export type LabelSize = keyof typeof sizes;
export const labelSizes = Object.keys(sizes) as readonly LabelSize[];

/** An image label is 4 by 6 inches, whatever it is printed on: what a larger stock has below is the carrier's tab. */
export const imageFrame = sizes['4x6'];

/** Carriers and printers round to whole dots: so much larger is the same size. */
const tolerance = 1.02;

/** Whether content of this size fits the page without scaling. */
export const fitsOn = ([width, height]: readonly [number, number], page: readonly [number, number]): boolean =>
  width <= page[0] * tolerance && height <= page[1] * tolerance;

/** Where the lower left corner of a label goes on a page: in the middle, at the top; on a sheet with a margin above. */
export function placeOn(
  [width, height]: readonly [number, number],
  page: readonly [number, number],
): readonly [number, number] {
  const above = page[0] > width * 1.5 ? Math.min(36, Math.max(0, page[1] - height)) : 0;
  return [(page[0] - width) / 2, page[1] - height - above];
}
