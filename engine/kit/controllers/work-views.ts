import { type Entity } from '../../core/index.ts';
import type { EntityAnswer } from '../data/data-client.ts';

/** Who asks and when is no matter to a filter that reads the state alone. */
const anyActor = { actor: { id: '', type: 'staff', member: null, org: null, roles: [] }, now: '', today: '' } as const;

/** A tab of rows that wait for a person, with the states that it shows. */
export interface WorkView {
  name: string;
  states: readonly string[];
}

/**
 * The views of a list that mean work: all they ask is the state, and every state that they show waits for something. That
 * is a state with a transition that this person may run (`awaits`), or one of warning from which a way leads on.
 */
export function workViews(
  { meta, views, states, actions }: Entity,
  { codes, moves }: Pick<EntityAnswer, 'codes' | 'moves'>,
): WorkView[] {
  const isWork = (state: string): boolean => {
    const { awaits, tone } = states[state] ?? {};
    if (awaits) return codes.includes(awaits) || codes.includes(actions.get(awaits)?.needs ?? awaits);
    const goesOn = (moves ?? []).some(({ from }) => from.includes(state));
    return goesOn && (tone === 'warn' || tone === 'bad');
  };
  return views.flatMap(({ name, filter }) => {
    if (filter.reads.length !== 1 || filter.reads[0] !== 'status') return [];
    const shown = Object.keys(states).filter((status) => filter.holds({ record: { status }, ...anyActor }));
    return meta.workflow && shown.length > 0 && shown.every(isWork) ? [{ name, states: shown }] : [];
  });
}
