interface Size {
  width: number;
  height: number;
}

/** The square to keep: the zoom, and its centre's distance from the picture's centre as a part of the shorter side. */
export interface Crop {
  /** 1: the whole shorter side. */
  zoom: number;
  x: number;
  y: number;
}

/** The nearest crop that lies inside the picture. Pure. */
export function cropOf({ width, height }: Size, { zoom, x, y }: Crop): Crop {
  const side = Math.min(width, height);
  const room = (length: number) => Math.max(0, (length / side - 1 / zoom) / 2);
  const within = (value: number, max: number) => Math.min(max, Math.max(-max, value));
  return { zoom, x: within(x, room(width)), y: within(y, room(height)) };
}

/** The square in pixels of the picture. Pure. */
export function squareOf({ width, height }: Size, { zoom, x, y }: Crop): { left: number; top: number; side: number } {
  const short = Math.min(width, height);
  const side = short / zoom;
  return { left: width / 2 + x * short - side / 2, top: height / 2 + y * short - side / 2, side };
}

/** Draws what is kept of a picture onto a square of `size` pixels. */
export function drawCrop({
  context,
  picture,
  crop,
  size,
}: {
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
  picture: ImageBitmap;
  crop: Crop;
  size: number;
}): void {
  const { left, top, side } = squareOf(picture, crop);
  context.imageSmoothingQuality = 'high';
  context.clearRect(0, 0, size, size);
  context.drawImage(picture, left, top, side, side, 0, 0, size, size);
}
