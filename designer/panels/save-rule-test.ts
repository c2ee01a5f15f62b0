import {
  actorTypes,
  answersTo,
  rulesOf,
  readsOf,
  type Bindings,
  type Entity,
  type Field,
  type RuleMeta,
  type RuleTestMeta,
} from '../../engine/core/index.ts';

/**
 * A test case from the record being tried, with the current answers as expectations. It holds only what the rule reads,
 * because schemas are exported and versioned, and never a secret. `about`: the field or rule under test.
 */
export function testOf(entity: Entity, about: Field | RuleMeta | undefined, bindings: Bindings): RuleTestMeta {
  const { actor, now } = bindings;
  const action = about && 'action' in about ? about.action : undefined;
  const inputs = {
    record: recordOf(entity, bindings.record),
    ...(action === undefined ? {} : { action }),
    actor: {
      id: actor.id,
      type: typeOf(actor.type),
      ...(actor.member === null ? {} : { member: actor.member }),
      ...(actor.org === null ? {} : { org: actor.org }),
      roles: [...actor.roles],
    },
    now,
  };
  const answers = answersTo(entity, inputs);
  const field = about && 'meta' in about ? about : undefined;
  const state = field ? answers.state(field.name) : null;
  const isComputed = field !== undefined && (field.value !== null || field.meta.type === 'rollup');
  return {
    ...inputs,
    expect: {
      codes: [...answers.codes],
      ...(field && state
        ? {
            hidden: { [field.name]: !state.visible },
            required: { [field.name]: state.required },
            readOnly: { [field.name]: state.readOnly },
          }
        : {}),
      ...(field && isComputed ? { values: { [field.name]: answers.record[field.name] ?? null } } : {}),
      ...(answers.refusals ? { refusals: [...answers.refusals] } : {}),
    },
  };
}

/** What the rules read of a record, empty values and secrets aside. */
function recordOf(entity: Entity, record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const read = new Set(rulesOf(entity.meta).flatMap(readsOf));
  for (const { meta } of entity.fields) if (meta.over) read.add(meta.over);
  if (entity.start !== null) read.add('status');
  for (const { form } of entity.actions.values()) for (const { name } of form) read.add(name);
  return Object.fromEntries(
    entity.fields.flatMap(({ name, meta, lines }): [string, unknown][] => {
      const value = record[name];
      if (!read.has(name) || meta.type === 'secret' || value === null || value === undefined || value === '') return [];
      return [[name, lines && Array.isArray(value) ? value.map((row: unknown) => openRow(lines, row)) : value]];
    }),
  );
}

const openRow = (lines: readonly Field[], row: unknown): unknown =>
  typeof row === 'object' && row !== null
    ? Object.fromEntries(
        Object.entries(row).filter(([key]) => lines.some(({ name, meta }) => name === key && meta.type !== 'secret')),
      )
    : row;

const typeOf = (type: string) => actorTypes.find((known) => known === type) ?? 'staff';
