import type { Catalog, Issue } from '../../engine/core/index.ts';
import { issue } from '../../engine/core/index.ts';
import type { CollectedModules } from './collect.ts';
import type {
  ExternalCall,
  Document,
  Effect,
  Filler,
  Job,
  Projection,
  Reader,
  Handler,
  Schedule,
  StartingRecords,
  Value,
} from './module.ts';

export interface ModuleRegistry {
  effect(name: string): Effect;
  job(name: string): Job;
  call(name: string): ExternalCall;
  value(name: string): Value;
  /** Tasks of modules for timers. */
  readonly tasks: readonly Schedule[];
  /** The document layout of an entity's list, if a module defines one. */
  document(entity: string): Document | undefined;
  /** Issues of the modules' checks for a record. */
  check(entity: string, record: Readonly<Record<string, unknown>>): Issue[];
  /** What fills in new records of an entity before validation. */
  fillers(entity: string): readonly Filler[];
  /** The sums that a module maintains for an entity. */
  projection(entity: string): Projection | undefined;
  /** The reader of foreign layouts for an entity, if a module supplies one. */
  reader(entity: string): Reader | undefined;
  /** What new tenants start with. */
  readonly startingRecords: readonly StartingRecords[];
  /** The numbers that a searched text contains in another form. */
  numbersIn(text: string): readonly string[];
}

/** The contributions that the registry looks up. */
type Registered = Pick<
  CollectedModules,
  'schedules' | 'documents' | 'projections' | 'checks' | 'readers' | 'fillers' | 'startingRecords' | 'numbers'
>;

/** Handlers by name, once every handler that the schemas name exists; otherwise all missing ones. */
export function createRegistry(
  catalog: Catalog,
  handlers: readonly Handler[],
  {
    schedules = [],
    documents = [],
    projections = [],
    checks = [],
    readers = [],
    fillers = [],
    startingRecords = [],
    numbers = [],
  }: Partial<Registered> = {},
): { ok: true; value: ModuleRegistry } | { ok: false; issues: Issue[] } {
  const byName = new Map(handlers.map((handler) => [`${handler.kind}:${handler.name}`, handler]));
  const missing = catalog.sockets.filter((asked) => !byName.has(`${asked.kind}:${asked.name}`));
  if (missing.length > 0) {
    return {
      ok: false,
      issues: missing.map(({ name, kind, at }) => issue('schema.noSocket', at, { name, kind })),
    };
  }
  const find = <T extends Handler>(kind: T['kind']) => {
    return (name: string): T => {
      const found = byName.get(`${kind}:${name}`);
      if (!found) throw new Error(`no ${kind} handler named ${name}`);
      return found as T;
    };
  };
  const found = {
    effect: find<Effect>('effect'),
    job: find<Job>('job'),
    call: find<ExternalCall>('call'),
    value: find<Value>('value'),
    tasks: schedules,
    startingRecords,
    document: (entity: string) => documents.find((each) => each.entity === entity),
    projection: (entity: string) => projections.find((each) => each.entity === entity),
    check: (entity: string, record: Readonly<Record<string, unknown>>) =>
      checks.flatMap((check) => (check.entity === entity ? check.run(record) : [])),
    fillers: (entity: string) => fillers.filter((each) => each.entity === entity),
    numbersIn: (text: string) => [...new Set(numbers.flatMap((each) => each(text)))],
    reader: (entity: string) => readers.find((each) => each.entity === entity),
  };
  return { ok: true, value: found };
}
