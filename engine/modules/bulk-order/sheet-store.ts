import { keepAtOnce, keepSheet, type KeptSheet } from './keeping.ts';
import type { Marks } from './marks.ts';
import { begin, padded, type History } from './sheet.ts';

/** How a new sheet begins. */
export interface Outset {
  readonly columns: readonly string[];
  readonly defaults: Readonly<Record<string, string>>;
}

export interface DeskState extends Outset {
  readonly id: string;
  readonly history: History;
  readonly marks: Marks;
  readonly customer: KeptSheet['customer'];
  /** Null while nothing has been kept since it was opened. */
  readonly keptAt: number | null;
  /** This browser has no room: what is typed stands on the page alone. */
  readonly homeless: boolean;
  /** Other sheets of this person, open in other tabs or left. */
  readonly others: readonly KeptSheet[];
}

/** A sheet in memory, and its copy in this browser. */
export interface SheetStore {
  state(): DeskState | null;
  subscribe(listener: () => void): () => void;
  /** Shows a state that is kept already. */
  put(state: DeskState): void;
  /** A change, kept a moment later. */
  touch(part: Partial<DeskState>): void;
  /** A change, kept before it returns. */
  keepChange(part: Partial<DeskState>): Promise<void>;
  keep(): Promise<void>;
  keepNow(): void;
  close(): void;
  closed(): boolean;
}

const delay = 300;

export function createSheetStore(owner: string): SheetStore {
  let state: DeskState | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  // Numbers of the last change and of the last one that is kept.
  let change = 0;
  let keptChange = 0;
  let closed = false;
  const listeners = new Set<() => void>();
  const put = (next: DeskState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const keep = async () => {
    clearTimeout(timer);
    const sheet = state && keptOf(owner, state);
    if (!sheet || closed) return;
    const upTo = change;
    const done = await keepSheet(sheet);
    if (!done) keepAtOnce(sheet);
    keptChange = Math.max(keptChange, upTo);
    if (state?.id === sheet.id) put({ ...state, keptAt: sheet.at, homeless: !done });
  };
  const keepNow = () => {
    const sheet = state && keptOf(owner, state);
    if (change === keptChange || !sheet) return;
    keepAtOnce(sheet);
    void keep();
  };
  return {
    ...{ put, keep, keepNow, state: () => state, closed: () => closed },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    touch(part) {
      if (!state) return;
      change += 1;
      put({ ...state, ...part });
      clearTimeout(timer);
      timer = setTimeout(() => void keep(), delay);
    },
    async keepChange(part) {
      if (!state) return;
      change += 1;
      put({ ...state, ...part });
      await keep();
    },
    close() {
      keepNow();
      closed = true;
      clearTimeout(timer);
    },
  };
}

const keptOf = (owner: string, state: DeskState): KeptSheet => ({
  ...{ id: state.id, owner, at: Date.now(), customer: state.customer, columns: state.columns },
  ...{ defaults: state.defaults, rows: state.history.now.rows, marks: ownMarks(state) },
});

/** A kept sheet as it is worked on. */
export const opened = (sheet: KeptSheet, others: readonly KeptSheet[]): DeskState => ({
  ...{ id: sheet.id, history: begin(padded({ rows: sheet.rows })), marks: sheet.marks, customer: sheet.customer },
  ...{ columns: sheet.columns, defaults: sheet.defaults, keptAt: sheet.at, homeless: false },
  others: others.filter(({ id }) => id !== sheet.id),
});

/** Marks of rows that are still there, in this step or one that can be taken back. */
function ownMarks({ history, marks }: DeskState): Marks {
  const rows = new Set(
    [history.now, ...history.past, ...history.next].flatMap((sheet) => sheet.rows.map(({ id }) => id)),
  );
  return Object.fromEntries(Object.entries(marks).filter(([row]) => rows.has(row)));
}
