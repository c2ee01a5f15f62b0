import { can } from '../../engine/index.ts';
import { AppError, refused } from '../errors.ts';
import type { Command, CommandCall } from '../sockets/socket.ts';
import type { Culture, Texts } from '../texts.ts';
import { answerCall } from './answer.ts';
import { bookFile } from './book-file.ts';
import type { Actor, Context } from './context.ts';
import { saveMany } from './save-many.ts';

/** What the business wings are asked to do beside their entities' own steps. */
export type Commands = readonly Command[];

/** Longest that a command may take, in milliseconds: clients wait six seconds. */
const longest = 5_500;

/** Runs a command for this person. Throws `forbidden`, `refused`, or `busy` where it takes too long. */
export async function runCommand(
  on: { context: Context; texts: Texts },
  actor: Actor,
  command: Command,
  given: { readonly body: CommandCall['body']; readonly culture: Culture },
): Promise<unknown> {
  const { needs } = command;
  const entity = needs && actor.catalog.byName.get(needs.entity);
  if (needs && !(entity && can(actor.rightsOn(entity), needs.code))) throw new AppError('forbidden');
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AppError('busy')), longest);
  });
  try {
    return await Promise.race([command.run(commandCall(on, actor, given)), late]);
  } finally {
    clearTimeout(timer);
  }
}

function commandCall(
  { context, texts }: { context: Context; texts: Texts },
  actor: Actor,
  { body, culture }: { readonly body: CommandCall['body']; readonly culture: Culture },
): CommandCall {
  const { house } = context;
  if (!house) throw new Error('commands run on an open node');
  const { facts, currency, tenant, timeZone } = actor;
  const { list, sum } = answerCall(context, actor, {});
  // No account of the tenant, and none of its members: the wall of the tenant stands, and no other.
  const module = { tenant, member: null, account: '0', timeZone };
  return {
    ...{ actor: facts, currency, tenant, timeZone, culture, body, house, list, sum },
    can(name, code, field) {
      const entity = actor.catalog.byName.get(name);
      if (!entity) return false;
      const rights = actor.rightsOn(entity);
      return can(rights, code) && (field === undefined || actor.lensOn(entity).byName.has(field));
    },
    async read(text, values) {
      const [rows = []] = await context.database.read(module, { text, values: [...values] });
      return rows;
    },
    async save(name, rows) {
      const entity = actor.catalog.byName.get(name);
      if (!entity) throw new AppError('forbidden');
      return saveMany(context, actor, entity, rows);
    },
    say: (key, params = {}) => texts.module(culture, key.split('.', 1)[0] ?? '', key, params),
    file: (book, format) => bookFile(texts, { book, format, culture }),
    tenantName: actor.tenantName,
    explain: (reason) => texts.issue(culture, reason, actor.catalog),
    refuse: (...reasons) => {
      throw refused(...reasons);
    },
    forbid: () => {
      throw new AppError('forbidden');
    },
  };
}
