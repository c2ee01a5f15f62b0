import type { Catalog, Change, EntityDocument, EntityMeta, Issue } from '../../engine/core/index.ts';
import { changesBetween, issue } from '../../engine/core/index.ts';
import { AppError } from '../errors.ts';
import type { Actor } from '../operations/context.ts';
import { flowIssues, socketsOfStep } from './guard-flow.ts';

/** Limits per tenant, shown in the designer and enforced. */
export const limits = Object.freeze({ entities: 100, fields: 60, fieldsOfOwn: 200, screens: 50 });

/** Only the platform may change its own entities. Throws `notFound`, as for any entity that a tenant does not have. */
export function demandOwn(base: Catalog, actor: Pick<Actor, 'platform'>, entity: string): void {
  if (base.byName.get(entity)?.tenancy === 'platform' && !actor.platform) throw new AppError('notFound');
}

/** Properties of a delivered field that code relies on. Presentation and input may be changed by the tenant. */
const fixedOfField = new Set([
  ...[
    'name',
    'type',
    'to',
    'sequence',
    'value',
    'as',
    'over',
    'sum',
    'count',
    'currency',
    'unit',
    'scale',
    'many',
    'dictionary',
  ],
  ...['fixed', 'filter', 'onDelete', 'widget'],
]);
const fixedOfEntity = /^(entity|path|title|tenancy|owner|org|appendOnly|tree|workflow\/start|workflow\/startEffects)$/;
const fixedOfMove = /^(from|to|needs|set|effects|jobs|calls|input|guard)(\/|$)/;

/** Issues for changes to parts of a delivered entity that code relies on. */
export function guardChanges(base: EntityDocument, mine: EntityDocument): Issue[] {
  const kept = changesBetween(base, mine).filter(isFixed(base.meta));
  const own = Object.keys(mine.meta.fields).length - Object.keys(base.meta.fields).length;
  return [
    ...kept.map(({ at, what }) =>
      issue('schema.baseKept', (what === undefined ? at : `${at}/${what}`).replaceAll('/', '.')),
    ),
    ...socketIssues(mine.meta, socketsOf(base.meta)),
    ...flowIssues(base.meta, mine.meta),
    ...heldIssues(mine.meta.fields, base.meta.fields),
    ...(own > limits.fields ? [issue('schema.limit', 'fields', { max: limits.fields })] : []),
  ];
}

/** The same for a tenant's own entity. */
export const guardOwn = ({ meta }: EntityDocument): Issue[] => [
  ...(meta.tenancy === 'platform' ? [issue('schema.option', 'tenancy', { value: 'platform', options: 'tenant' })] : []),
  ...socketIssues(meta, new Set()),
  ...heldIssues(meta.fields, {}),
  ...(Object.keys(meta.fields).length > limits.fieldsOfOwn
    ? [issue('schema.limit', 'fields', { max: limits.fieldsOfOwn })]
    : []),
];

const isFixed =
  (base: EntityMeta) =>
  ({ kind, thing, at, what = '', from, to }: Change): boolean => {
    if (kind === 'moved') return false;
    const gone = kind === 'removed' && what === '';
    const name = at.split('/').at(-1) ?? '';
    switch (thing) {
      case 'field': {
        if (kind === 'added') return false;
        const delivered = Object.entries(base.fields).some(
          ([known, { id = known }]) => at === `fields/${id}` || at.startsWith(`fields/${id}/fields/`),
        );
        if (!delivered) return false;
        const widened = what === 'maxLength' && (to === undefined || Number(to) > Number(from));
        return (
          gone ||
          widened ||
          kind === 'renamed' ||
          fixedOfField.has(what) ||
          (what.startsWith('options/') && kind === 'removed')
        );
      }
      case 'rule':
        return kind !== 'added' && (gone || kind === 'changed');
      case 'state':
        return (
          base.workflow?.states[name] !== undefined &&
          kind !== 'added' &&
          !['tone', 'awaits', 'next', 'struck'].includes(what)
        );
      case 'transition':
      case 'action': {
        const delivered = base.workflow?.transitions[name] ?? base.actions?.[name];
        return delivered !== undefined && (gone || (kind !== 'added' && fixedOfMove.test(what)));
      }
      case 'index':
        return gone;
      case 'entity':
        return fixedOfEntity.test(at);
      default:
        return false;
    }
  };

const socketsOf = (meta: EntityMeta): Set<string> =>
  new Set(
    [...Object.values(meta.workflow?.transitions ?? {}), ...Object.values(meta.actions ?? {})]
      .flatMap(socketsOfStep)
      .concat(meta.workflow?.startEffects ?? [])
      .concat(Object.values(meta.fields).flatMap(({ value }) => (value?.startsWith('socket:') ? [value] : []))),
  );

/** Handlers are written for certain entities and may be used in no others. */
const socketIssues = (meta: EntityMeta, known: ReadonlySet<string>): Issue[] =>
  [...socketsOf(meta)].filter((name) => !known.has(name)).map((name) => issue('schema.socketKept', '', { name }));

/** References without a foreign key are reserved for our code, which protects them by other means. */
const heldIssues = (fields: EntityMeta['fields'], base: EntityMeta['fields'], at = 'fields'): Issue[] =>
  Object.entries(fields).flatMap(([name, { onDelete, fields: lines = {} }]) => [
    ...(onDelete === 'held' && base[name]?.onDelete !== 'held'
      ? [issue('schema.option', `${at}.${name}.onDelete`, { value: onDelete, options: 'restrict, clear' })]
      : []),
    ...heldIssues(lines, base[name]?.fields ?? {}, `${at}.${name}.fields`),
  ]);
