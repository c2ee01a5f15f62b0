import type { Entity, Field } from '../../../engine/core/index.ts';
import type { FoundReference } from '../../store/reference-sql.ts';
import type { Context } from '../context.ts';
import { bookNow } from './booking.ts';
import { fillNew } from './fill-new.ts';
import type { DraftItem, Entry, Mutation, Prepared, Values } from './mutation.ts';
import { persist } from './persist.ts';
import { completeEach, lookUpAndValidate, newItem, prepareNew, runOne } from './pipeline.ts';
import { declaredFields, defaultsOf, lockedFor, readInput } from './read-input.ts';
import { runStartEffects } from './run-effects.ts';
import { sealSecrets } from './seal-secrets.ts';
import type { Write, WriteRequest } from './write.ts';
import { NotBatchable } from './write-outcomes.ts';

/** A new record, with its number and its start effects. */
export const add: Mutation = {
  name: 'add',
  needs: 'add',
  change: 'insert',
  prepare: (write, entry) => draftOf(write, entry),
  complete: async (write, item, remaining) => startRecord(write, await completeRecord(write, item, remaining)),
};

/** Adds one record. Answers its id and version. Throws `forbidden`, or `refused` with every issue at once. */
export const createRecord = (context: Context, request: WriteRequest, input: Values) =>
  runOne(context, request, add, input);

/**
 * Adds another record of the write's entity within its transaction, under the rules of `createRecord` and with an audit
 * entry. Answers its id. Throws `refused` with every issue.
 */
export async function addWithin(write: Write, input: Values): Promise<string> {
  if (write.batch) throw new NotBatchable();
  const item = newItem(write, { request: { ...write.request, key: null }, input });
  await prepareNew(write, add, item);
  await fillNew(write, [item]);
  await lookUpAndValidate(write, [item]);
  await completeEach(write, add, [item]);
  if (item.outcome instanceof Error) throw item.outcome;
  if (item.prepared?.booking) {
    await bookNow(write, item.prepared.booking);
    item.prepared = { ...item.prepared, booking: null };
  }
  await write.run(...persist(write, add, [item]));
  return item.prepared?.id ?? '';
}

/** What is the same for all new records of an entity by one actor. */
interface Blank {
  readonly declared: readonly Field[];
  readonly locked: ReadonlySet<string>;
  readonly defaults: Values;
  readonly touched: ReadonlySet<string>;
  /** The owner field, set to the member whatever was sent. */
  readonly owner: string | null;
}

const blanks = new WeakMap<Write, Blank>();

function blankOf(write: Write): Blank {
  const known = blanks.get(write);
  if (known) return known;
  const { actor, entity } = write.request;
  const declared = declaredFields(entity);
  const defaults = { ...defaultsOf(declared), ...(entity.start === null ? {} : { status: entity.start }) };
  const isOwned = actor.member && entity.owner && entity.byName.get(entity.owner)?.system === false;
  const fresh = {
    ...{ declared, defaults, touched: new Set(Object.keys(defaults)) },
    locked: lockedFor(entity, actor.rightsOn(entity), 'add'),
    owner: isOwned ? entity.owner : null,
  };
  blanks.set(write, fresh);
  return fresh;
}

function draftOf(write: Write, { input, issues: before = [], given }: Entry) {
  const { declared, locked, defaults, touched, owner } = blankOf(write);
  const { actor, entity } = write.request;
  const { values, issues } = readInput(declared, locked, input, null, write.context.newId);
  const record: Record<string, unknown> = { ...defaults, ...values, ...given?.locked };
  if (owner) record[owner] = actor.facts.member;
  if (given?.status !== undefined && entity.start !== null) record['status'] = given.status;
  return {
    ...{ old: null, record, touched, issues: [...before, ...issues] },
    ...{ reaching: [], copied: [], jobs: [], booking: null },
  };
}

/**
 * Assigns numbers, sealed secrets and the organisation to a valid record. `remaining` records of the batch reserve
 * their numbers together.
 */
export async function completeRecord(write: Write, item: DraftItem, remaining: number): Promise<Prepared> {
  const { context } = write;
  const { actor, entity } = write.request;
  const { given } = item.entry;
  const record = await sealSecrets(context, entity, { ...item.draft.record, ...given?.locked });
  for (const field of entity.fields) {
    if (field.meta.type !== 'sequence') continue;
    record[field.name] = await nextInSequence(write, field, remaining);
  }
  return {
    ...{ id: given?.id ?? context.newId(), record, org: orgOf(write, record, item.found) },
    ...{ by: given?.by ?? actor.facts.id, at: given?.at ?? null, booking: null },
  };
}

/** Runs the start effects of a new record, which may also set its organisation. Throws `refused`. */
export async function startRecord(write: Write, prepared: Prepared): Promise<Prepared> {
  const { entity } = write.request;
  const { id, record, org } = prepared;
  const { patch, booking } = await runStartEffects(write, { ...record, id });
  const whole = { ...record, ...patch };
  return { ...prepared, record: whole, org: entity.org ? ownOrg(entity, whole) : org, booking };
}

/** The organisation of a new record: its own field, else that of a referenced record, else the author's. */
function orgOf({ request: { actor, entity } }: Write, record: Values, found: readonly FoundReference[]): string | null {
  if (entity.org) return ownOrg(entity, record);
  return found.find((target) => target.org !== null)?.org ?? actor.facts.org;
}

const ownOrg = (entity: Entity, record: Values): string | null => String(record[entity.org ?? ''] ?? '') || null;

/** `RC-{yyMM}-{n:6}` becomes `RC-2611-000042`; each period starts from one. */
async function nextInSequence(
  { context, now, request: { actor, entity } }: Write,
  field: Field,
  expected: number,
): Promise<string> {
  const [year = '', month = '', day = ''] = now.slice(0, 10).split('-');
  const template = (field.meta.sequence ?? '{n:6}').replace(/\{([yMd]+)\}/g, (_, pattern: string) =>
    pattern.replace('yyyy', year).replace('yy', year.slice(2)).replace('MM', month).replace('dd', day),
  );
  const number = await context.nextNumber(actor.tenant, `${entity.name}.${field.id}:${template}`, expected);
  return template.replace(/\{n(?::(\d+))?\}/, (_, width?: string) => String(number).padStart(Number(width ?? 1), '0'));
}
