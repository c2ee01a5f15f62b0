import { ownOf, type Entity, type Tone } from '../../core/index.ts';

export interface StateStep {
  state: string;
  phase: 'past' | 'current' | 'future';
  tone: Tone;
}

/**
 * The way of a record through its workflow, as a person would draw it: the way that it came (`came`, else the shortest
 * from the start), then where it goes if all is well (the transitions of a good tone, else the first that is not a bad one).
 */
export function stateSteps({
  entity,
  current,
  moves = movesOf(entity),
  came = null,
}: {
  entity: Entity;
  current: string;
  moves?: readonly Move[];
  came?: readonly string[] | null;
}): StateStep[] {
  if (entity.start === null || !(current in entity.states)) return [];
  const past = came ?? shortestPath(moves, entity.start, current);
  const future: string[] = [];
  for (let at: string | null = current; at !== null;) {
    at = nextOf(moves, at, [...past, current, ...future]);
    if (at !== null) future.push(at);
  }
  const step = (phase: StateStep['phase']) => (state: string) => ({
    state,
    phase,
    tone: ownOf(entity.states, state)?.tone ?? 'neutral',
  });
  return [...past.map(step('past')), step('current')(current), ...future.map(step('future'))];
}

/** A way between states, and how it is meant. */
export interface Move {
  from: readonly string[];
  to: string;
  tone: Tone;
}

const movesOf = (entity: Entity): Move[] =>
  [...entity.actions.values()].flatMap(({ transition, meta }) =>
    transition ? [{ from: transition.from, to: transition.to, tone: meta.tone ?? 'neutral' }] : [],
  );

/** The states before `goal`, in order; none where it is the start or cannot be reached. */
function shortestPath(moves: readonly Move[], start: string, goal: string): string[] {
  const cameFrom = new Map<string, string | null>([[start, null]]);
  const open = [start];
  for (let state = open.shift(); state !== undefined && state !== goal; state = open.shift()) {
    for (const { from, to } of moves) {
      if (!from.includes(state) || cameFrom.has(to)) continue;
      cameFrom.set(to, state);
      open.push(to);
    }
  }
  const path: string[] = [];
  for (let state = cameFrom.get(goal) ?? null; state !== null; state = cameFrom.get(state) ?? null) path.unshift(state);
  return path;
}

function nextOf(moves: readonly Move[], state: string, seen: readonly string[]): string | null {
  const exits = moves.filter(({ from, to }) => from.includes(state) && !seen.includes(to));
  const best =
    exits.find(({ tone }) => tone === 'good') ?? exits.find(({ tone }) => tone === 'neutral' || tone === 'info');
  return best?.to ?? null;
}

/** Whether several ways lead from the start to here, so that only the record's history knows which was gone. */
export function isAmbiguous(entity: Entity, current: string, moves: readonly Move[] = movesOf(entity)): boolean {
  const exits = (at: string, seen: readonly string[]): number =>
    at === current
      ? 1
      : [...new Set(moves.flatMap(({ from, to }) => (from.includes(at) && !seen.includes(to) ? [to] : [])))].reduce(
          (sum, to) => sum + exits(to, [...seen, to]),
          0,
        );
  return entity.start !== null && exits(entity.start, [entity.start]) > 1;
}

/**
 * The states before `current` as a record's history tells them (newest entry first), detours left out: what was gone back
 * to stands once. Null where the history does not lead here from the start, as of a record that came in at a later state.
 */
export function pathTaken(entity: Entity, current: string, entries: readonly Change[]): string[] | null {
  const moved = entries
    .flatMap(({ changes }) => changes.filter(({ field }) => field === 'status'))
    .map(({ before, after }) => ({ before: String(before ?? ''), after: String(after ?? '') }))
    .filter(({ before }) => before !== '')
    .toReversed();
  if (moved[0]?.before !== entity.start || moved.at(-1)?.after !== current) return null;
  const path: string[] = [];
  for (const { before } of moved) {
    const known = path.indexOf(before);
    path.splice(known === -1 ? path.length : known, path.length, before);
  }
  const back = path.indexOf(current);
  return back === -1 ? path : path.slice(0, back);
}

interface Change {
  readonly changes: readonly { field: string; before: unknown; after: unknown }[];
}
