import { createStore } from 'zustand/vanilla';
import {
  applyCommands,
  applyEdits,
  type Command,
  type Edit,
  type EntityDocument,
  type SchemaDocument,
} from '../../engine/core/index.ts';
import { WireError } from '../../engine/kit/index.ts';
import type { DesignerState, DesignerStore, RejectedStep } from './state.ts';
import type { DesignAnswer, LintIssue, LogEntry, SchemaApi } from './api.ts';
import { logAfter } from './log.ts';
import { placesAfter } from './places.ts';

/** What has not been answered yet; the first one may be on its way. */
export type Waiting =
  | {
      readonly kind: 'run';
      readonly key: string;
      readonly name: string;
      readonly commands: readonly Command[];
      /** The stamp it was first sent with. */
      readonly sent?: number;
    }
  /** `blind`: the server alone knows what it takes back, and its answer brings the document. */
  | { readonly kind: 'undo' | 'redo'; readonly key: string; readonly blind: boolean };

export interface DraftDeps<D extends SchemaDocument = EntityDocument> {
  readonly api: SchemaApi<D>;
  readonly entity: string;
  readonly answer: DesignAnswer<D>;
  readonly culture: string;
  readonly newKey: () => string;
  /** What was done here and never answered: kept outside the page, so that a reload loses nothing. */
  readonly waiting: readonly Waiting[];
  readonly saveWaiting: (waiting: readonly Waiting[]) => void;
  /** What a document could be blamed for; asked when there is time. */
  readonly lint: (document: D, others: DesignAnswer['others']) => readonly LintIssue[];
  readonly whenIdle: (task: () => void) => void;
}

interface Done<D extends SchemaDocument> {
  /** The documents before and after: undoing restores the same object, so nothing is compiled or rendered again. */
  readonly before: D;
  readonly after: D;
  readonly edits: readonly Edit[];
  readonly inverse: readonly Edit[];
}

/**
 * A draft being worked on. Commands count here at once and go to the server one call at a time; where someone else was
 * faster (409), what is still waiting is done again on their document, and what no longer fits is put aside with its reasons.
 */
export function createDraft<D extends SchemaDocument = EntityDocument>(deps: DraftDeps<D>): DesignerStore<D> {
  const { api, entity } = deps;
  let waiting: readonly Waiting[] = [];
  let sending = false;
  /** What was done and undone here since the document last came from the server whole. */
  let done: Done<D>[] = [];
  let undone: Done<D>[] = [];
  /** Whether the document here is not the server's, and more steps back and forth wait that only the server can take. */
  let isBehind = false;

  const store = createStore<DesignerState<D>>((set, get) => {
    const setWaiting = (next: readonly Waiting[]) => {
      waiting = next;
      deps.saveWaiting(waiting);
    };
    let linted: D | null = null;
    const lint = () =>
      deps.whenIdle(() => {
        const { document, others } = get();
        if (linted === document) return;
        linted = document;
        set({ issues: deps.lint(document, others) });
      });
    const present = (document: D, commands: readonly Command[] = []) => {
      lint();
      return { document, selection: placesAfter(get().selection, commands, document) };
    };
    const enqueue = (step: Waiting) => {
      setWaiting([...waiting, step]);
      set({ log: logAfter(get().log, step), saving: 'saving' });
      void send();
    };

    /** The server's document with all that waits done again on it. */
    const rebase = (document: D, log: readonly LogEntry[]) => {
      const remaining: Waiting[] = [];
      const rejected: RejectedStep[] = [];
      let next = document;
      let nextLog = log;
      [done, undone] = [[], []];
      isBehind = false;
      for (const step of waiting) {
        // What an undo meant was another document.
        if (step.kind !== 'run') continue;
        const outcome = applyCommands(next, step.commands);
        if (!outcome.ok) {
          rejected.push({ key: step.key, name: step.name, commands: step.commands, issues: outcome.issues });
          continue;
        }
        done.push({ ...outcome.value, before: next, after: outcome.value.document });
        next = outcome.value.document;
        // Another stamp is another request, and must not be taken for the first.
        remaining.push({ ...step, key: deps.newKey() });
        nextLog = logAfter(nextLog, step);
      }
      setWaiting(remaining);
      set({ ...present(next), log: nextLog, rejected: [...get().rejected, ...rejected] });
    };

    const take = (answer: DesignAnswer<D>) => {
      const { base, published, draft, revision, others, roles, sockets, conflicts, people, origin } = answer;
      set({ base, published, revision, others, roles, sockets, conflicts, people, origin });
      set({ came: draft?.came ?? [], stamp: draft?.stamp ?? 0 });
      rebase(documentOf(answer), draft?.log ?? []);
    };

    /** The server's answer as of now: one that was on its way while a step of this page was taken is older than the page. */
    const read = async (): Promise<DesignAnswer<D>> => {
      for (;;) {
        const { stamp } = get();
        const answer = await api.read(entity);
        if (get().stamp === stamp) return answer;
      }
    };

    const sendStep = async (step: Waiting): Promise<void> => {
      const { stamp } = get();
      if (step.kind === 'run') {
        setWaiting([{ ...step, sent: stamp }, ...waiting.slice(1)]);
        const said = await api.commands(entity, { stamp, name: step.name, commands: step.commands }, step.key);
        setWaiting(waiting.slice(1));
        set({ stamp: said.stamp, log: waiting.reduce(logAfter, said.log) });
        return;
      }
      const said = await api.step(entity, { which: step.kind, stamp }, step.key);
      setWaiting(waiting.slice(1));
      set({ stamp: said.stamp, log: waiting.reduce(logAfter, said.log) });
      // Known objects are kept, so that nothing is rendered again.
      const isKnown = waiting.length > 0 || sameDocument(said.document, get().document);
      if (!step.blind && isKnown) return;
      isBehind = waiting.some(({ kind }) => kind !== 'run');
      if (!isBehind) rebase(said.document, said.log);
    };

    /** The server's document, unless more was done here while it was on its way. */
    const catchUp = async (): Promise<void> => {
      const answer = await read();
      if (waiting.length === 0) take(answer);
    };

    const send = async (): Promise<void> => {
      if (sending) return;
      sending = true;
      try {
        const isOpen = () => waiting.length > 0 || isBehind;
        while (isOpen()) {
          const [step] = waiting;
          set({ saving: 'saving' });
          try {
            if (step) await sendStep(step);
            else await catchUp();
          } catch (error) {
            if (!(await resolveRejection(step, error))) return;
          }
        }
        set({ saving: 'saved' });
      } finally {
        sending = false;
      }
    };

    /** Whether the queue may go on after a refusal. */
    const resolveRejection = async (step: Waiting | undefined, error: unknown): Promise<boolean> => {
      const failure = error instanceof WireError ? error : new WireError(0, 0, { message: String(error) });
      // Offline or a server error: everything stays queued.
      if (failure.status === 0 || failure.status >= 500 || failure.status === 401 || failure.status === 429) {
        set({ saving: 'failed' });
        return false;
      }
      if (failure.status === 409) set({ saving: 'stale' });
      else {
        setWaiting(waiting.slice(1));
        if (step?.kind === 'run') {
          const issues =
            failure.issues.length > 0 ? failure.issues : [{ code: '', path: '', message: failure.message }];
          set({ rejected: [...get().rejected, { ...step, issues }] });
        }
      }
      try {
        take(await read());
        return true;
      } catch {
        set({ saving: 'failed' });
        return false;
      }
    };

    /** Back or forward by what this page knows; where it knows nothing, the server's answer brings the document. */
    const step = (kind: 'undo' | 'redo') => {
      const { log } = get();
      if (!log.some((entry) => entry.undone === (kind === 'redo'))) return;
      const [from, to] = kind === 'undo' ? [done, undone] : [undone, done];
      const last = from.pop();
      if (last) {
        to.push(last);
        set(present(back(get().document, last, kind)));
      }
      enqueue({ kind, key: deps.newKey(), blind: !last });
    };

    const { draft, ...answer } = deps.answer;
    lint();
    return {
      ...answer,
      document: documentOf(deps.answer),
      stamp: draft?.stamp ?? 0,
      came: draft?.came ?? [],
      log: draft?.log ?? [],
      selection: [],
      culture: deps.culture,
      issues: [],
      saving: 'saved',
      rejected: [],
      api,

      run(name, commands) {
        const before = get().document;
        const outcome = applyCommands(before, commands);
        if (!outcome.ok) return outcome.issues;
        done.push({ ...outcome.value, before, after: outcome.value.document });
        undone = [];
        set(present(outcome.value.document, commands));
        enqueue({ kind: 'run', key: deps.newKey(), name, commands });
        return [];
      },
      undo: () => step('undo'),
      redo: () => step('redo'),
      select: (places) => {
        const before = get().selection;
        if (before.length !== places.length || before.some((place, index) => place !== places[index]))
          set({ selection: places });
      },
      speak: (culture) => set({ culture }),
      reload: async () => {
        take(await read());
        void send();
      },
      retry: () => void send(),
      forget: (key) => set({ rejected: get().rejected.filter((each) => each.key !== key) }),
      look: async () => {
        const answer = await read();
        const moved = (answer.draft?.stamp ?? 0) !== get().stamp || answer.revision !== get().revision;
        if (moved && waiting.length === 0) take(answer);
        else set({ people: answer.people });
      },
    };
  });

  const [first, ...rest] = deps.waiting;
  if (first) {
    waiting = deps.waiting;
    void wasTaken(api, entity, first).then((taken) => {
      if (taken) waiting = rest;
      return store.getState().reload();
    });
  }
  return store;
}

/**
 * Whether a step that was sent and never answered has been taken: the same request again, under the same key, is answered
 * as it was then.
 */
async function wasTaken(api: Pick<SchemaApi, 'commands'>, entity: string, step: Waiting): Promise<boolean> {
  if (step.kind !== 'run' || step.sent === undefined) return false;
  const { name, commands, key, sent } = step;
  return api.commands(entity, { stamp: sent, name, commands }, key).then(
    () => true,
    () => false,
  );
}

function back<D extends SchemaDocument>(
  document: D,
  { before, after, edits, inverse }: Done<D>,
  kind: 'undo' | 'redo',
): D {
  const isBack = kind === 'undo';
  // The same document: nothing is computed again.
  if (Object.is(document, isBack ? after : before)) return isBack ? before : after;
  return applyEdits(document, isBack ? inverse : edits).document;
}

/** What is worked on: the draft, or what a draft would begin from. */
export function documentOf<D extends SchemaDocument = EntityDocument>({
  draft,
  published,
  base,
  entity,
}: DesignAnswer<D>): D {
  const document = draft?.document ?? published ?? base;
  if (!document) throw new WireError(200, 0, { message: entity });
  return document;
}

const sameDocument = (one: SchemaDocument, other: SchemaDocument): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
