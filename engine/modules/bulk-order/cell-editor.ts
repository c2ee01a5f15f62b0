import type { ICellEditorComp, ICellEditorParams } from 'ag-grid-community';
import type { Row } from './sheet.ts';

export interface EditorParams extends ICellEditorParams<Row, string> {
  /** What may stand there, offered while it is typed. */
  offers(row: Row): readonly string[];
  label: string;
  /** Blocks and addresses belong to the sheet: true where it has taken the text. */
  onPaste(text: string): boolean;
}

let lists = 0;

/** One line of text in the place of its cell. Not rendered by React, so that fast typing never waits for it. */
export class CellEditor implements ICellEditorComp<Row, string> {
  private readonly input = document.createElement('input');
  private readonly gui = document.createElement('div');
  private selects = false;

  init({ value, eventKey, offers, data, label, onPaste }: EditorParams): void {
    const isTyped = typeof eventKey === 'string' && eventKey.length === 1;
    const clears = eventKey === 'Backspace' || eventKey === 'Delete' || eventKey === 'Process';
    this.input.value = isTyped ? eventKey : clears ? '' : (value ?? '');
    this.selects = !isTyped && !clears && eventKey === 'F2' ? false : !isTyped;
    this.input.className = 'bulk-editor';
    this.input.autocomplete = 'off';
    this.input.spellcheck = false;
    this.input.setAttribute('aria-label', label);
    this.gui.className = 'bulk-editor-room';
    this.gui.append(this.input);
    const words = offers(data);
    if (words.length > 0) {
      const list = document.createElement('datalist');
      list.id = `bulk-offers-${(lists += 1)}`;
      list.append(...words.map((word) => Object.assign(document.createElement('option'), { value: word })));
      this.input.setAttribute('list', list.id);
      this.gui.append(list);
    }
    this.input.addEventListener('paste', (event) => {
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (onPaste(text)) event.preventDefault();
      event.stopPropagation();
    });
  }

  getGui(): HTMLElement {
    return this.gui;
  }

  afterGuiAttached(): void {
    this.input.focus();
    if (this.selects) this.input.select();
    else this.input.setSelectionRange(this.input.value.length, this.input.value.length);
  }

  getValue(): string {
    return this.input.value;
  }
}
