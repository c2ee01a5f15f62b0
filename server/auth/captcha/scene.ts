import { randomInt } from 'node:crypto';

/** Size in pixels that every client of the protocol assumes. */
export const width = 310;
export const height = 155;

/** A random background as SVG elements: hills, sun and boxes. */
export function scene(): string {
  const hue = randomInt(360);
  const shape = (at: number) => {
    const x = randomInt(-20, width);
    const y = randomInt(-10, height);
    const size = randomInt(14, 60);
    const fill = `hsl(${(hue + randomInt(-60, 60) + 360) % 360} ${randomInt(35, 75)}% ${randomInt(35, 80)}%)`;
    const look = `fill="${fill}" fill-opacity="${randomInt(35, 85) / 100}"`;
    const turn = `transform="rotate(${randomInt(360)} ${x + size / 2} ${y + size / 2})"`;
    if (at % 3 === 0) return `<circle cx="${x}" cy="${y}" r="${size / 2}" ${look}/>`;
    if (at % 3 === 1) return `<rect x="${x}" y="${y}" width="${size}" height="${size}" rx="5" ${look} ${turn}/>`;
    return `<path d="M${x} ${y + size}l${size / 2} ${-size} ${size / 2} ${size}z" ${look} ${turn}/>`;
  };
  const hill = (y: number, light: number) => {
    const points = Array.from({ length: 5 }, (_, at) => `${(at * width) / 4} ${y + randomInt(-18, 18)}`);
    return `<path d="M0 ${height}L${points.join(' ')} ${width} ${height}z" fill="hsl(${(hue + 40) % 360} 45% ${light}%)"/>`;
  };
  return `<defs><linearGradient id="sky" x2="1" y2="1">
      <stop stop-color="hsl(${hue} 60% 78%)"/><stop offset="1" stop-color="hsl(${(hue + 70) % 360} 55% 58%)"/>
    </linearGradient></defs>
    <rect width="${width}" height="${height}" fill="url(#sky)"/>${hill(85, 55)}${hill(115, 42)}
    ${Array.from({ length: 26 }, (_, at) => shape(at)).join('')}`;
}

export const svg = (inner: string, w = width, h = height): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}">${inner}</svg>`,
  );
