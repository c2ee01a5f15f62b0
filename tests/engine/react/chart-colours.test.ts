import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contrastOf } from '../../../engine/kit/ui/accent.ts';
import { palettes } from '../../../engine/kit/ui/tokens.ts';

const css = readFileSync(new URL('../../../engine/kit/boards/boards.css', import.meta.url), 'utf8');

/** The chart colours that a rule of the style sheet gives. */
function coloursOf(rule: string): string[] {
  const [, body = ''] = new RegExp(`^${rule.replace(/[[\]]/g, '\\$&')} \\{([^}]*)\\}`, 'm').exec(css) ?? [];
  return [...body.matchAll(/--chart-\d: (#\w{6})/g)].map(([, colour]) => colour ?? '');
}

/** How eyes without red and without green see linear colours (Machado, Oliveira and Fernandes, 2009). */
const sights = {
  protan: [0.152, 1.053, -0.205, 0.115, 0.786, 0.099, -0.004, -0.048, 1.052],
  deutan: [0.367, 0.861, -0.228, 0.28, 0.673, 0.047, -0.012, 0.043, 0.969],
};

/** A colour as such eyes have it, in Lab, where distances are those of the eye: below about ten two are confused. */
function seen(colour: string, sight: number[]): [number, number, number] {
  const linear = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const mix = (row: number[]) => row.reduce((sum, share, at) => sum + share * (linear[at] ?? 0), 0);
  const [r = 0, g = 0, b = 0] = [0, 3, 6].map((at) => Math.min(1, Math.max(0, mix(sight.slice(at, at + 3)))));
  const [x = 0, y = 0, z = 0] = [
    (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
    0.2126 * r + 0.7152 * g + 0.0722 * b,
    (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
  ].map((part) => (part > 0.008856 ? Math.cbrt(part) : 7.787 * part + 16 / 116));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const closest = (colours: string[], sight: number[]): number =>
  Math.min(
    ...colours.flatMap((one, at) =>
      colours.slice(at + 1).map((other) => {
        const [a, b] = [seen(one, sight), seen(other, sight)];
        return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
      }),
    ),
  );

describe.each([
  ['light', ":root[data-weak='true']", ':root'],
  ['dark', ":root[data-theme='dark'][data-weak='true']", ":root[data-theme='dark']"],
] as const)('the colours of charts on the %s ground', (brightness, weak, usual) => {
  it('reach 3:1 on their surface', () => {
    const colours = [...coloursOf(weak), ...coloursOf(usual)];
    expect(colours).toHaveLength(16);
    for (const one of colours) expect([one, contrastOf(one, palettes[brightness].surface) >= 3]).toEqual([one, true]);
  });

  it.each(Object.entries(sights))('stay apart in colour-weak mode for %s eyes', (_, sight) => {
    expect(closest(coloursOf(weak), sight)).toBeGreaterThan(20);
    expect(closest(coloursOf(usual), sight)).toBeLessThan(15);
  });
});
