import { rowQuery } from '../modules/row-query.ts';
import { can, grantsFor, issue, type Issue } from '../../engine/core/index.ts';
import { AppError, refused } from '../errors.ts';
import type { Command, CommandCall, Download, PublicQuestion } from '../modules/module.ts';
import { prepared } from '../store/database.ts';
import { readableOrgs, walls } from '../store/predicates.ts';
import { pieces } from '../store/sql.ts';
import type { Culture, Texts } from '../texts.ts';
import { answerCall } from './read/answer.ts';
import { heldGrants } from './read/held-grants.ts';
import { isTranslated, sayIn } from './read/translations.ts';
import { bookFile } from './transfer/book-file.ts';
import type { Actor, Context } from './context.ts';
import { orderJob } from './transfer/jobs.ts';
import { removeRecord } from './write/remove.ts';
import { saveMany } from './write/save-many.ts';

/** Commands of business modules beside the actions of entities. */
export type Commands = readonly Command[];
export type Downloads = readonly Download[];
/** Queries of business modules that need no session. */
export type Publics = readonly PublicQuestion[];

/** Time limit of a command in milliseconds: clients wait six seconds, longer for a file. */
const maxMs = 5_500;
const maxMsForFile = 60_000;

/**
 * Runs a command for this person. Throws `forbidden`, `refused`, or `busy` after the time limit; what runs `around` it
 * goes on then, and so keeps the answer for a repetition.
 */
export const runCommand = (
  on: CallDeps,
  actor: Actor,
  command: Command,
  { around, ...given }: CallInput & { readonly around?: Around },
): Promise<unknown> =>
  runCall(
    on,
    actor,
    { needs: command.needs, run: (call) => (around ? around(() => command.run(call)) : command.run(call)) },
    { ...given, most: maxMs },
  );

type Around = (run: () => Promise<unknown>) => Promise<unknown>;

/** Creates the file of a download. Throws as a command does. */
export const runDownload = (
  on: CallDeps,
  actor: Actor,
  download: Download,
  given: CallInput,
): ReturnType<Download['run']> => runCall(on, actor, download, { ...given, most: maxMsForFile });

interface CallDeps {
  readonly context: Context;
  readonly texts: Texts;
}
interface CallInput {
  readonly body: CommandCall['body'];
  readonly culture: Culture;
}

async function runCall<T>(
  on: CallDeps,
  actor: Actor,
  { needs, run }: { readonly needs?: Command['needs']; run(call: CommandCall): Promise<T> },
  { most, ...given }: CallInput & { readonly most: number },
): Promise<T> {
  const entity = needs && actor.catalog.byName.get(needs.entity);
  if (needs && !(entity && can(actor.rightsOn(entity), needs.code))) throw new AppError('forbidden');
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AppError('busy')), most);
  });
  try {
    return await Promise.race([run(commandCall(on, actor, given)), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The organisations whose records of an entity the actor reads; null for all. */
async function organisationsOf(context: Context, actor: Actor, name: string): Promise<string[] | null> {
  const entity = actor.catalog.byName.get(name);
  const org = actor.catalog.byName.get('org');
  // Scopes by customer, own records or an expression cannot be summed by organisation.
  if (!entity || !org || actor.member) throw new AppError('forbidden');
  const rights = actor.rightsOn(entity);
  if (grantsFor(rights, 'read').some(({ rows }) => rows === 'all')) return null;
  const readable = readableOrgs(entity, rights);
  if (!readable) throw new AppError('forbidden');
  const statement = pieces('SELECT t.id::text AS id FROM org t WHERE ', walls(org, false), ' AND (', readable, ')');
  const [rows = []] = await context.database.read(actor.entrance, prepared(statement, actor));
  return rows.map(({ id }) => String(id));
}

/** Deletes a record as the actor; answers why it may not be deleted, empty if it is. */
async function removeOne(
  context: Context,
  actor: Actor,
  { name, id }: { readonly name: string; readonly id: string },
): Promise<readonly Issue[]> {
  const entity = actor.catalog.byName.get(name);
  if (!entity) throw new AppError('forbidden');
  try {
    await removeRecord(context, { actor, entity, key: null, fingerprint: '' }, { id });
    return [];
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    return error.details.issues ?? [issue(`error.${error.kind}`, '')];
  }
}

/** What a module may read and do for this person. */
export function commandCall({ context, texts }: CallDeps, actor: Actor, { body, culture }: CallInput): CommandCall {
  const { services: deps } = context;
  if (!deps) throw new Error('commands run on an open node');
  const { facts, currency, tenant, timeZone } = actor;
  const { list: listed, sum } = answerCall(context, actor, {});
  const list: typeof listed = async (name, filters, most) => {
    const rows = await listed(name, filters, most);
    const entity = actor.catalog.byName.get(name);
    // What a record says in several languages is said to this person.
    if (entity && isTranslated(entity)) sayIn(culture, entity, rows);
    return rows;
  };
  // Identity of the tenant as a whole: only the tenant's policies apply, no account or member.
  const module = { tenant, member: null, account: '0', timeZone };
  return {
    station: actor.station ?? null,
    ...{ actor: facts, currency, tenant, timeZone, culture, body, services: deps, list, sum },
    can(name, code, field) {
      const entity = actor.catalog.byName.get(name);
      if (!entity) return false;
      const rights = actor.rightsOn(entity);
      return can(rights, code) && (field === undefined || actor.lensOn(entity).byName.has(field));
    },
    held: () => heldGrants(texts, actor, culture),
    organisations: (name) => organisationsOf(context, actor, name),
    read: rowQuery(async (text, values) => {
      const [rows = []] = await context.database.read(module, { text, values: [...values] });
      return rows;
    }),
    report: rowQuery(async (text, values) => {
      const [rows = []] = await context.database.report(module, { text, values: [...values] });
      return rows;
    }),
    async save(name, rows) {
      const entity = actor.catalog.byName.get(name);
      if (!entity) throw new AppError('forbidden');
      return saveMany(context, actor, entity, rows);
    },
    remove: (name, id) => removeOne(context, actor, { name, id }),
    say: (key, params = {}) => texts.module(culture, key.split('.', 1)[0] ?? '', key, params),
    async order(work, request) {
      const id = context.newId();
      const statements = orderJob(actor, 'work', id, { ...request, work, culture });
      await context.database.write(actor.entrance, (transaction) =>
        transaction.run(...statements.map((each) => prepared(each, actor))),
      );
      return id;
    },
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
