import {
  issue,
  type Entity,
  type RecordChange,
  type RecordFields,
  type RecordStep,
} from '../../../engine/core/index.ts';
import { AppError, refused } from '../../errors.ts';

/** Limits of a draft, far above what people do by hand. */
const most = { steps: 500, changes: 2_000, name: 200 };

/** Reads the steps that a client sends. Throws `malformed`, or `refused` for too many of them. */
export function readSteps(entity: Entity, given: unknown): RecordStep[] {
  if (!Array.isArray(given)) throw new AppError('malformed');
  const steps = given.map((step) => readStep(entity, step));
  if (steps.length > most.steps) throw refused(issue('schema.tooMany', 'steps', { max: most.steps }));
  if (steps.flatMap(({ changes }) => changes).length > most.changes) {
    throw refused(issue('schema.tooMany', 'steps', { max: most.changes }));
  }
  return steps;
}

function readStep(entity: Entity, given: unknown): RecordStep {
  const { name, changes } = objectOf(given);
  if (typeof name !== 'string' || !Array.isArray(changes)) throw new AppError('malformed');
  return { name: name.slice(0, most.name), changes: changes.map((change) => readChange(entity, change)) };
}

function readChange(entity: Entity, given: unknown): RecordChange {
  const { id, before, after } = objectOf(given);
  if (typeof id !== 'string' || !/^(new-)?\d{1,19}$/.test(id)) throw new AppError('malformed');
  return { id, before: readFields(entity, before), after: readFields(entity, after) };
}

function readFields(entity: Entity, given: unknown): RecordFields | null {
  if (given === null) return null;
  const fields = Object.entries(objectOf(given));
  const isKnown = ([name, value]: [string, unknown]) =>
    entity.byName.get(name)?.system === false && (value === null || ['string', 'number'].includes(typeof value));
  if (!fields.every(isKnown)) throw new AppError('malformed');
  return Object.fromEntries(fields) as RecordFields;
}

function objectOf(given: unknown): Readonly<Record<string, unknown>> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw new AppError('malformed');
  return given as Readonly<Record<string, unknown>>;
}

/** Whether two wire values mean the same; an empty one is null. */
export const sameValue = (one: unknown, other: unknown): boolean => String(one ?? '') === String(other ?? '');

/** Ids that new records have within a draft. */
export const isNew = (id: string): boolean => id.startsWith('new-');
