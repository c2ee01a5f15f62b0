import { randomInt } from 'node:crypto';
import { height, scene, svg, width } from './scene.ts';

/** The puzzle piece with two knobs, in a box of 48 by 48. */
const side = 48;
const piece = 'M2 12h12.5a6.5 6.5 0 1 1 12 0H38v11.5a6.5 6.5 0 1 1 0 12V46H2V34.5a6.5 6.5 0 1 0 0-12z';

export interface Puzzle {
  /** The picture with the hole and the strip with the piece, as base64 PNG. */
  picture: string;
  piece: string;
  /** Horizontal position of the piece, in pixels of a picture 310 wide. */
  x: number;
}

/** Draws a picture with a hole and its piece; a fainter decoy hole misleads simple solvers. */
export async function drawPuzzle(): Promise<Puzzle> {
  const x = randomInt(80, width - side - 8);
  const y = randomInt(6, height - side - 6);
  const decoy = {
    x: x > 170 ? randomInt(70, x - 56) : randomInt(x + 56, width - side),
    y: randomInt(6, height - side),
  };
  // Loaded lazily: thirty megabytes that most nodes never need.
  const { default: sharp } = await import('sharp');
  const whole = await sharp(svg(scene())).removeAlpha().png().toBuffer();
  const at = (dx: number, dy: number, look: string, turn = 0) =>
    `<path d="${piece}" transform="translate(${dx} ${dy}) rotate(${turn} ${side / 2} ${side / 2})" ${look}/>`;
  const hole = svg(
    at(decoy.x, decoy.y, 'fill="#000" fill-opacity=".22" stroke="#fff" stroke-opacity=".35"', 90) +
      at(x, y, 'fill="#000" fill-opacity=".52" stroke="#fff" stroke-opacity=".75" stroke-width="1.2"'),
  );
  const mask = svg(at(0, 0, 'fill="#fff"'), side, side);
  const edge = svg(at(0, 0, 'fill="none" stroke="#fff" stroke-opacity=".9" stroke-width="1.6"'), side, side);
  const cut = await sharp(whole)
    .extract({ left: x, top: y, width: side, height: side })
    .ensureAlpha()
    .composite([
      { input: mask, blend: 'dest-in' },
      { input: edge, blend: 'over' },
    ])
    .png()
    .toBuffer();
  const [picture, strip] = await Promise.all([
    sharp(whole)
      .composite([{ input: hole }])
      .png({ compressionLevel: 9 })
      .toBuffer(),
    sharp({ create: { width: side, height, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
      .composite([{ input: cut, left: 0, top: y }])
      .png({ compressionLevel: 9 })
      .toBuffer(),
  ]);
  return { picture: picture.toString('base64'), piece: strip.toString('base64'), x };
}
