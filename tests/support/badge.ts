import { getDocumentProxy } from 'unpdf';
import { code128 } from '../../server/domain/carriers/simulator/label/code128.ts';

/** The size of a bank card, in points, and the width of the thinnest bar. */
const card = [0, 0, 243, 153];
const thinnest = 0.8;
const constructPath = 91;

/** What the bar code of a printed badge says. Throws if the page is no badge. */
export async function readBadge(bytes: Uint8Array): Promise<string> {
  const page = await (await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 })).getPage(1);
  if (page.view.join() !== card.join()) throw new Error(`a badge of ${page.view.join()} points`);
  const { fnArray, argsArray } = await page.getOperatorList();
  const bars = fnArray.flatMap((operator, at) => {
    const box = (argsArray[at] as unknown[] | null)?.[2] as ArrayLike<number> | undefined;
    return operator === constructPath && box ? [[box[0] ?? 0, box[2] ?? 0] as const] : [];
  });
  const points = bars.flatMap(([left, right], at) => [right - left, (bars[at + 1]?.[0] ?? right) - right]).slice(0, -1);
  const widths = points.map((width) => Math.round(width / thinnest));
  const signs = new Map([...'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'].map((sign) => [widthsOf(sign), sign]));
  // Six widths to a sign, between the start sign and the check sign with the seven widths of the stop sign.
  const texts = widths.slice(6, -13).join('').match(/.{6}/g) ?? [];
  return texts.map((each) => signs.get(each) ?? '?').join('');
}

const widthsOf = (sign: string): string => code128(sign).slice(6, 12).join('');
