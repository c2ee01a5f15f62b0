import { randomInt } from 'node:crypto';
import { height, scene, svg, width } from './scene.ts';

/** Letters as strokes on a grid of ten by ten: needs no font, and no rotated letter resembles another. */
const letters: Readonly<Record<string, string>> = {
  A: 'M1 10 5 0 9 10M2.5 6.5h5',
  B: 'M2 0v10h4a2.6 2.6 0 0 0 0-5.2H2M2 0h3.6a2.4 2.4 0 0 1 0 4.8',
  E: 'M8 0H2v10h6M2 5h5',
  F: 'M8 0H2v10M2 5h5',
  G: 'M8.5 2A4.5 5 0 1 0 9 6V5.5H5.5',
  H: 'M2 0v10M8 0v10M2 5h6',
  K: 'M2 0v10M8 0 2 5.5 8 10',
  L: 'M2.5 0v10H8',
  M: 'M1 10V0l4 5 4-5v10',
  P: 'M2 10V0h4a2.8 2.8 0 0 1 0 5.6H2',
  R: 'M2 10V0h4a2.8 2.8 0 0 1 0 5.6H2l6 4.4',
  T: 'M1 0h8M5 0v10',
  X: 'M1 0 9 10M9 0 1 10',
  Y: 'M1 0 5 5 9 0M5 5v5',
};

export interface Words {
  picture: string;
  /** The letters to click in order, and their centres. */
  words: string[];
  points: { x: number; y: number }[];
}

/** Draws a picture with four letters, three of which must be clicked in the given order. */
export async function drawWords(): Promise<Words> {
  const names = Object.keys(letters)
    .map((name) => ({ name, at: randomInt(1_000_000) }))
    .toSorted((one, other) => one.at - other.at)
    .slice(0, 4)
    .map(({ name }) => name);
  const points = names.map((_, at) => ({ x: 40 + at * 76 + randomInt(-16, 16), y: randomInt(34, height - 34) }));
  const drawn = names.map((name, at) => {
    const { x, y } = points[at] ?? { x: 0, y: 0 };
    const place = `translate(${x} ${y}) rotate(${randomInt(-28, 28)}) scale(3) translate(-5 -5)`;
    const line = 'fill="none" stroke-linecap="round" stroke-linejoin="round"';
    const path = `d="${letters[name]}" ${line}`;
    return `<g transform="${place}"><path ${path} stroke="#fff" stroke-width="3.2"/><path ${path} stroke="#232323" stroke-width="1.7"/></g>`;
  });
  const order = [0, 1, 2, 3].map((at) => ({ at, by: randomInt(1_000_000) })).toSorted((a, b) => a.by - b.by);
  const asked = order.slice(0, 3).map(({ at }) => at);
  // Loaded lazily: thirty megabytes that most nodes never need.
  const { default: sharp } = await import('sharp');
  const picture = await sharp(svg(scene() + drawn.join(''), width, height))
    .removeAlpha()
    .png()
    .toBuffer();
  return {
    picture: picture.toString('base64'),
    words: asked.map((at) => names[at] ?? ''),
    points: asked.map((at) => points[at] ?? { x: 0, y: 0 }),
  };
}
