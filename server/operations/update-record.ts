import type { Grant } from '../../engine/index.ts';
import { fieldState, isEmpty, issue, wrongState } from '../../engine/index.ts';
import { AppError, refused } from '../errors.ts';
import type { Booking } from '../sockets/socket.ts';
import { bookingSql } from './booking.ts';
import type { Context } from './context.ts';
import { sealSecrets } from './create-record.ts';
import { declaredFields, lockedFor, readInput, same } from './read-input.ts';
import { checkVersion, write, type Write, type WriteRequest } from './write.ts';

/**
 * Changes the given fields of one record. Answers its id and new version. Throws `notFound`, `forbidden`, `stale` with
 * the record as it is now, or `refused` with every issue at once.
 */
export async function updateRecord(
  context: Context,
  request: WriteRequest,
  input: Readonly<Record<string, unknown>>,
): Promise<{ id: string; version: number }> {
  const { actor, entity } = request;
  const id = recordId(input['id']);
  return write(context, request, async (write) => {
    write.refuseUnless('edit');
    const [rows] = await write.open(write.whole(id, 'edit'));
    const { record: old, reaching, copied } = write.locked(rows?.[0], 'edit');
    checkVersion(actor, entity, old, input['version']);
    const wrong = wrongState(entity, 'edit', old['status']);
    if (wrong) throw refused(wrong);
    await write.refuseBarred('edit', input);

    const locked = lockedFor(entity, actor.rightsOn(entity), 'edit', reaching);
    const declared = declaredFields(entity);
    const { values, issues } = readInput(declared, locked, input, old, context.newId);
    const bindings = write.bindings({ ...old, ...values }, old);
    for (const field of declared) {
      if (!(field.name in values) || same(values[field.name], old[field.name] ?? null)) continue;
      const { readOnly, visible } = fieldState(field, bindings);
      if (readOnly || (!visible && !isEmpty(values[field.name]))) issues.push(issue('field.readOnly', field.name));
    }
    const touched = new Set(Object.keys(values).filter((name) => !same(values[name], old[name] ?? null)));
    const settled = await write.settle({ ...old, ...values }, old, touched, issues, copied);
    const record = await sealSecrets(context, entity, settled.record);
    return finish(write, record, old, reaching, 'edit');
  });
}

/** Writes what differs and closes; refuses when the row would leave what the person may reach. */
export async function finish(
  write: Write,
  record: Readonly<Record<string, unknown>>,
  old: Readonly<Record<string, unknown>>,
  reaching: readonly Grant[],
  verb: string,
  jobs: readonly string[] = [],
  booking: Booking | null = null,
): Promise<{ id: string; version: number; status?: unknown }> {
  const { entity } = write.request;
  const id = String(old['id']);
  const version = Number(old['version']) + 1;
  const answer = { id, version, ...(entity.start === null ? {} : { status: record['status'] }) };
  try {
    await write.end(
      ...(booking ? [bookingSql(booking)] : []),
      ...write.update(verb, record, old, reaching, answer),
      ...write.enqueue(id, verb, version, jobs),
    );
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'forbidden') throw error;
    throw new AppError('forbidden', { params: { code: `${entity.path}:${verb}` } });
  }
  return answer;
}

/** An id from a request: digits, as text or number. Anything else is no record at all. */
export function recordId(value: unknown): string {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : '';
  if (!isRecordId(text)) throw new AppError('notFound');
  return text;
}

export const isRecordId = (text: string): boolean => /^\d{1,18}$/.test(text);
