import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import {
  newKey,
  useCulture,
  useDataClient,
  useRecordChanges,
  useViewer,
  WireError,
  type DataClient,
} from '../../engine/kit/index.ts';
import type { EntityEntry } from '../document/api.ts';
import { inverse, movedOn, rowOf, type MenuChange, type MenuFields, type MenuRow } from './menu-rows.ts';
import type { MenuCatalog } from './visible-to-role.ts';
import { wordedBy } from './worded.ts';

/** The menu of the tenant as it stands. */
export interface Menu extends MenuCatalog {
  readonly rows: readonly MenuRow[];
  /** What an entry is called for the reader; its own name where it has no other word. */
  readonly titles: ReadonlyMap<string, string>;
  /** Names of applications by their codes. */
  readonly applications: ReadonlyMap<string, string>;
}

/** What a step did: the records that it changed, or the one that it made. */
interface Done {
  readonly announcement: string;
  readonly changes: readonly MenuChange[];
  readonly added: string | null;
}

/** What a step writes: changes of records, and one record that is new. */
export interface Plan {
  readonly announcement: string;
  readonly changes: readonly MenuChange[];
  readonly add?: MenuFields;
}

/** What the last step came to. */
export type Outcome =
  | { readonly kind: 'done'; readonly announcement: string }
  | { readonly kind: 'undone'; readonly announcement: string }
  | { readonly kind: 'stale'; readonly id: string }
  | { readonly kind: 'failed'; readonly error: unknown };

/** What a step came to, and what can be taken back then. */
interface Came {
  readonly outcome: Outcome;
  readonly added: string | null;
  readonly log: readonly Done[];
}

type Step = (menu: Menu, log: readonly Done[]) => Promise<Came | null>;

export interface MenuWork {
  readonly menu: Menu | null;
  readonly error: unknown;
  readonly outcome: Outcome | null;
  readonly undoable: boolean;
  reload(): void;
  /** Runs `plan` on the menu after all earlier steps and saves the result; answers a new entry's id. */
  run(plan: (menu: Menu) => Plan | null): Promise<string | null>;
  undo(): Promise<unknown>;
}

const path = 'sysMenu';

interface Grantable {
  readonly id: string;
  readonly title: string;
  readonly children: readonly Grantable[];
}

/** Reads the menu, follows what others do to it, and writes to it one step after another. */
export function useMenu(entities: readonly EntityEntry[]): MenuWork {
  const client = useDataClient();
  const culture = useCulture();
  const { permissions } = useViewer();
  const [menu, setMenu] = useState<Menu | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [log, setLog] = useState<readonly Done[]>([]);
  const current = useRef({ menu, log, queue: Promise.resolve<unknown>(null), reads: 0 });

  const readable = useMemo(
    () => new Set(entities.flatMap((each) => (permissions.includes(`${each.path}:page`) ? [each.entity] : []))),
    [entities, permissions],
  );
  const load = useCallback(async () => {
    const mine = ++current.current.reads;
    try {
      const found = await readMenu(client, readable, current.current.menu);
      // A slower answer to an older question is no news.
      if (mine !== current.current.reads) return;
      current.current.menu = found;
      setMenu(found);
      setError(null);
    } catch (failure) {
      if (mine === current.current.reads) setError(failure);
    }
  }, [client, readable]);
  useEffect(() => void load(), [load, culture]);
  useRecordChanges('menu', () => void load());

  const later = useCallback(
    (step: Step): Promise<string | null> => {
      const turn = current.current.queue.then(async () => {
        const { menu: present, log: before } = current.current;
        const came = present && (await step(present, before));
        if (!came) return null;
        current.current.log = came.log;
        setLog(came.log);
        setOutcome(came.outcome);
        await load();
        return came.added;
      });
      current.current.queue = turn.catch(() => null);
      return turn;
    },
    [load],
  );
  const run = useCallback(
    (plan: (menu: Menu) => Plan | null) =>
      later(async (present, before) => {
        const planned = plan(present);
        return planned && perform(client, present.rows, planned, before);
      }),
    [client, later],
  );
  const undo = useCallback(() => later((present, before) => takeBack(client, present.rows, before)), [client, later]);
  return { menu, error, outcome, undoable: log.length > 0, reload: () => void load(), run, undo };
}

async function readMenu(client: DataClient, readable: ReadonlySet<string>, before: Menu | null): Promise<Menu> {
  const [records, granted, applications] = await Promise.all([
    client.list(path, { 'type.in': '0,1' }),
    client.answer<Grantable[]>(`${path}/treeForGrant`, {}),
    client.list('sysApp', {}),
  ]);
  const rows = records.map(rowOf);
  const words = titlesOf(granted);
  // An entry that its administrator could read, and is not offered to give, is kept from the tenant.
  const withheld = rows.filter(
    ({ id, type, entity }) => type !== '0' && !words.has(id) && (entity === null || readable.has(entity)),
  );
  return {
    rows,
    // A group with nothing in it is not offered; it is still called as it was.
    titles: new Map(
      rows.map((row) => [
        row.id,
        words.get(row.id) ?? (wordedBy(row) === 'own' ? undefined : before?.titles.get(row.id)) ?? row.name,
      ]),
    ),
    applications: new Map(applications.map((each) => [String(each['code']), String(each['name'])])),
    off: new Set(applications.flatMap((each) => (String(each['status']) === '0' ? [] : [String(each['code'])]))),
    withheld: new Set(withheld.map(({ id }) => id)),
  };
}

const titlesOf = (nodes: readonly Grantable[]): Map<string, string> =>
  new Map(nodes.flatMap(({ id, title, children }) => [[id, title] as const, ...titlesOf(children)]));

/** Writes a step; stops at the first refusal. */
async function perform(
  client: DataClient,
  rows: readonly MenuRow[],
  { announcement, changes, add }: Plan,
  log: readonly Done[],
): Promise<Came> {
  const written: MenuChange[] = [];
  let added: string | null = null;
  let outcome: Outcome = { kind: 'done', announcement };
  try {
    if (add) added = (await client.add(path, add, newKey())).id;
    await write({ client, rows, changes, onWritten: (change) => written.push(change) });
  } catch (failure) {
    outcome = outcomeOf(failure);
  }
  // What was written before something failed can be taken back too.
  const isSomething = written.length > 0 || added !== null;
  return { outcome, added, log: isSomething ? [...log, { announcement, changes: written, added }] : log };
}

/** Undoes the last step, unless its records were changed since. */
async function takeBack(client: DataClient, rows: readonly MenuRow[], log: readonly Done[]): Promise<Came | null> {
  const last = log.at(-1);
  if (!last) return null;
  const came = { added: null, log: log.slice(0, -1) };
  const back = inverse(last.changes);
  const [stale] = movedOn(rows, back);
  if (stale !== undefined) return { ...came, outcome: { kind: 'stale', id: stale } };
  try {
    if (last.added !== null) await remove(client, rows, last.added);
    await write({ client, rows, changes: back, onWritten: () => undefined });
  } catch (failure) {
    return { ...came, outcome: outcomeOf(failure) };
  }
  return { ...came, outcome: { kind: 'undone', announcement: last.announcement } };
}

async function write({
  client,
  rows,
  changes,
  onWritten,
}: {
  client: DataClient;
  rows: readonly MenuRow[];
  changes: readonly MenuChange[];
  onWritten: (change: MenuChange) => unknown;
}): Promise<void> {
  for (const change of changes) {
    const version = rows.find(({ id }) => id === change.id)?.version;
    await client.edit(path, { id: change.id, version, ...change.after }, newKey()).catch((failure: unknown) => {
      throw new StepError(change.id, failure);
    });
    onWritten(change);
  }
}

/** Which record a step failed at. */
class StepError extends Error {
  constructor(
    readonly id: string,
    override readonly cause: unknown,
  ) {
    super('step');
  }
}

async function remove(client: DataClient, rows: readonly MenuRow[], id: string): Promise<void> {
  const version = rows.find((row) => row.id === id)?.version;
  await client.act(path, 'delete', { id, version }, newKey());
}

function outcomeOf(failure: unknown): Outcome {
  const error = failure instanceof StepError ? failure.cause : failure;
  const stale = failure instanceof StepError && error instanceof WireError && error.status === 409;
  return stale ? { kind: 'stale', id: failure.id } : { kind: 'failed', error };
}
