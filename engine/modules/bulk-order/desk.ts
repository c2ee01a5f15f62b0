import { holdSheet, keepAtOnce, keepSheet, readSheets, sheetOfTab, type KeptSheet } from './keeping.ts';
import type { Marks } from './marks.ts';
import { begin, deleteRows, emptySheet, isBlank, padded, redo, step, undo, type History, type Sheet } from './sheet.ts';

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

export interface SheetDesk {
  state(): DeskState | null;
  subscribe(listener: () => void): () => void;
  change(how: (sheet: Sheet) => Sheet): void;
  undo(): void;
  redo(): void;
  set(part: Partial<Pick<DeskState, 'customer' | 'columns' | 'defaults'>>): void;
  /** Kept before it returns: what follows relies on it. */
  mark(how: (marks: Marks) => Marks): Promise<void>;
  /** Rows that are orders now: they leave the sheet, and no step brings them back. */
  takeOut(rows: ReadonlySet<string>): Promise<void>;
  /** Opens another sheet; false where another tab has it. */
  open(sheet: KeptSheet): Promise<boolean>;
  /** A new sheet; the one before is left as it is. */
  begin(): Promise<void>;
  /** Removes a sheet that is not open anywhere. */
  refresh(): Promise<void>;
  keepNow(): void;
  close(): void;
}

const delay = 300;
const newId = (): string => crypto.randomUUID();

/**
 * The sheet that this tab works on. Whatever is typed is kept in the browser a moment later, at once before anything is sent,
 * and when the page goes; it is found again after a reload, another session of the same person, or a crash.
 */
export function createDesk(owner: string, outset: () => Outset): SheetDesk {
  let state: DeskState | null = null;
  let letGo: () => void = () => undefined;
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
  const kept = (): KeptSheet | null =>
    state && {
      ...{ id: state.id, owner, at: Date.now(), customer: state.customer, columns: state.columns },
      ...{ defaults: state.defaults, rows: state.history.now.rows, marks: ownMarks(state) },
    };
  const keep = async () => {
    clearTimeout(timer);
    const sheet = kept();
    if (!sheet || closed) return;
    const upTo = change;
    const done = await keepSheet(sheet);
    if (!done) keepAtOnce(sheet);
    keptChange = Math.max(keptChange, upTo);
    if (state?.id === sheet.id) put({ ...state, keptAt: sheet.at, homeless: !done });
  };
  const touch = (part: Partial<DeskState>) => {
    if (!state) return;
    change += 1;
    put({ ...state, ...part });
    clearTimeout(timer);
    timer = setTimeout(() => void keep(), delay);
  };
  const show = (sheet: KeptSheet, others: readonly KeptSheet[]) =>
    put({
      ...{ id: sheet.id, history: begin(padded({ rows: sheet.rows })), marks: sheet.marks, customer: sheet.customer },
      ...{ columns: sheet.columns, defaults: sheet.defaults, keptAt: sheet.at, homeless: false },
      others: others.filter(({ id }) => id !== sheet.id),
    });
  const fresh = (): KeptSheet => ({
    ...{ id: newId(), owner, at: Date.now(), customer: state?.customer ?? null, rows: emptySheet().rows, marks: {} },
    ...outset(),
  });
  const useful = ({ rows }: KeptSheet) => rows.some((row) => !isBlank(row));
  const readOthers = async () => (await readSheets(owner)).filter(useful);
  const start = async () => {
    const sheets = await readOthers();
    const own = sheetOfTab();
    for (const sheet of sheets.toSorted((one, other) => Number(other.id === own) - Number(one.id === own))) {
      const held = await holdSheet(sheet.id);
      if (!held) continue;
      if (closed) return held();
      letGo = held;
      return show(sheet, sheets);
    }
    await startNew(sheets);
  };
  const startNew = async (others: readonly KeptSheet[]) => {
    const sheet = fresh();
    const held = await holdSheet(sheet.id);
    if (closed) return held?.();
    letGo = held ?? (() => undefined);
    show(sheet, others);
    if (state) put({ ...state, keptAt: null });
  };
  void start();
  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change(how) {
      if (!state) return;
      const history = step(state.history, how(state.history.now));
      if (history !== state.history) touch({ history });
    },
    undo: () => state && touch({ history: undo(state.history) }),
    redo: () => state && touch({ history: redo(state.history) }),
    set: touch,
    async mark(how) {
      if (!state) return;
      change += 1;
      put({ ...state, marks: how(state.marks) });
      await keep();
    },
    async takeOut(rows) {
      if (!state) return;
      const marks = Object.fromEntries(Object.entries(state.marks).filter(([row]) => !rows.has(row)));
      change += 1;
      put({ ...state, marks, history: begin(deleteRows(state.history.now, rows)) });
      await keep();
    },
    async open(sheet) {
      await keep();
      const held = await holdSheet(sheet.id);
      if (!held) return false;
      letGo();
      letGo = held;
      const sheets = await readOthers();
      show(sheets.find(({ id }) => id === sheet.id) ?? sheet, sheets);
      return true;
    },
    async begin() {
      await keep();
      letGo();
      await startNew(await readOthers());
    },
    async refresh() {
      const others = await readOthers();
      if (state) put({ ...state, others: others.filter(({ id }) => id !== state?.id) });
    },
    keepNow() {
      const sheet = kept();
      if (change === keptChange || !sheet) return;
      keepAtOnce(sheet);
      void keep();
    },
    close() {
      this.keepNow();
      closed = true;
      clearTimeout(timer);
      letGo();
    },
  };
}

/** Marks of rows that are still there, in this step or one that can be taken back. */
function ownMarks({ history, marks }: DeskState): Marks {
  const rows = new Set(
    [history.now, ...history.past, ...history.next].flatMap((sheet) => sheet.rows.map(({ id }) => id)),
  );
  return Object.fromEntries(Object.entries(marks).filter(([row]) => rows.has(row)));
}
