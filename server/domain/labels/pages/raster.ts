import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import sharp from 'sharp';
import { fitsOn, imageFrame } from './sizes.ts';

/** A picture as a PDF holds it: packed pixels, their shape, and how they are packed. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly colours: 1 | 3;
  /** Of an indexed picture: its colours, three bytes each. */
  readonly palette: Buffer | null;
  /** Whether the label lies on its side, its head to the left. */
  readonly turned: boolean;
  /** Whether each row begins with the number of a PNG filter. */
  readonly filtered: boolean;
  readonly packed: Buffer;
}

/** Carriers print at 203 dots to the inch where they say nothing. */
export const usualDpi = 203;
/** A label on the largest stock at 600 dots to the inch. */
const maxPixels = 40_000_000;
const white = 250;
const pack = promisify<Uint8Array, { level: number }, Buffer>(deflate);

/**
 * A label image with unchanged pixels. An image larger than the label at its own density is cropped by its white margin on the
 * right and below (a UPS label of 4 by 7 inches has an empty inch), so that its bars are never scaled.
 */
export async function rasterOf(bytes: Buffer, dpi: number | null): Promise<Raster> {
  const plain = plainPng(bytes);
  if (plain && fitsOn(naturalSize(plain, dpi), imageFrame)) return plain;
  return greyRaster(bytes, dpi);
}

const inPoints = (dots: number, dpi: number | null): number => (dots * 72) / (dpi ?? usualDpi);

/** Its size when upright, at its own density. */
const naturalSize = ({ width, height, turned }: Shape, dpi: number | null): [number, number] =>
  turned ? [inPoints(height, dpi), inPoints(width, dpi)] : [inPoints(width, dpi), inPoints(height, dpi)];

type Shape = Pick<Raster, 'width' | 'height' | 'turned'>;

/** How large a picture is printed, in points. Both sides shrink by one factor, or none. */
export function printedSize(raster: Shape, dpi: number | null): [number, number] {
  const [width, height] = naturalSize(raster, dpi);
  const factor = Math.min(1, imageFrame[0] / width, imageFrame[1] / height);
  return [width * factor, height * factor];
}

/** A PNG that a PDF can hold as it is: not interlaced and without transparency. Its pixels are not even unpacked. */
function plainPng(bytes: Buffer): Raster | null {
  if (bytes.length < 33 || bytes.readUInt32BE(0) !== 0x89504e47) return null;
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const [bits = 0, kind = 0] = [bytes[24], bytes[25]];
  if (bytes[28] !== 0 || bits > 8 || ![0, 2, 3].includes(kind) || width * height > maxPixels) return null;
  let palette: Buffer | null = null;
  const parts: Buffer[] = [];
  for (let at = 8; at + 12 <= bytes.length;) {
    const [length, type] = [bytes.readUInt32BE(at), bytes.toString('latin1', at + 4, at + 8)];
    if (at + 12 + length > bytes.length) return null;
    const content = bytes.subarray(at + 8, at + 8 + length);
    if (type === 'tRNS') return null;
    if (type === 'PLTE') palette = content;
    if (type === 'IDAT') parts.push(content);
    if (type === 'IEND') break;
    at += 12 + length;
  }
  if (parts.length === 0 || (kind === 3 && !palette)) return null;
  const shape = { width, height, bits, colours: kind === 2 ? 3 : 1, turned: width > height } as const;
  return { ...shape, palette: kind === 3 ? palette : null, filtered: true, packed: Buffer.concat(parts) };
}

/** Any other picture in shades of grey; in black and white where it has nothing else. */
async function greyRaster(bytes: Buffer, dpi: number | null): Promise<Raster> {
  // What lets light through lies on white paper. All of it but the packing is done beside the thread.
  const { data: shades, info } = await sharp(bytes, { limitInputPixels: maxPixels, pages: 1, failOn: 'truncated' })
    .flatten({ background: '#ffffff' })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const shape = { width, height, turned: width > height };
  const size = fitsOn(naturalSize(shape, dpi), imageFrame) ? shape : withoutMargin(shades, shape, dpi);
  const two = isBlackAndWhite(shades);
  const packed = two ? packBits(shades, width, size) : packBytes(shades, width, size);
  const facts = { bits: two ? 1 : 8, colours: 1, palette: null, filtered: false } as const;
  return { ...size, ...facts, packed: await pack(packed, { level: 3 }) };
}

function isBlackAndWhite(shades: Uint8Array): boolean {
  for (let at = 0; at < shades.length; at++) {
    const shade = shades[at] ?? 0;
    if (shade > 4 && shade < white) return false;
  }
  return true;
}

function packBits(shades: Uint8Array, across: number, { width, height }: Shape): Uint8Array {
  const row = Math.ceil(width / 8);
  const packed = new Uint8Array(row * height);
  for (let y = 0, place = 0; y < height; y++) {
    const end = y * across + width;
    for (let at = y * across; at < end; place++) {
      let bits = 0;
      // Beyond the last dot of a row the bits are those of nothing.
      for (let bit = 0x80; bit > 0 && at < end; bit >>= 1, at++) if ((shades[at] ?? 255) >= 128) bits |= bit;
      packed[place] = bits;
    }
  }
  return packed;
}

function packBytes(shades: Uint8Array, across: number, { width, height }: Shape): Uint8Array {
  if (width === across) return shades.subarray(0, width * height);
  const packed = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) packed.set(shades.subarray(y * across, y * across + width), y * width);
  return packed;
}

/** The image without its white margin beyond the label, right and below. */
function withoutMargin(shades: Uint8Array, { width, height, turned }: Shape, dpi: number | null): Shape {
  const [across, down] = turned ? [imageFrame[1], imageFrame[0]] : imageFrame;
  const dots = (points: number): number => Math.floor((points * (dpi ?? usualDpi)) / 72);
  let [right, below] = [Math.min(width, dots(across)), Math.min(height, dots(down))];
  for (let y = 0; y < height; y++) {
    for (let x = width - 1; x >= (y < below ? right : 0); x--) {
      if ((shades[y * width + x] ?? 255) >= white) continue;
      right = Math.max(right, x + 1);
      below = Math.max(below, y + 1);
      break;
    }
  }
  return { width: right, height: below, turned };
}
