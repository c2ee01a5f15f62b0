import type { EntityMeta, FieldMeta, Issue } from '../../engine/core/index.ts';
import { issue } from '../../engine/core/index.ts';

type Step = NonNullable<EntityMeta['actions']>[string];

/** Whether transitions of an entity run our code, which may post, send or notify. */
const hasProgram = ({ workflow, actions = {} }: EntityMeta): boolean =>
  workflow !== undefined &&
  ((workflow.startEffects ?? []).length > 0 ||
    [...Object.values(workflow.transitions ?? {}), ...Object.values(actions)].some(
      (step) => socketsOfStep(step).length > 0,
    ));

export const socketsOfStep = ({ effects = [], jobs = [], calls = [] }: Step): string[] => [
  ...effects,
  ...jobs,
  ...calls,
];

/**
 * Restrictions for changes of delivered entities whose transitions run code. States reflect postings, so only delivered
 * transitions may lead into or out of delivered states, write delivered fields and run delivered handlers.
 */
export function flowIssues(base: EntityMeta, mine: EntityMeta): Issue[] {
  if (!hasProgram(base)) return [];
  const states = base.workflow?.states ?? {};
  const steps = (kind: 'transitions' | 'actions', all: Readonly<Record<string, Step>>, given: typeof all): Issue[] =>
    Object.entries(all).flatMap(([name, step]) => {
      const at = kind === 'actions' ? `actions.${name}` : `workflow.transitions.${name}`;
      const known = Object.hasOwn(given, name) ? given[name] : undefined;
      const isDelivered = (field: string) => field === 'status' || Object.hasOwn(base.fields, field);
      const typed = (step.form ?? []).filter((field) => isDelivered(field) && !known?.form?.includes(field));
      const set = known ? [] : Object.keys(step.set ?? {}).filter(isDelivered);
      return [
        ...typed.map((field) => issue('schema.fieldKept', `${at}.form`, { field })),
        ...set.map((field) => issue('schema.fieldKept', `${at}.set.${field}`, { field })),
        ...(known ? [] : socketsOfStep(step)).map((socket) => issue('schema.socketKept', at, { name: socket })),
      ];
    });
  const own = Object.entries(mine.workflow?.transitions ?? {}).filter(
    ([name]) => !Object.hasOwn(base.workflow?.transitions ?? {}, name),
  );
  const crossing = own.flatMap(([name, { from = [], to }]) => [
    ...from
      .filter((state) => Object.hasOwn(states, state))
      .map((state) => issue('schema.flowKept', `workflow.transitions.${name}.from`, { state })),
    ...(Object.hasOwn(states, to) ? [issue('schema.flowKept', `workflow.transitions.${name}.to`, { state: to })] : []),
  ]);
  return [
    ...crossing,
    ...steps('transitions', mine.workflow?.transitions ?? {}, base.workflow?.transitions ?? {}),
    ...steps('actions', mine.actions ?? {}, base.actions ?? {}),
    ...loosened(base.fields, mine.fields),
  ];
}

/** Bounds of delivered fields that code relies on and that the changes relax. */
function loosened(base: Readonly<Record<string, FieldMeta>>, mine: Readonly<Record<string, FieldMeta>>): Issue[] {
  return Object.entries(base).flatMap(([name, was]) => {
    const is = Object.hasOwn(mine, name) ? mine[name] : undefined;
    if (!is) return [];
    const below = (limit: number | undefined, now: number | undefined) =>
      limit !== undefined && (now === undefined || now < limit);
    const gone = {
      readOnly: was.readOnly === true && is.readOnly !== true,
      required: was.required === true && is.required !== true,
      above: below(asNumber(was.above), asNumber(is.above)),
      min: below(asNumber(was.min), asNumber(is.min)),
      max: below(negated(was.max), negated(is.max)),
      pattern: was.pattern !== undefined && was.pattern !== is.pattern,
      default: was.readOnly === true && JSON.stringify(was.default) !== JSON.stringify(is.default),
    };
    return Object.entries(gone).flatMap(([what, isGone]) =>
      isGone ? [issue('schema.baseKept', `fields.${name}.${what}`)] : [],
    );
  });
}

const asNumber = (value: unknown): number | undefined => (value === undefined ? undefined : Number(value));
const negated = (value: unknown): number | undefined => (value === undefined ? undefined : -Number(value));
