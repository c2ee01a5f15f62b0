import type { Entity, Tone } from '../../index.ts';

export interface StateStep {
  state: string;
  phase: 'past' | 'current' | 'future';
  tone: Tone;
}

/**
 * The way of a record through its workflow, as a person would draw it: the shortest way from the start to where it
 * stands, then where it goes if all is well (the transitions of a good tone, else the first that is not a bad one).
 */
export function stateSteps(entity: Entity, current: string, moves: readonly Move[] = movesOf(entity)): StateStep[] {
  if (entity.start === null || !(current in entity.states)) return [];
  const past = wayTo(moves, entity.start, current);
  const future: string[] = [];
  for (let at: string | null = current; at !== null;) {
    at = nextOf(moves, at, [...past, current, ...future]);
    if (at !== null) future.push(at);
  }
  const step = (phase: StateStep['phase']) => (state: string) => ({
    state,
    phase,
    tone: entity.states[state]?.tone ?? 'neutral',
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
function wayTo(moves: readonly Move[], start: string, goal: string): string[] {
  const cameFrom = new Map<string, string | null>([[start, null]]);
  const open = [start];
  for (let state = open.shift(); state !== undefined && state !== goal; state = open.shift()) {
    for (const { from, to } of moves) {
      if (!from.includes(state) || cameFrom.has(to)) continue;
      cameFrom.set(to, state);
      open.push(to);
    }
  }
  const way: string[] = [];
  for (let state = cameFrom.get(goal) ?? null; state !== null; state = cameFrom.get(state) ?? null) way.unshift(state);
  return way;
}

function nextOf(moves: readonly Move[], state: string, seen: readonly string[]): string | null {
  const ways = moves.filter(({ from, to }) => from.includes(state) && !seen.includes(to));
  const best =
    ways.find(({ tone }) => tone === 'good') ?? ways.find(({ tone }) => tone === 'neutral' || tone === 'info');
  return best?.to ?? null;
}
