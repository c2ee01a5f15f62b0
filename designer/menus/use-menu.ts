import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { RecordChange, RecordFields, RecordStep } from '../../engine/core/index.ts';
import {
  callsOver,
  newKey,
  useCulture,
  useDataClient,
  useOwnCalls,
  useRecordChanges,
  useViewer,
  WireError,
  type DataClient,
  type MenuDraft,
  type OwnCalls,
  type WireRecord,
} from '../../engine/kit/index.ts';
import type { EntityEntry } from '../document/api.ts';
import { conflictsOf, newIdIn, settled, withSteps, type Conflict } from './draft-menu.ts';
import { rowOf, type MenuRow } from './menu-rows.ts';
import type { MenuCatalog } from './visible-to-role.ts';
import { wordedBy } from './worded.ts';

/** A menu of the tenant: as it is, or as the draft would make it. */
export interface Menu extends MenuCatalog {
  readonly rows: readonly MenuRow[];
  /** What an entry is called for the reader; its own name where it has no other word. */
  readonly titles: ReadonlyMap<string, string>;
  /** Names of applications by their codes. */
  readonly applications: ReadonlyMap<string, string>;
}

/** The live menu, with its records as the server has them. */
interface LiveMenu extends Menu {
  readonly records: readonly WireRecord[];
}

/** What a step changes: records that exist, and one that is new. */
export interface Plan {
  readonly announcement: string;
  readonly changes: readonly RecordChange[];
  readonly add?: RecordFields;
}

/** What the last step came to. */
export type Outcome =
  | { readonly kind: 'done' | 'undone'; readonly announcement: string }
  /** Another person changed the draft first: it is shown as it is now. */
  | { readonly kind: 'stale' }
  | { readonly kind: 'published'; readonly count: number }
  | { readonly kind: 'discarded' }
  | { readonly kind: 'failed'; readonly error: unknown };

export interface MenuWork {
  readonly live: Menu | null;
  /** The menu with the draft's steps. */
  readonly menu: Menu | null;
  readonly draft: MenuDraft;
  readonly conflicts: readonly Conflict[];
  readonly error: unknown;
  readonly outcome: Outcome | null;
  reload(): void;
  /** Runs `plan` on the menu after all earlier steps and keeps it in the draft; answers a new entry's id. */
  run(plan: (menu: Menu) => Plan | null): Promise<string | null>;
  undo(): Promise<unknown>;
  discard(): Promise<unknown>;
  settle(conflict: Conflict, take: 'mine' | 'theirs'): Promise<unknown>;
  /** Answers whether the menu is published. */
  publish(reason: string): Promise<boolean>;
  /** Makes a draft that brings back the menu of a moment; answers whether it did. */
  restore(moment: string, name: string): Promise<boolean>;
}

const path = 'sysMenu';
const empty: MenuDraft = { stamp: 0, steps: [], by: '', at: '' };

interface Grantable {
  readonly id: string;
  readonly title: string;
  readonly children: readonly Grantable[];
}

/** Reads the menu and its draft, follows what others do to the menu, and changes the draft one step after another. */
export function useMenu(entities: readonly EntityEntry[]): MenuWork {
  const client = useDataClient();
  const read = useMenuReader(client, entities);
  const { live, draft, error, current, load } = read;
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  /** One after another: each works on the draft that the one before it has left. */
  const later = useCallback(
    (step: () => Promise<Outcome | null>): Promise<boolean> => {
      const turn = current.current.queue.then(async () => {
        const came = await step().catch((failure: unknown): Outcome =>
          failure instanceof WireError && failure.status === 409
            ? { kind: 'stale' }
            : { kind: 'failed', error: failure },
        );
        if (!came) return false;
        await load();
        setOutcome(came);
        return came.kind !== 'stale' && came.kind !== 'failed';
      });
      current.current.queue = turn.catch(() => false);
      return turn;
    },
    [current, load],
  );
  const own = useOwnCalls();
  const actions = useMemo(() => menuActions({ current, later, load, own }), [current, later, load, own]);
  const menu = useMemo(() => live && draftedMenu(live, draft.steps), [live, draft]);
  const conflicts = useMemo(() => (live ? conflictsOf(live.records, draft.steps) : []), [live, draft]);
  return { live, menu, draft, conflicts, error, outcome, reload: () => void load(), ...actions };
}

/** What the actions work with: the latest answers, the queue, and the calls of the draft. */
interface ActionTools {
  readonly current: { readonly current: { readonly live: LiveMenu | null; readonly draft: MenuDraft } };
  later(step: () => Promise<Outcome | null>): Promise<boolean>;
  load(): Promise<void>;
  readonly own: OwnCalls;
}

function menuActions({ current, later, load, own }: ActionTools) {
  const stamp = () => current.current.draft.stamp;
  const saveSteps = (steps: readonly RecordStep[]) => own.send('saveMenuDraft', { stamp: stamp(), steps }, newKey());
  const stepsNow = () => current.current.draft.steps;
  return {
    async run(plan: (menu: Menu) => Plan | null) {
      let added: string | null = null;
      const isSaved = await later(async () => {
        const { live: base, draft: before } = current.current;
        const planned = base && plan(draftedMenu(base, before.steps));
        if (!planned) return null;
        added = planned.add ? newIdIn(before.steps) : null;
        const fresh = added === null ? [] : [{ id: added, before: null, after: planned.add ?? null }];
        const step = { name: planned.announcement, changes: [...fresh, ...planned.changes] };
        await saveSteps([...before.steps, step]);
        return { kind: 'done', announcement: planned.announcement };
      });
      return isSaved ? added : null;
    },
    undo: () =>
      later(async () => {
        const last = stepsNow().at(-1);
        if (!last) return null;
        await saveSteps(stepsNow().slice(0, -1));
        return { kind: 'undone', announcement: last.name };
      }),
    discard: () => later(async () => (await saveSteps([]), { kind: 'discarded' })),
    settle: (conflict: Conflict, take: 'mine' | 'theirs') =>
      later(async () => (await saveSteps(settled(stepsNow(), conflict, take)), null)).then(load),
    publish: (reason: string) =>
      later(async () => {
        const { changed } = await own.send('publishMenuDraft', { stamp: stamp(), reason }, newKey());
        return { kind: 'published', count: changed };
      }),
    restore: (moment: string, name: string) =>
      later(async () => {
        await own.send('restoreMenu', { stamp: stamp(), moment, name }, newKey());
        return { kind: 'done', announcement: name };
      }),
  };
}

function useMenuReader(client: DataClient, entities: readonly EntityEntry[]) {
  const culture = useCulture();
  const { permissions } = useViewer();
  const [found, setFound] = useState<{ live: LiveMenu | null; draft: MenuDraft }>({ live: null, draft: empty });
  const [error, setError] = useState<unknown>(null);
  const current = useRef({ ...found, queue: Promise.resolve(true), reads: 0 });
  const readable = useMemo(
    () => new Set(entities.flatMap((each) => (permissions.includes(`${each.path}:page`) ? [each.entity] : []))),
    [entities, permissions],
  );
  const load = useCallback(async () => {
    const mine = ++current.current.reads;
    try {
      const [live, draft] = await Promise.all([
        readMenu(client, readable, current.current.live),
        callsOver(client).ask('menuDraft', {}),
      ]);
      // A slower answer to an older question is no news.
      if (mine !== current.current.reads) return;
      Object.assign(current.current, { live, draft });
      setFound({ live, draft });
      setError(null);
    } catch (failure) {
      if (mine === current.current.reads) setError(failure);
    }
  }, [client, readable]);
  useEffect(() => void load(), [load, culture]);
  useRecordChanges('menu', () => void load());
  return { ...found, error, current, load };
}

async function readMenu(client: DataClient, readable: ReadonlySet<string>, before: Menu | null): Promise<LiveMenu> {
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
    records,
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

/** The live menu with the steps of the draft. */
function draftedMenu(live: LiveMenu, steps: readonly RecordStep[]): Menu {
  const rows = withSteps(live.records, steps).map(rowOf);
  const titleOf = (row: MenuRow) => (wordedBy(row) === 'own' ? row.name : (live.titles.get(row.id) ?? row.name));
  return { ...live, rows, titles: new Map(rows.map((row) => [row.id, titleOf(row)])) };
}

const titlesOf = (nodes: readonly Grantable[]): Map<string, string> =>
  new Map(nodes.flatMap(({ id, title, children }) => [[id, title] as const, ...titlesOf(children)]));
