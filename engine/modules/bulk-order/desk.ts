import { holdSheet, readSheets, sheetOfTab, type KeptSheet } from './keeping.ts';
import type { Marks } from './marks.ts';
import { createSheetStore, opened, type DeskState, type Outset, type SheetStore } from './sheet-store.ts';
import { begin, deleteRows, emptySheet, isBlank, redo, step, undo, type Sheet } from './sheet.ts';

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

/**
 * The sheet that this tab works on. Whatever is typed is kept in the browser a moment later, at once before anything is sent,
 * and when the page goes; it is found again after a reload, another session of the same person, or a crash.
 */
export function createDesk(owner: string, outset: () => Outset): SheetDesk {
  const store = createSheetStore(owner);
  let letGo: () => void = () => undefined;
  const readOthers = async () => (await readSheets(owner)).filter(({ rows }) => rows.some((row) => !isBlank(row)));
  const fresh = (): KeptSheet => ({
    ...{ id: crypto.randomUUID(), owner, at: Date.now(), customer: store.state()?.customer ?? null },
    ...{ rows: emptySheet().rows, marks: {}, ...outset() },
  });
  const startNew = async (others: readonly KeptSheet[]) => {
    const sheet = fresh();
    const held = await holdSheet(sheet.id);
    if (store.closed()) return held?.();
    letGo = held ?? (() => undefined);
    store.put({ ...opened(sheet, others), keptAt: null });
  };
  const start = async () => {
    const sheets = await readOthers();
    const own = sheetOfTab();
    for (const sheet of sheets.toSorted((one, other) => Number(other.id === own) - Number(one.id === own))) {
      const held = await holdSheet(sheet.id);
      if (!held) continue;
      if (store.closed()) return held();
      letGo = held;
      return store.put(opened(sheet, sheets));
    }
    await startNew(sheets);
  };
  void start();
  return {
    ...{ state: store.state, subscribe: store.subscribe, keepNow: store.keepNow },
    ...changesOf(store),
    async open(sheet) {
      await store.keep();
      const held = await holdSheet(sheet.id);
      if (!held) return false;
      letGo();
      letGo = held;
      const sheets = await readOthers();
      store.put(opened(sheets.find(({ id }) => id === sheet.id) ?? sheet, sheets));
      return true;
    },
    async begin() {
      await store.keep();
      letGo();
      await startNew(await readOthers());
    },
    async refresh() {
      const others = await readOthers();
      const state = store.state();
      if (state) store.put({ ...state, others: others.filter(({ id }) => id !== state.id) });
    },
    close() {
      store.close();
      letGo();
    },
  };
}

/** What is done to the sheet that is open. */
function changesOf(store: SheetStore): Pick<SheetDesk, 'change' | 'undo' | 'redo' | 'set' | 'mark' | 'takeOut'> {
  const { state, touch } = store;
  return {
    change(how) {
      const held = state();
      if (!held) return;
      const history = step(held.history, how(held.history.now));
      if (history !== held.history) touch({ history });
    },
    undo() {
      const held = state();
      if (held) touch({ history: undo(held.history) });
    },
    redo() {
      const held = state();
      if (held) touch({ history: redo(held.history) });
    },
    set: touch,
    async mark(how) {
      const held = state();
      if (held) await store.keepChange({ marks: how(held.marks) });
    },
    async takeOut(rows) {
      const held = state();
      if (!held) return;
      const marks = Object.fromEntries(Object.entries(held.marks).filter(([row]) => !rows.has(row)));
      await store.keepChange({ marks, history: begin(deleteRows(held.history.now, rows)) });
    },
  };
}
