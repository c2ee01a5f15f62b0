import type { Entity, Field } from '../../../engine/core/index.ts';
import { isEmpty } from '../../../engine/core/index.ts';
import type { Change } from '../../store/idempotency-sql.ts';
import { beginRecord, orgOf } from './begin-record.ts';
import { bookingSql } from './booking.ts';
import type { Context } from '../context.ts';
import { declaredFields, defaultsOf, lockedFor, readInput } from './read-input.ts';
import { write, type WriteRequest } from './write.ts';

/**
 * Adds one record: read, complete, check, insert. Answers its id and version. Throws `forbidden`, or `refused` with every
 * issue at once.
 */
export async function createRecord(
  context: Context,
  request: WriteRequest,
  input: Readonly<Record<string, unknown>>,
): Promise<{ id: string; version: number }> {
  const { actor, entity } = request;
  return write(context, request, async (write) => {
    write.refuseUnless('add');
    const declared = declaredFields(entity);
    const locked = lockedFor(entity, actor.rightsOn(entity), 'add');
    const { values, issues } = readInput(declared, locked, input, null, context.newId);
    const record: Record<string, unknown> = {
      ...defaultsOf(declared),
      ...values,
      ...(entity.start === null ? {} : { status: entity.start }),
    };
    // A member's records are the member's own, whatever was sent.
    if (actor.member && entity.owner && entity.byName.get(entity.owner)?.system === false) {
      record[entity.owner] = actor.facts.member;
    }
    const questions = write.questions(record, new Set(Object.keys(record)));
    const answers = await write.open(...questions.statements);
    await write.refuseBarred('add', input);
    const settled = write.answered(questions, answers, record, null, issues);
    const id = context.newId();
    const complete = await completeRecord(context, entity, settled.record, write.now, actor.tenant);
    const begun = await beginRecord(write, { id, record: complete, org: orgOf(write, complete, settled.found) });
    const { record: whole, org, booking } = begun;
    const answer = { id, version: 1 };
    await write.end(
      ...(booking ? [bookingSql(booking)] : []),
      ...write.insert(whole, id, org, write.closing(id, 'add', 1, firstChanges(entity, whole), answer)),
    );
    return answer;
  });
}

/** What the trail says of a record's beginning: everything that it holds, but no secret. */
export const firstChanges = (entity: Entity, record: Readonly<Record<string, unknown>>): Change[] =>
  declaredFields(entity)
    .filter((field) => field.meta.type !== 'secret' && !isEmpty(record[field.name]))
    .map((field) => ({ field: field.name, before: null, after: record[field.name] }));

/**
 * Numbers and seals: what may only be spent once the record is known to be good. `expected` is how many records of the
 * same kind are completed from here on, so that their numbers are taken together.
 */
export async function completeRecord(
  context: Context,
  entity: Entity,
  record: Readonly<Record<string, unknown>>,
  now: string,
  tenant: string,
  expected = 1,
): Promise<Record<string, unknown>> {
  const whole = await sealSecrets(context, entity, record);
  for (const field of entity.fields) {
    if (field.meta.type !== 'sequence') continue;
    whole[field.name] = await nextInSequence(context, entity, field, now, tenant, expected);
  }
  return whole;
}

export async function sealSecrets(
  context: Context,
  entity: Entity,
  record: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const sealed: Record<string, unknown> = { ...record };
  for (const field of entity.fields) {
    if (field.meta.type !== 'secret') continue;
    const plain = record[field.name];
    if (typeof plain === 'string') sealed[field.name] = await context.seal(entity.name, field.name, plain);
  }
  return sealed;
}

/** `RC-{yyMM}-{n:6}` becomes `RC-2611-000042`; a new period counts from one again. */
async function nextInSequence(
  context: Context,
  entity: Entity,
  field: Field,
  now: string,
  tenant: string,
  expected: number,
): Promise<string> {
  const [year = '', month = '', day = ''] = now.slice(0, 10).split('-');
  const template = (field.meta.sequence ?? '{n:6}').replace(/\{([yMd]+)\}/g, (_, pattern: string) =>
    pattern.replace('yyyy', year).replace('yy', year.slice(2)).replace('MM', month).replace('dd', day),
  );
  const number = await context.nextNumber(tenant, `${entity.name}.${field.id}:${template}`, expected);
  return template.replace(/\{n(?::(\d+))?\}/, (_, width?: string) => String(number).padStart(Number(width ?? 1), '0'));
}
