import type {
  Action,
  ActionMeta,
  Entity,
  EntityMeta,
  FieldMeta,
  FormMeta,
  GrantMeta,
} from '../../../engine/core/index.ts';
import { can, codesOf, recordOf, targetOf, unwritable, visibleFields } from '../../../engine/core/index.ts';
import { AppError } from '../../errors.ts';
import { isWritten } from '../../store/predicates.ts';
import type { Actor, Context } from '../context.ts';
import { describeFigure, seenFigures } from './figures.ts';

type Flow = NonNullable<EntityMeta['workflow']>;

/** An entity as a person may see it: its declaration without hidden parts, and the permissions held. */
export function describe(context: Context, actor: Actor, entity: Entity) {
  const rights = actor.rightsOn(entity);
  const held = codesOf(entity, rights);
  // Actions that are refused for every row, or forms without a writable field, are not offered.
  const unoffered = new Set([
    ...(entity.fields.some(isWritten) ? [] : ['add', 'edit', 'import']),
    ...(entity.appendOnly ? ['edit'] : []),
  ]);
  const codes = held.filter((code) => !unoffered.has(code));
  if (held.length === 0) throw new AppError('forbidden', { params: { code: `${entity.path}:page` } });
  const shown = visibleFields(entity, rights);
  const visible = new Set(shown.map(({ field }) => field.name));
  const everywhere = new Set(shown.flatMap((each) => (each.everywhere ? [each.field.name] : [])));
  const writing = can(rights, 'edit') ? 'edit' : 'add';
  const locked = can(rights, writing) ? unwritable(entity, rights, writing) : new Set(entity.byName.keys());
  const meta = withoutOwnName(project(entity, visible, everywhere, codes), actor);
  return {
    meta,
    codes,
    refs: references(context, actor, entity, meta),
    figures: seenFigures(actor, entity).map(describeFigure),
    moves: moves(entity),
    reversible: reversible(entity, codes),
    final: final(entity, codes),
    document: context.registry.document(entity.name) !== undefined,
    reader: context.registry.reader(entity.name) !== undefined,
    rights: {
      readOnly: entity.fields
        .filter((field) => visible.has(field.name) && locked.has(field.name))
        .map(({ name }) => name),
    },
  };
}

/** A member's lists only hold the member's own records, so the owner is no column or filter. */
function withoutOwnName(meta: EntityMeta, actor: Actor): EntityMeta {
  const { owner, list } = meta;
  if (!actor.member || !owner || owner === 'shared') return meta;
  const others = (names: readonly string[] = []) => names.filter((name) => name !== owner);
  return { ...meta, list: { ...list, columns: others(list.columns), filters: others(list.filters) } };
}

/** The entity's declaration without any mention of hidden fields or missing permissions. */
function project(
  entity: Entity,
  visible: ReadonlySet<string>,
  everywhere: ReadonlySet<string>,
  codes: readonly string[],
): EntityMeta {
  const { meta } = entity;
  const seen = (names: readonly string[] = []) => names.filter((name) => visible.has(name));
  const reads = (text: string | undefined): boolean => !text || !mentions(entity, text, visible);
  const form = (sections: FormMeta): FormMeta =>
    Object.fromEntries(
      Object.entries(sections).flatMap(([name, rows]) => {
        const left = rows.map((row) => seen(row)).filter((row) => row.length > 0);
        return left.length > 0 ? [[name, left]] : [];
      }),
    );
  const actions = <T extends ActionMeta>(all: Record<string, T>): Record<string, T> =>
    Object.fromEntries(
      Object.entries(all).flatMap(([name, action]) =>
        codes.includes(action.needs ?? name) ? [[name, shownAction(action, seen, reads)]] : [],
      ),
    );
  return {
    ...meta,
    title: visible.has(meta.title) ? meta.title : 'id',
    ...(meta.owner && meta.owner !== 'shared' && !visible.has(meta.owner) ? { owner: undefined } : {}),
    ...(meta.org && !visible.has(meta.org) ? { org: undefined } : {}),
    ...(meta.tree && !visible.has(meta.tree) ? { tree: undefined } : {}),
    fields: Object.fromEntries(
      Object.entries(meta.fields).flatMap(([name, field]) =>
        visible.has(name) ? [[name, shownField(field, reads)]] : [],
      ),
    ),
    validations: (meta.validations ?? []).filter(({ when }) => reads(when)),
    indexes: [],
    list: shownList(entity, visible, everywhere),
    ...(meta.form ? { form: form(meta.form) } : {}),
    ...(meta.detail
      ? {
          detail: {
            ...meta.detail,
            ...(meta.detail.summary ? { summary: seen(meta.detail.summary) } : {}),
            ...(meta.detail.sections ? { sections: form(meta.detail.sections) } : {}),
          },
        }
      : {}),
    // Readers need to know which documents there are; what is in them is for designers.
    ...(meta.documents ? { documents: withoutBlocks(meta.documents) } : {}),
    ...(meta.workflow ? { workflow: shownFlow(meta.workflow, actions(meta.workflow.transitions)) } : {}),
    ...(meta.actions ? { actions: actions(meta.actions) } : {}),
    access: {} satisfies Record<string, GrantMeta>,
    // Rule tests contain values of any field; only designers see them.
    tests: undefined,
  };
}

/** A list of the fields that may be seen. */
function shownList(entity: Entity, visible: ReadonlySet<string>, everywhere: ReadonlySet<string>): EntityMeta['list'] {
  const { figures: _figures, ...list } = entity.meta.list;
  const seen = (names: readonly string[] = []) => names.filter((name) => visible.has(name));
  // Fields hidden in some rows are shown where allowed, but never filtered, sorted or summed.
  const open = (names: readonly string[] = []) => names.filter((name) => everywhere.has(name));
  return {
    ...list,
    columns: seen(list.columns),
    filters: open(list.filters),
    search: open(list.search),
    totals: open(list.totals),
    ...(list.counted
      ? {
          counted: Object.fromEntries(
            Object.entries(list.counted).filter(
              ([, { sum, less = sum, when, balance }]) =>
                [sum, less, ...(balance ? [balance.at, ...balance.of, balance.column] : [])].every((name) =>
                  everywhere.has(name),
                ) && !mentions(entity, when, everywhere),
            ),
          ),
        }
      : {}),
    sort: (list.sort ?? '')
      .split(',')
      .filter((key) => everywhere.has(key.replace(/^-/, '')))
      .join(','),
    views: Object.fromEntries(
      Object.entries(list.views ?? {}).filter(([, view]) => !mentions(entity, view.filter, everywhere)),
    ),
  };
}

const withoutBlocks = (documents: NonNullable<EntityMeta['documents']>): EntityMeta['documents'] =>
  Object.fromEntries(Object.entries(documents).map(([name, document]) => [name, { ...document, blocks: [] }]));

/** All transitions between states, permitted or not: the workflow of a record is visible to its readers. */
const moves = (entity: Entity) =>
  [...entity.actions.values()].flatMap(({ transition, meta }) =>
    transition ? [{ from: transition.from, to: transition.to, tone: meta.tone ?? ('neutral' as const) }] : [],
  );

const isPlain = ({ meta }: Action): boolean => !meta.effects?.length && !meta.jobs?.length;
const isHeld = (codes: readonly string[], action: Action): boolean =>
  codes.includes(action.needs) || codes.includes(action.name);

/** Transitions without side effects that another one inverts; they can be undone. */
const reversible = (entity: Entity, codes: readonly string[]): string[] =>
  [...entity.actions.values()]
    .filter((action) => action.transition && isPlain(action) && isHeld(codes, action))
    .map(({ name }) => name);

/** Transitions with side effects into a state that no transition leaves. */
const final = (entity: Entity, codes: readonly string[]): string[] => {
  const all = [...entity.actions.values()];
  const leadsBack = ({ from, to }: { from: readonly string[]; to: string }) =>
    all.some(({ transition }) => transition && transition.from.includes(to) && from.includes(transition.to));
  return all
    .filter((action) => action.transition && !isPlain(action) && !leadsBack(action.transition) && isHeld(codes, action))
    .map(({ name }) => name);
};

/** The workflow without transitions that are hidden from this person. */
function shownFlow(flow: Flow, transitions: Flow['transitions']): Flow {
  const isShown = (action: string | undefined) => action !== undefined && Object.hasOwn(transitions, action);
  const states = Object.entries(flow.states).map(([name, { awaits, next, ...state }]) => [
    name,
    { ...state, ...(isShown(awaits) ? { awaits } : {}), ...(isShown(next) ? { next } : {}) },
  ]);
  const { start } = flow;
  return { start, states: Object.fromEntries(states) as Flow['states'], transitions };
}

/** An action without its patches, guards and handlers, which stay on the server. */
function shownAction<T extends ActionMeta>(
  action: T,
  seen: (names?: readonly string[]) => string[],
  reads: (text: string | undefined) => boolean,
): T {
  const { set, effects, jobs, guard, prefill, show, forecast, ...rest } = action;
  void [set, effects, jobs, guard];
  const asked = [...seen(action.form), ...Object.keys(action.input ?? {})];
  const begins = Object.entries(prefill ?? {}).filter(([name, text]) => asked.includes(name) && reads(text));
  const isOpen = forecast && [...Object.values(forecast.where), forecast.adds].every(reads);
  return {
    ...rest,
    ...(action.form ? { form: seen(action.form) } : {}),
    ...(begins.length > 0 ? { prefill: Object.fromEntries(begins) } : {}),
    ...(show ? { show: seen(show) } : {}),
    ...(isOpen ? { forecast } : {}),
  } as unknown as T;
}

function shownField(field: FieldMeta, reads: (text: string | undefined) => boolean): FieldMeta {
  const condition = (value: FieldMeta['required'], otherwise: boolean) =>
    typeof value === 'string' && !reads(value) ? otherwise : value;
  return {
    ...field,
    ...(field.required === undefined ? {} : { required: condition(field.required, false) }),
    ...(field.readOnly === undefined ? {} : { readOnly: condition(field.readOnly, false) }),
    ...(field.visible === undefined ? {} : { visible: condition(field.visible, true) }),
    ...(field.type === 'computed' && !/^(socket|lookup):/.test(field.value ?? '') && !reads(field.value)
      ? { value: 'socket:hidden' }
      : {}),
  };
}

/** Whether an expression reads a hidden field. */
const mentions = (entity: Entity, text: string, visible: ReadonlySet<string>): boolean =>
  entity.fields.some((field) => !visible.has(field.name) && new RegExp(`\\b${field.name}\\b`).test(text));

function references(context: Context, actor: Actor, entity: Entity, meta: EntityMeta) {
  const names = new Set<string>(['account']);
  for (const [name, field] of entity.byName) {
    if (!(name in meta.fields)) continue;
    for (const each of [field, ...(field.lines ?? [])]) names.add(targetOf(each) ?? each.meta.codeOf ?? entity.name);
    for (const named of recordOf(entity, field)?.entities ?? []) names.add(named);
  }
  for (const { entity: other } of meta.detail?.related ?? []) names.add(other);
  for (const { forecast } of Object.values({ ...meta.workflow?.transitions, ...meta.actions })) {
    if (forecast) names.add(forecast.entity);
  }
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const target = actor.catalog.byName.get(name);
      if (!target) return [];
      const readable = can(actor.rightsOn(target), 'read');
      return [[name, { path: target.path, title: target.title.name, readable }]];
    }),
  );
}
