/**
 * `npm run imports`: which room imports which, as a Mermaid picture, each room above those that it imports. What may be is
 * said and held by `tests/contracts/imports.test.ts`; here stands what is.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const files = ['engine', 'server', 'designer'].flatMap((top) =>
  readdirSync(top, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).split(sep).join('/')),
);

/** `server/operations/write/write.ts` belongs to `server/operations/write`, `server/domain/ledger/x.ts` in `server/domain`. */
function roomOf(file) {
  const parts = file.split('/');
  const deep = parts[0] === 'engine' || parts[1] === 'operations' ? 3 : 2;
  return parts.slice(0, Math.min(deep, parts.length - 1)).join('/');
}

const arrows = new Map();
for (const file of files) {
  for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g)) {
    const [from, to] = [
      roomOf(file),
      roomOf(
        normalize(join(dirname(file), target))
          .split(sep)
          .join('/'),
      ),
    ];
    if (from === to || from.startsWith(`${to}/`) || to.startsWith(`${from}/`)) continue;
    const own = arrows.get(from) ?? new Map();
    arrows.set(from, own.set(to, (own.get(to) ?? 0) + 1));
  }
}

const floors = new Map();
/** How many rooms lie below, at most; a room that is reached again from itself is named. */
function floorOf(room, way = []) {
  if (way.includes(room)) {
    console.error(`a circle: ${[...way.slice(way.indexOf(room)), room].join(' -> ')}`);
    process.exitCode = 1;
    return 0;
  }
  if (!floors.has(room)) {
    const below = [...(arrows.get(room)?.keys() ?? [])].map((next) => floorOf(next, [...way, room]));
    floors.set(room, Math.max(-1, ...below) + 1);
  }
  return floors.get(room);
}

const rooms = [...new Set([...arrows.keys(), ...[...arrows.values()].flatMap((own) => [...own.keys()])])];
const id = (room) => room.replaceAll(/\W/g, '_');
console.log('flowchart TB');
for (const room of rooms.toSorted((a, b) => floorOf(b) - floorOf(a) || a.localeCompare(b)))
  console.log(`  ${id(room)}["${room} (${floorOf(room)})"]`);
for (const [from, own] of [...arrows].toSorted(([a], [b]) => a.localeCompare(b)))
  for (const [to, count] of [...own].toSorted(([a], [b]) => a.localeCompare(b)))
    console.log(`  ${id(from)} -->|${count}| ${id(to)}`);
