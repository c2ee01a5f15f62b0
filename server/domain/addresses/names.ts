/** Words of place names that are written short, and how the postal data has them. */
const short: Readonly<Record<string, string>> = {
  ...{ st: 'saint', ste: 'sainte', ft: 'fort', mt: 'mount', mtn: 'mountain', n: 'north', s: 'south', e: 'east' },
  ...{ w: 'west', hts: 'heights', spgs: 'springs', spg: 'spring', spr: 'springs', twp: 'township', vlg: 'village' },
  ...{ jct: 'junction', ctr: 'center', centre: 'center', lk: 'lake', pt: 'point', bch: 'beach', is: 'island' },
  ...{ hbr: 'harbor', harbour: 'harbor', pk: 'park', gdns: 'gardens', vly: 'valley', pr: 'prairie', cty: 'city' },
};

/** Cities that everybody shortens. */
const nicknames: Readonly<Record<string, string>> = {
  ...{ nyc: 'new york', 'new york city': 'new york', la: 'los angeles', sf: 'san francisco', philly: 'philadelphia' },
  ...{ slc: 'salt lake city', dc: 'washington', 'washington dc': 'washington' },
  ...{ manhattan: 'new york', vegas: 'las vegas', mtl: 'montreal', yvr: 'vancouver' },
};

/** A place name as it is compared: without case, accents, points and short forms. */
export function nameKey(name: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/['’.]/g, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
  const whole = Object.hasOwn(nicknames, plain) ? nicknames[plain] : undefined;
  return (
    whole ??
    plain
      .split(' ')
      .map((word) => (Object.hasOwn(short, word) ? short[word] : word))
      .join(' ')
  );
}

/** How many letters must be typed otherwise to make one of the other; neighbours that changed places count once. More than `most` is `most + 1`. */
export function typos(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let [before, last] = [[] as number[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let row = 1; row <= one.length; row++) {
    const next = [row];
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1];
      let least = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (swapped) least = Math.min(least, (before[column - 2] ?? 0) + 1);
      next.push(least);
    }
    [before, last] = [last, next];
  }
  return Math.min(last[other.length] ?? 0, most + 1);
}

/** Whether one is the other with a slip of the keys: the longer the name, the more slips. */
export function isSlipOf(typed: string, known: string): boolean {
  const most = known.length < 5 ? 0 : known.length < 9 ? 1 : 2;
  return typed !== known && most > 0 && typos(typed, known, most) <= most;
}
