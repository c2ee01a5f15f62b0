import type { ICellRendererComp, ICellRendererParams } from 'ag-grid-community';
import type { OrderState, Mark } from './marks.ts';
import type { CellIssue, SheetOrder } from './orders.ts';
import { cellKey } from './orders.ts';
import type { Row } from './sheet.ts';

/** What the grid asks of a row or a cell while it draws it. */
export interface SheetView {
  issueOf(row: string, column: string): CellIssue | undefined;
  /** The text of every reason against a cell, or ''. */
  messageOf(row: string, column: string): string;
  /** What stands in a cell: as it was understood, as it was typed, or what a new order begins with. */
  textOf(row: Row, column: string): string;
  isDefault(row: Row, column: string): boolean;
  /** Whether a row is a further box of the order above it. */
  isBelow(row: string): boolean;
  orderOf(row: string): OrderRow | undefined;
  /** The state of an order, as the grid says it. */
  stateWord(order: OrderRow): { text: string; tone: string; price: string };
}

export interface OrderRow {
  readonly order: SheetOrder;
  readonly mark: Mark | undefined;
  readonly state: OrderState;
}

interface StatusParams extends ICellRendererParams<Row> {
  viewOf(): SheetView;
}

/** Where each order stands, on its first row. No part of React: there is one in every row. */
export class StatusCell implements ICellRendererComp<Row> {
  private readonly gui = document.createElement('span');

  init(params: StatusParams): void {
    this.gui.className = 'bulk-state-words';
    this.refresh(params);
  }

  getGui(): HTMLElement {
    return this.gui;
  }

  refresh({ data, viewOf }: StatusParams): boolean {
    const view = viewOf();
    const found = data && view.orderOf(data.id);
    if (!data || !found) this.gui.replaceChildren();
    else if (view.isBelow(data.id)) this.gui.replaceChildren(element('span', 'bulk-below', '↳'));
    else {
      const { text, tone, price } = view.stateWord(found);
      const tag = element('span', 'bulk-tag', text);
      tag.dataset['tone'] = tone;
      this.gui.replaceChildren(tag, ...(price === '' ? [] : [element('strong', '', price)]));
    }
    return true;
  }
}

function element(name: 'span' | 'strong', className: string, text: string): HTMLElement {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}

/** Issues by their cell. */
export function byCell(issues: readonly CellIssue[]): ReadonlyMap<string, readonly CellIssue[]> {
  const found = new Map<string, CellIssue[]>();
  for (const each of issues) {
    const key = cellKey(each.row, each.column);
    const own = found.get(key);
    if (own) own.push(each);
    else found.set(key, [each]);
  }
  return found;
}
