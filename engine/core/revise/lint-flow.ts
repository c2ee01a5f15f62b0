import type { EntityMeta, GrantMeta } from '../meta/entity.ts';
import { hint, problem, type Finding } from './finding.ts';

/** Workflow problems: unreachable states, dead ends, and transitions that no role may run. */
export function lintFlow(meta: EntityMeta): Finding[] {
  return [...lintStates(meta), ...lintActions(meta)];
}

function lintStates({ workflow }: EntityMeta): Finding[] {
  if (!workflow) return [];
  const moves = Object.values(workflow.transitions);
  const reached = new Set([workflow.start]);
  // Grows while it is walked, so each state found is followed in turn.
  for (const state of reached) for (const { from, to } of moves) if (from.includes(state)) reached.add(to);
  return Object.keys(workflow.states).flatMap((state): Finding[] => {
    const at = `workflow.states.${state}`;
    const exits = moves.filter(({ from }) => from.includes(state));
    return [
      // A job, or the flow of another record, may still move records here.
      ...(reached.has(state) ? [] : [hint('lint.unreachable', at, { state })]),
      ...(exits.length === 0 ? [hint('lint.final', at, { state })] : []),
      ...(exits.length > 0 && exits.every(({ to }) => to === state) ? [hint('lint.stuck', at, { state })] : []),
    ];
  });
}

function lintActions(meta: EntityMeta): Finding[] {
  const grants: readonly GrantMeta[] = Object.values(meta.access).flat();
  const granted = new Set(grants.flatMap(({ codes }) => codes));
  const actions = [
    ...Object.entries(meta.workflow?.transitions ?? {}).map(
      ([name, action]) => [`workflow.transitions.${name}`, name, action] as const,
    ),
    ...Object.entries(meta.actions ?? {}).map(([name, action]) => [`actions.${name}`, name, action] as const),
  ];
  return actions.flatMap(([at, name, { needs = name, require = [], form = [] }]): Finding[] => {
    const open = granted.has('*') || granted.has(needs);
    // Administrators hold every code unless they are named.
    const administrators = !('admin' in meta.access);
    return [
      ...(open
        ? []
        : [administrators ? hint('lint.adminOnly', at, { action: name }) : hint('lint.nobody', at, { action: name })]),
      ...require
        .filter((field) => !form.includes(field))
        .map((field) => problem('lint.requiredNotAsked', `${at}.require`, { field })),
    ];
  });
}
