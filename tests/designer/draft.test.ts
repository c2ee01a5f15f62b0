import { describe, expect, it } from 'vitest';
import type { DesignAnswer, LogEntry, SchemaApi } from '../../designer/document/api.ts';
import { createDraft, type Waiting } from '../../designer/document/draft.ts';
import { logAfter } from '../../designer/document/log.ts';
import { newEntityDocument } from '../../designer/document/new-entity.ts';
import type { DesignerStore } from '../../designer/document/state.ts';
import { applyCommands, type Command, type EntityDocument } from '../../engine/core/index.ts';
import { WireError } from '../../engine/kit/data/data-client.ts';

const start = newEntityDocument({ names: { 'en-US': 'Note', 'zh-CN': 'Note' }, entity: 'note', path: 'Note' }, {}, {});
const field = (name: string): Command => ({ do: 'set', at: `fields.${name}`, value: { type: 'text' } });
const names = (document: EntityDocument): string[] => Object.keys(document.meta.fields);

/** The server's side of the contract in memory: one draft, its stamp and its log. Calls wait until they are let through. */
function sameRoom() {
  const held: { document: EntityDocument; stamp: number; log: readonly LogEntry[]; past: EntityDocument[] } = {
    document: start,
    stamp: 1,
    log: [],
    past: [start],
  };
  const calls: { what: string; stamp: number; key: string; answer: () => void; fail: (error: unknown) => void }[] = [];
  const answered = new Map<string, unknown>();
  const change = (document: EntityDocument, log: readonly LogEntry[]) => {
    Object.assign(held, { document, log, stamp: held.stamp + 1 });
    held.past[log.filter(({ undone }) => !undone).length] = document;
  };
  const waitFor = <T>(what: string, stamp: number, key: string, work: () => T) =>
    new Promise<T>((resolve, reject) =>
      calls.push({
        what,
        stamp,
        key,
        fail: reject,
        answer: () => {
          try {
            if (!answered.has(key)) {
              if (stamp !== held.stamp) throw new WireError(409, 1, { message: 'stale' });
              answered.set(key, work());
            }
            resolve(answered.get(key) as T);
          } catch (error) {
            reject(error instanceof Error ? error : new Error(String(error)));
          }
        },
      }),
    );
  const api = {
    read: async () => answer(),
    commands: (
      _: string,
      { stamp, name, commands }: { stamp: number; name: string; commands: Command[] },
      key: string,
    ) =>
      waitFor(name, stamp, key, () => {
        const outcome = applyCommands(held.document, commands);
        if (!outcome.ok)
          throw new WireError(200, 1, {
            message: 'refused',
            issues: outcome.issues.map((issue) => ({ ...issue, message: '' })),
          });
        change(outcome.value.document, logAfter(held.log, { kind: 'run', name }));
        return { stamp: held.stamp, log: held.log };
      }),
    step: (_: string, { which: kind, stamp }: { which: 'undo' | 'redo'; stamp: number }, key: string) =>
      waitFor(kind, stamp, key, () => {
        const log = logAfter(held.log, { kind });
        change(held.past[log.filter(({ undone }) => !undone).length] ?? start, log);
        return { stamp: held.stamp, document: held.document, log: held.log };
      }),
  } as unknown as SchemaApi;
  const answer = (): DesignAnswer => ({
    entity: 'note',
    origin: 'own',
    base: null,
    published: start,
    revision: 1,
    draft: { document: held.document, stamp: held.stamp, baseRevision: 1, by: 'a', at: '', log: held.log },
    others: [],
    roles: [],
    sockets: { effects: [], jobs: [], values: [] },
    conflicts: [],
    people: [],
  });
  /** Someone else at the same draft. */
  const meanwhile = (name: string, ...commands: Command[]) => {
    const outcome = applyCommands(held.document, commands);
    if (outcome.ok) change(outcome.value.document, logAfter(held.log, { kind: 'run', name }));
  };
  return { api, calls, held, answer, meanwhile };
}

let count = 0;
const idle: (() => void)[] = [];
function open(room: ReturnType<typeof sameRoom>, kept: Waiting[] = []) {
  const noted: { waiting: readonly Waiting[] } = { waiting: kept };
  const store = createDraft({
    api: room.api,
    entity: 'note',
    answer: room.answer(),
    culture: 'en-US',
    newKey: () => `key-${++count}`,
    waiting: kept,
    saveWaiting: (waiting) => (noted.waiting = waiting),
    lint: ({ meta }) => Object.keys(meta.fields).map((name) => ({ code: 'seen', path: `fields.${name}` })),
    whenIdle: (task) => idle.push(task),
  });
  return { store, noted };
}

const settled = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};
/** Lets the next call through, and those that it brings about up to their waiting. */
const letThrough = async (room: ReturnType<typeof sameRoom>) => {
  room.calls.shift()?.answer();
  await settled();
};
const now = (store: DesignerStore) => store.getState();

describe('a draft being worked on', () => {
  it('has a step at once, and sends one call at a time', async () => {
    const room = sameRoom();
    const { store } = open(room);
    expect(now(store).run('one', [field('one')])).toEqual([]);
    now(store).run('two', [field('two')]);
    expect(names(now(store).document)).toEqual(['name', 'one', 'two']);
    expect(now(store).saving).toBe('saving');
    expect(room.calls.map(({ what }) => what)).toEqual(['one']);
    await letThrough(room);
    expect(room.calls.map(({ what, stamp }) => [what, stamp])).toEqual([['two', 2]]);
    await letThrough(room);
    expect(now(store)).toMatchObject({ saving: 'saved', stamp: 3 });
    expect(now(store).log.map(({ name }) => name)).toEqual(['one', 'two']);
    expect(room.held.document).toEqual(now(store).document);
  });

  it('refuses what is no entity, says why, and sends nothing', () => {
    const room = sameRoom();
    const { store } = open(room);
    const before = now(store).document;
    expect(now(store).run('bad', [{ do: 'set', at: 'title', value: 'gone' }])).toMatchObject([{ path: 'title' }]);
    expect(now(store).document).toBe(before);
    expect(room.calls).toEqual([]);
  });

  it('goes back and forth by what it knows, without waiting', async () => {
    const room = sameRoom();
    const { store } = open(room);
    now(store).run('one', [field('one')]);
    const one = now(store).document;
    now(store).undo();
    expect(names(now(store).document)).toEqual(['name']);
    now(store).redo();
    expect(now(store).document).toEqual(one);
    now(store).undo();
    for (let call = 0; call < 4; call += 1) await letThrough(room);
    expect(now(store)).toMatchObject({ saving: 'saved', log: [{ name: 'one', undone: true }] });
    expect(names(room.held.document)).toEqual(['name']);
  });

  it('goes back behind a reload by the answer of the server, with later steps on top', async () => {
    const room = sameRoom();
    room.meanwhile('early', field('early'));
    const { store } = open(room);
    now(store).undo();
    now(store).run('later', [field('later')]);
    await letThrough(room);
    expect(names(now(store).document)).toEqual(['name', 'later']);
    await letThrough(room);
    expect(room.held.document).toEqual(now(store).document);
  });

  it.each([
    ['undo', 'redo'],
    ['undo', 'undo', 'redo'],
    ['undo', 'new', 'undo', 'redo'],
    ['undo', 'redo', 'undo', 'new'],
  ] as const)('keeps every step that follows an undo behind a reload before its answer: %s, %s', async (...steps) => {
    const room = sameRoom();
    room.meanwhile('one', field('one'));
    room.meanwhile('two', field('two'));
    const slow = sameRoom();
    slow.meanwhile('one', field('one'));
    slow.meanwhile('two', field('two'));
    const [{ store: quick }, { store: patient }] = [open(room), open(slow)];
    const take = (store: DesignerStore, step: (typeof steps)[number]) =>
      step === 'new' ? now(store).run('new', [field('new')]) : now(store)[step]();
    for (const step of steps) take(quick, step);
    for (const step of steps) {
      take(patient, step);
      await letThrough(slow);
    }
    while (room.calls.length > 0) await letThrough(room);
    expect(room.held.document).toEqual(slow.held.document);
    expect(now(quick).document).toEqual(room.held.document);
    expect(now(quick)).toMatchObject({ saving: 'saved', rejected: [], log: room.held.log });
  });

  it('repeats its steps on another person’s version, and sets aside those that no longer apply', async () => {
    const room = sameRoom();
    room.meanwhile('early', field('shared'));
    const { store } = open(room);
    now(store).run('mine', [field('mine')]);
    now(store).run('size', [{ do: 'set', at: 'fields.shared.maxLength', value: 5 }]);
    room.meanwhile('theirs', { do: 'remove', at: 'fields.shared' }, field('theirs'));
    await letThrough(room);
    expect(names(now(store).document)).toEqual(['name', 'theirs', 'mine']);
    expect(now(store).rejected).toMatchObject([{ name: 'size', issues: [{ code: 'schema.missing' }] }]);
    await letThrough(room);
    expect(now(store).saving).toBe('saved');
    expect(room.held.document).toEqual(now(store).document);
    now(store).forget(now(store).rejected[0]?.key ?? '');
    expect(now(store).rejected).toEqual([]);
  });

  it('looks for what others did, and does not fall back to an answer that is older than what was done here', async () => {
    const room = sameRoom();
    const { store } = open(room);
    room.meanwhile('theirs', field('theirs'));
    await now(store).look();
    expect(names(now(store).document)).toEqual(['name', 'theirs']);
    let arrive = () => {};
    room.api.read = () => {
      const old = room.answer();
      room.api.read = async () => room.answer();
      return new Promise((resolve) => (arrive = () => resolve(old)));
    };
    const look = now(store).look();
    now(store).run('mine', [field('mine')]);
    await letThrough(room);
    arrive();
    await look;
    expect(names(now(store).document)).toEqual(['name', 'theirs', 'mine']);
    expect(now(store).stamp).toBe(room.held.stamp);
  });

  it('queues what did not reach the server, and sends it again under the same key', async () => {
    const room = sameRoom();
    const { store, noted } = open(room);
    now(store).run('one', [field('one')]);
    const lost = room.calls.shift();
    lost?.fail(new WireError(0, 0));
    await settled();
    expect(now(store).saving).toBe('failed');
    expect(noted.waiting).toMatchObject([{ name: 'one', sent: 1 }]);
    now(store).retry();
    expect(room.calls[0]?.key).toBe(lost?.key);
    await letThrough(room);
    expect([now(store).saving, noted.waiting]).toEqual(['saved', []]);
  });

  it('sends nothing twice after a reload, whether or not its answer was lost', async () => {
    const room = sameRoom();
    const first = open(room);
    first.store.getState().run('one', [field('one')]);
    first.store.getState().run('two', [field('two')]);
    const kept = structuredClone(first.noted.waiting) as Waiting[];
    await letThrough(room);
    // The page is gone, and with it what it would have sent next.
    room.calls.length = 0;
    const { store } = open(room, kept);
    for (let call = 0; call < 4; call += 1) {
      await settled();
      await letThrough(room);
    }
    expect(room.held.log.map(({ name }) => name)).toEqual(['one', 'two']);
    expect(names(now(store).document)).toEqual(['name', 'one', 'two']);
  });

  it('keeps the selection on what is there, under its new name', () => {
    const { store } = open(sameRoom());
    now(store).run('one', [field('one'), field('two')]);
    now(store).select(['fields.one', 'fields.two']);
    now(store).run('rename', [{ do: 'rename', at: 'fields.one', to: 'first' }]);
    now(store).run('remove', [{ do: 'remove', at: 'fields.two' }]);
    expect(now(store).selection).toEqual(['fields.first']);
  });

  it('is looked through when there is time, once for all that was done', () => {
    idle.length = 0;
    const { store } = open(sameRoom());
    now(store).run('one', [field('one')]);
    now(store).run('two', [field('two')]);
    expect(now(store).issues).toEqual([]);
    idle.forEach((task) => task());
    expect(now(store).issues.map(({ path }) => path)).toEqual(['fields.name', 'fields.one', 'fields.two']);
  });
});
