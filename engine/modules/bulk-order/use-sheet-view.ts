import { useMemo } from 'react';
import type { EntityLabels } from '../../kit/index.ts';
import { causesOf, type Cause } from './causes.ts';
import type { SheetColumn } from './columns.ts';
import { claim, stateOf, totalsOf, type Mark, type Marks } from './marks.ts';
import { cellKey, cellsOfIssues, type CellIssue, type SheetOrder } from './orders.ts';
import { issue } from '../../core/index.ts';
import { byCell, type OrderRow, type SheetView } from './sheet-view.ts';
import { useIssueWords, useMoney, useWords } from './wording.ts';

export interface Judged {
  readonly view: SheetView;
  readonly orders: readonly OrderRow[];
  readonly causes: readonly Cause[];
  readonly sums: ReturnType<typeof totalsOf>;
  readonly boxes: number;
  wordOf(issue: CellIssue): string;
}

const tones: Readonly<Record<OrderRow['state'], string>> = {
  ...{ wrong: 'bad', refused: 'bad', changed: 'bad', unsure: 'warn', gaps: 'warn' },
  ...{ new: 'neutral', edited: 'info', saved: 'info', priced: 'good' },
};

/** What the orders of a sheet are shown with. */
interface Beside {
  readonly marks: Marks;
  readonly defaults: Readonly<Record<string, string>>;
  readonly columns: readonly SheetColumn[];
  readonly words: EntityLabels;
  /** Of addresses that were looked up. */
  readonly notes: readonly CellIssue[];
}

/** Everything that the sheet shows of its orders: where each stands, what is wrong with which cell, and the sums. */
export function useSheetView(
  judged: readonly SheetOrder[],
  { marks, defaults, columns, words, notes }: Beside,
): Judged {
  const t = useWords();
  const money = useMoney();
  const wordOf = useIssueWords(words, columns);
  return useMemo(() => {
    const claims = claim(judged, marks);
    const orders = judged.map((order): OrderRow => {
      const mark = claims.of.get(order.key);
      return { order, mark, state: stateOf(order, mark) };
    });
    const issues: CellIssue[] = [...orders.flatMap(issuesOf(columns)), ...claims.issues, ...notes];
    const cells = byCell(issues);
    const byRow = new Map(orders.flatMap((each) => each.order.rows.map(({ id }) => [id, each] as const)));
    const messages = (row: string, column: string) => (cells.get(cellKey(row, column)) ?? []).map(wordOf).join(' ');
    const isDefault: SheetView['isDefault'] = (row, column) => {
      const found = byRow.get(row.id);
      return (
        (row.cells[column] ?? '') === '' &&
        found?.order.rows[0] === row &&
        (found.order.shown.has(cellKey(row.id, column)) || defaults[column] !== undefined)
      );
    };
    const view: SheetView = {
      issueOf: (row, column) => cells.get(cellKey(row, column))?.[0],
      messageOf: messages,
      textOf(row, column) {
        const shown = byRow.get(row.id)?.order.shown.get(cellKey(row.id, column));
        return shown ?? row.cells[column] ?? '';
      },
      isDefault,
      isBelow: (row) => {
        const found = byRow.get(row);
        return found !== undefined && found.order.key !== row;
      },
      orderOf: (row) => byRow.get(row),
      stateWord({ order, mark, state }) {
        const price = mark?.price?.print === order.print ? mark.price : undefined;
        const sum = price?.sale === null || price === undefined ? '' : money(price.sale, price.currency);
        const text = state === 'priced' ? t('state.saved') : t(`state.${state}`);
        return { text, tone: tones[state], price: sum };
      },
    };
    return {
      ...{ view, orders, wordOf, causes: causesOf(issues) },
      sums: totalsOf(judged, claims.of),
      boxes: judged.reduce((sum, { boxes }) => sum + boxes, 0),
    };
  }, [judged, marks, defaults, columns, notes, t, money, wordOf]);
}

/** The reasons against an order: the sheet's own, and the server's as long as nothing in it changes. */
const issuesOf =
  (columns: readonly SheetColumn[]) =>
  ({ order, mark }: OrderRow): CellIssue[] => {
    const told = mark && refusedFor(order, mark) ? (mark.refused?.issues ?? []) : [];
    const fresh = cellsOfIssues(order, columns, mark?.stands === undefined ? told : []);
    const changed = mark?.stands === undefined ? [] : cellsOfIssues(order, columns, [issue('sheet.changed', 'refNo')]);
    const price = mark?.price;
    const noPrice =
      price && price.print === order.print && price.sale === null && price.reason !== '' && price.offer === null
        ? cellsOfIssues(order, columns, [{ ...issue('sheet.noPrice', 'service'), ...{ message: price.reason } }]).map(
            (each) => ({ ...each, grade: 'gap' as const }),
          )
        : [];
    const picked =
      price?.pick && price.print === order.print && price.sale !== null
        ? cellsOfIssues(order, columns, [{ ...issue('sheet.picked', 'rateRule'), ...{ message: price.pick } }]).map(
            (each) => ({ ...each, grade: 'note' as const }),
          )
        : [];
    return [...order.issues, ...fresh, ...changed, ...noPrice, ...picked];
  };

const refusedFor = (order: SheetOrder, mark: Mark): boolean => mark.refused?.print === order.print;
