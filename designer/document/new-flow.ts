import type { Command, EntityDocument } from '../../engine/core/index.ts';
import { nameCommands } from './names.ts';

type Names = Readonly<Record<string, string>>;

/** A flow of one open state, whose state lists show and filter by from the start. */
export function flowCommands({ list }: EntityDocument['meta'], openNames: Names): Command[] {
  const last = list.columns.at(-1) === 'createdAt' ? -1 : list.columns.length;
  const shown = list.columns.includes('status') ? list.columns : list.columns.toSpliced(last, 0, 'status');
  const filters = list.filters ?? [];
  return [
    {
      do: 'set',
      at: 'workflow',
      value: { start: 'open', states: { open: { edit: true, remove: true } }, transitions: {} },
    },
    ...nameCommands('states.open', openNames),
    { do: 'set', at: 'list.columns', value: shown },
    { do: 'set', at: 'list.filters', value: filters.includes('status') ? filters : ['status', ...filters] },
  ];
}

/** A new state: its records can be edited until the author decides otherwise. */
export const stateCommands = (name: string, names: Names): Command[] => [
  { do: 'set', at: `workflow.states.${name}`, value: { edit: true } },
  ...nameCommands(`states.${name}`, names),
];
