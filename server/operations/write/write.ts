import { createHash } from 'node:crypto';
import type { Entity, Field, Grant, Issue } from '../../../engine/core/index.ts';
import { can, grantsFor, namedBy, validateRecord } from '../../../engine/core/index.ts';
import { AppError, refused } from '../../errors.ts';
import type { Row, Rows } from '../../store/batch.ts';
import { prepared, type Transaction } from '../../store/database.ts';
import { knownEntriesSql } from '../../store/dictionary-sql.ts';
import {
  enqueueSql,
  keepAnswerSql,
  type AuditEntry,
  type Change,
  type Closing,
  type Key,
} from '../../store/idempotency-sql.ts';
import { wholeSql, wholesSql, type WholeRecord } from '../../store/read-record-sql.ts';
import { insertSql, linesSql, treeLockSql, updateEachSql, updateSql } from '../../store/record-sql.ts';
import { referencesSql, type AskedReference, type FoundReference } from '../../store/reference-sql.ts';
import type { SqlQuery } from '../../store/sql.ts';
import type { Actor, Context } from '../context.ts';
import { askedReferences, derive, refusedReferences } from './derive.ts';
import { askedEntries, unknownEntries, type AskedEntry } from './dictionary-entries.ts';
import { momentIn } from '../moment.ts';
import { differs, shown } from './differences.ts';
import { Steps } from './steps.ts';
import { IdempotentReplay, NotBatchable } from './write-outcomes.ts';

type Values = Readonly<Record<string, unknown>>;

/** What every write is told: who, on what, and the key under which its answer is kept. */
export interface WriteRequest {
  readonly actor: Actor;
  readonly entity: Entity;
  readonly key: string | null;
  /** Path and body, for telling a repeated request from a reused key. */
  readonly fingerprint: string;
}

/** A record as it stood when the transaction locked it. */
export interface Locked {
  readonly record: Record<string, unknown>;
  /** The grants with the asked code that reach this row. */
  readonly reaching: readonly Grant[];
  readonly org: string | null;
  /** The records that its copies come from, as they are now. */
  readonly copied: readonly FoundReference[];
}

/** What a record must be looked at for before it can be judged. */
interface Questions {
  readonly asked: readonly AskedReference[];
  readonly entries: readonly AskedEntry[];
  /** What is known without asking. */
  readonly known: readonly FoundReference[];
  readonly statements: readonly SqlQuery[];
  /** Which of the answers are records, and which entries; -1 where nothing is asked. */
  readonly at: { references: number; entries: number };
}

/** A write that is under way: one transaction, entered as the actor. */
export class Write {
  readonly now: string;
  steps = new Steps();
  private readonly key: Key | null;
  /** Set for a write of many records: what can only be done for one of them at a time ends it with `Apart`. */
  together = false;

  constructor(
    readonly context: Context,
    readonly request: WriteRequest,
    readonly transaction: Transaction,
  ) {
    this.now = momentIn(request.actor.timeZone, context.clock());
    this.key = this.keyOf(request);
  }

  /** The key of a request, and the hash by which it is known again. */
  keyOf({ actor, key, fingerprint }: WriteRequest): Key | null {
    if (key === null) return null;
    return { account: actor.facts.id, key, hash: createHash('sha256').update(fingerprint).digest() };
  }

  run(...parts: readonly SqlQuery[]): Promise<Rows[]> {
    return this.transaction.run(...parts.map((each) => prepared(each, this.request.actor)));
  }

  /** The last statements, and the commit with them. */
  end(...parts: readonly SqlQuery[]): Promise<Rows[]> {
    return this.transaction.end(...parts.map((each) => prepared(each, this.request.actor)));
  }

  bindings(record: Values, old: Values | null, input: Values = {}, budget = this.steps.of(old)) {
    const { facts } = this.request.actor;
    return { record, old, input, actor: facts, now: this.now, today: this.now.slice(0, 10), budget };
  }

  /** Begins, and reads what can be read with it in the same round trip. A key that was answered before ends it here. */
  async open(...also: readonly SqlQuery[]): Promise<Rows[]> {
    if (this.key === null && also.length === 0) return [];
    const found = await this.run(...also);
    const { kept } = this.transaction;
    if (kept === null) return found;
    const end = kept.indexOf(':');
    if (kept.slice(0, end) !== this.key?.hash.toString('hex')) throw new AppError('keyReused');
    throw new IdempotentReplay(kept.slice(end + 1));
  }

  /** Keeps the answer under the request's key, where it has one; for writes that have no trail of their own. */
  keeping(answer: unknown): SqlQuery[] {
    const kept = this.kept(answer);
    return kept ? [keepAnswerSql(kept)] : [];
  }

  /** What every write leaves beside its record: its line of the trail, and its answer under the request's key. */
  closing(record: string, verb: string, version: number, changes: readonly Change[], answer: unknown): Closing {
    return { trail: this.trail(record, verb, version, changes), kept: this.kept(answer) };
  }

  trail(record: string, verb: string, version: number, changes: readonly Change[]): AuditEntry {
    const { actor, entity } = this.request;
    return { id: this.context.newId(), entity: entity.name, record, verb, version, by: actor.facts.id, changes };
  }

  /** Puts the jobs of a step into the outbox. */
  enqueue(record: string, verb: string, version: number, jobs: readonly string[]): SqlQuery[] {
    const { actor, entity } = this.request;
    const operation = `${entity.name}:${record}:${version}`;
    return jobs.map((job) => {
      const call = {
        ...{ job, entity: entity.name, action: verb, record },
        ...{ tenant: actor.tenant, actor: actor.facts, operation },
      };
      return enqueueSql('socket', call, `${operation}:${job}`);
    });
  }

  private kept(answer: unknown): Closing['kept'] {
    return this.key && { ...this.key, answer: JSON.stringify(answer) };
  }

  /** The whole record, locked: a row for `locked`. */
  whole(id: string, code: string): SqlQuery {
    return wholeSql({ ...this.wholeRequest(code), id });
  }

  /** The same for many, locked in the order of their ids, so that two who want the same ones never wait in a circle. */
  wholes(ids: readonly string[], code: string): SqlQuery {
    return wholesSql({ ...this.wholeRequest(code), ids });
  }

  private wholeRequest(code: string) {
    const { actor, entity } = this.request;
    const { catalog, member } = actor;
    const rightsOn = (target: Entity) => actor.rightsOn(target);
    return { catalog, entity, rights: actor.rightsOn(entity), code, member, lock: true, rightsOn };
  }

  /** The locked row, or the refusal: nothing there (or nothing to be seen), or seen but not to be touched. */
  locked(row: Row | undefined, code: string): Locked {
    const { actor, entity } = this.request;
    const whole = row as WholeRecord | undefined;
    if (!whole?.readable) throw new AppError('notFound');
    const { record, org, copied } = whole;
    const reaching = grantsFor(actor.rightsOn(entity), code).filter((_, at) => whole.reached[at]);
    if (reaching.length === 0) throw new AppError('forbidden', { params: { code: `${entity.path}:${code}` } });
    return { record, reaching, org, copied };
  }

  /** The records that these references point at, in one statement. */
  async lookUp(asked: readonly AskedReference[]): Promise<readonly FoundReference[]> {
    const statement = this.references(asked);
    return statement ? ((await this.run(statement))[0] as unknown as FoundReference[]) : [];
  }

  /** Choices that are no entry of their dictionary. */
  async strangers(asked: readonly AskedEntry[]): Promise<Issue[]> {
    if (asked.length === 0) return [];
    const [known] = await this.run(entriesOf(asked));
    return unknownEntries(asked, known ?? []);
  }

  /**
   * What must be looked at before the record can be judged. A record that is only copied from and was answered with the
   * locked row needs no second look.
   */
  questions(
    record: Values,
    touched: ReadonlySet<string>,
    copied: readonly FoundReference[] = [],
    old: Values | null = null,
  ): Questions {
    const { actor, entity } = this.request;
    // Who acts is there, and may see themselves: a step that notes who took it asks nobody.
    const isSelf = ({ field, ids, facts }: AskedReference) =>
      old !== null &&
      facts.length === 0 &&
      !field.filter &&
      namedBy(entity, field) === 'account' &&
      ids.every((id) => id === actor.facts.id);
    const all = askedReferences(entity, record, touched).filter((each) => !isSelf(each));
    const isKnown = ({ path, ids, check }: AskedReference) =>
      !check && ids.every((id) => copied.some((each) => each.path === path && each.id === id));
    const references = this.references(all.filter((each) => !isKnown(each)));
    const entries = askedEntries(entity, record, touched);
    const dictionary = entries.length > 0 ? entriesOf(entries) : null;
    const statements = [this.treeLock(record, touched), references, dictionary].filter((each) => each !== null);
    return {
      asked: all,
      entries,
      known: all.flatMap((each) => (isKnown(each) ? copied.filter(({ path }) => path === each.path) : [])),
      statements,
      at: {
        references: references ? statements.indexOf(references) : -1,
        entries: dictionary ? statements.indexOf(dictionary) : -1,
      },
    };
  }

  /** Fills in what follows from the answers, and asks every rule. Throws all issues. */
  answered(
    { asked, entries, known, at }: Questions,
    answers: readonly Rows[],
    record: Values,
    old: Values | null,
    before: readonly Issue[],
  ) {
    const found = [...known, ...((answers[at.references] ?? []) as unknown as FoundReference[])];
    const strangers = unknownEntries(entries, answers[at.entries] ?? []);
    const { record: whole, issues } = this.judge(record, old, asked, found, [...before, ...strangers]);
    if (issues.length > 0) throw refused(...issues);
    return { record: whole, found };
  }

  /** Looks at what the record points at, fills in what follows from it, and asks every rule. Throws all issues. */
  async settle(
    record: Values,
    old: Values | null,
    touched: ReadonlySet<string>,
    before: readonly Issue[] = [],
    copied: readonly FoundReference[] = [],
  ) {
    const questions = this.questions(record, touched, copied, old);
    const answers = questions.statements.length > 0 ? await this.run(...questions.statements) : [];
    return this.answered(questions, answers, record, old, before);
  }

  /** The record completed from what was found, and every reason against it. */
  judge(
    record: Values,
    old: Values | null,
    asked: readonly AskedReference[],
    found: readonly FoundReference[],
    before: readonly Issue[],
  ) {
    const { entity } = this.request;
    const budget = this.steps.of(old);
    const whole = derive(entity, this.bindings(record, old, {}, budget), found, this.context.registry);
    const first = [...before, ...refusedReferences(asked, found, this.bindings(whole, old, {}, budget))];
    const seen = new Set(first.map(({ path }) => path));
    // A secret is never read back: one that nobody touches is there.
    const kept = (path: string) => old !== null && !(path in record) && entity.byName.get(path)?.meta.type === 'secret';
    const own = validateRecord(entity, this.bindings(whole, old, {}, budget));
    const rules = [...own, ...this.context.registry.check(entity.name, whole)];
    this.steps.count(old, budget);
    return {
      record: whole,
      issues: [...first, ...rules.filter(({ code, path }) => code !== 'required' || !(seen.has(path) || kept(path)))],
    };
  }

  insert(record: Values, id: string, org: string | null, closing: Closing): SqlQuery[] {
    const { actor, entity } = this.request;
    const given = { id, org, by: actor.facts.id };
    const lines = entity.fields.filter((field) => field.lines && ((record[field.name] ?? []) as unknown[]).length > 0);
    return [
      insertSql(entity, given, record, closing),
      ...lines.flatMap((field) => linesSql(entity, field, given, record).slice(1)),
    ];
  }

  /** The update of what differs, with what stands beside it; fails where the row leaves what the person may reach. */
  update(verb: string, record: Values, old: Values, reaching: readonly Grant[], answer: unknown): SqlQuery[] {
    const { actor, entity } = this.request;
    const id = String(old['id']);
    const changed = entity.fields.filter((field) => differs(field, record, old));
    const version = Number(old['version']);
    const given = { id, org: null, by: actor.facts.id };
    const changes = changed.map((field) => ({ field: field.name, ...shown(field, old, record) }));
    const rights = actor.rightsOn(entity);
    const closing = this.closing(id, verb, version + 1, changes, answer);
    return [
      updateSql({ entity, rights, id, version, by: actor.facts.id, changed, record, reaching, ...closing }),
      ...changed.filter((field) => field.lines).flatMap((field) => linesSql(entity, field, given, record)),
    ];
  }

  /**
   * The updates of many records, as `update` does each: their statements, without what stands beside them, and the changes of
   * each in order. Sub-tables go one by one.
   */
  updateEach(many: readonly Updated[]): { updates: SqlQuery[]; changes: Change[][] } {
    const { actor, entity } = this.request;
    const alike = new Map<string, { changed: readonly Field[]; reaching: readonly Grant[]; rows: Updated[] }>();
    const rights = actor.rightsOn(entity);
    const changes = many.map((row) => {
      const { old, record, reaching } = row;
      const changed = entity.fields.filter((field) => differs(field, record, old));
      if (changed.some(({ lines }) => lines)) throw new NotBatchable();
      const word = [...changed.map(({ id }) => id), ...reaching.map((grant) => rights.indexOf(grant))].join(' ');
      const group = alike.get(word) ?? { changed, reaching, rows: [] };
      group.rows.push(row);
      alike.set(word, group);
      return changed.map((field) => ({ field: field.name, ...shown(field, old, record) }));
    });
    const updates = [...alike.values()].map(({ changed, reaching, rows }) =>
      updateEachSql({
        ...{ entity, rights, by: actor.facts.id, changed, reaching },
        rows: rows.map(({ old, record }) => ({ id: String(old['id']), version: Number(old['version']), record })),
      }),
    );
    return { updates, changes };
  }

  /** Of two moves in one tree the second waits, or each would find the way up free and together they would close a loop. */
  private treeLock(record: Values, touched: ReadonlySet<string>): SqlQuery | null {
    const { entity } = this.request;
    const moves = entity.fields.some(({ name, meta }) => meta.type === 'parent' && touched.has(name));
    if (!moves || record['id'] === undefined) return null;
    // Two moves in one transaction would not see each other either.
    if (this.together) throw new NotBatchable();
    return treeLockSql(entity);
  }

  private references(asked: readonly AskedReference[]): SqlQuery | null {
    const { actor, entity } = this.request;
    const rightsOn = (target: Entity) => actor.rightsOn(target);
    return referencesSql({ catalog: actor.catalog, entity, asked, rightsOn, member: actor.member });
  }

  /** Throws `refused` with every reason for which this person may not write this, whatever their codes say. */
  async refuseBarred(verb: string, input: Values): Promise<void> {
    const { actor, entity } = this.request;
    const [issues = []] = (await this.context.gate?.(actor, entity, verb, [input])) ?? [];
    if (issues.length > 0) throw refused(...issues);
  }

  /** Throws `forbidden` where no grant has this code. */
  refuseUnless(code: string): void {
    const { actor, entity } = this.request;
    if (!can(actor.rightsOn(entity), code)) {
      throw new AppError('forbidden', { params: { code: `${entity.path}:${code}` } });
    }
  }
}

/** One of many records that are written together. */
interface Updated {
  readonly old: Values;
  readonly record: Values;
  readonly reaching: readonly Grant[];
}

/**
 * Runs one write in one transaction and gives its answer; the answer to a repeated key is the first one again. What the
 * work throws rolls everything back, its key included, so that a refused request may be tried again.
 */
export async function write<T>(
  context: Context,
  request: WriteRequest,
  work: (write: Write) => Promise<T>,
): Promise<T> {
  try {
    return await context.database.write(
      request.actor.entrance,
      (transaction) => work(new Write(context, request, transaction)),
      request.key,
    );
  } catch (error) {
    if (error instanceof IdempotentReplay) return JSON.parse(error.answer) as T;
    throw error;
  }
}

/** Refuses a write whose version is not the one that stands: 409 with the record as it is now. */
export function checkVersion(actor: Actor, entity: Entity, record: Values, version: unknown): void {
  if (version === undefined || version === null || version === '') return;
  const asked = typeof version === 'number' || typeof version === 'string' ? Number(version) : Number.NaN;
  if (asked === record['version']) return;
  const visible = actor.lensOn(entity).everywhere;
  const current = Object.fromEntries(Object.entries(record).filter(([name]) => visible.has(name)));
  throw new AppError('stale', {
    data: { current, version: record['version'], by: record['updatedBy'], at: record['updatedAt'] },
  });
}

const entriesOf = (asked: readonly AskedEntry[]): SqlQuery =>
  knownEntriesSql([
    ...new Map(asked.map(({ dictionary, entry }) => [`${dictionary} ${entry}`, [dictionary, entry] as const])).values(),
  ]);
