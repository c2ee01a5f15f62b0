import { compileEntity, type EntityMeta } from '../../engine/core/index.ts';
import { actorOf, clockIn } from '../../engine/kit/controllers/actor-facts.ts';
import { checkRecord } from '../../engine/kit/controllers/form-check.ts';
import { typedFields } from '../../engine/kit/controllers/form-values.ts';
import type { LoginUser } from '../../engine/kit/data/session-client.ts';

/** In a page: the codes that a form of the product would hold against each record, for who is signed in there. */
export function verdictsOf(meta: EntityMeta, records: readonly Record<string, unknown>[], user: LoginUser): string[][] {
  const compiled = compileEntity(meta);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.issues));
  const entity = compiled.value;
  const facts = { actor: actorOf(user), ...clockIn(user.tenant.timeZone) };
  return records.map((record) =>
    checkRecord({ entity, fields: typedFields(entity, []), bindings: { record, old: record, ...facts } }).issues.map(
      ({ code }) => code,
    ),
  );
}
