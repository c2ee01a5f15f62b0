import { useEffect } from 'react';

const controls = [
  'input:not([type=hidden], [type=radio], [type=checkbox], [type=file], [type=range], [type=color])',
  'textarea',
  '[contenteditable=true]',
].join(', ');

type Control = HTMLInputElement | HTMLTextAreaElement;

/** What a scanner, a paste or a hand would fill in next: the first empty field, or the first where none is. */
export function firstField(root: ParentNode): HTMLElement | null {
  const all = shownFields(root);
  return all.find(isEmpty) ?? all[0] ?? null;
}

/** Where one begins to read what is filled in already: the field at the top, empty or not. */
export const topField = (root: ParentNode): HTMLElement | null => shownFields(root)[0] ?? null;

function shownFields(root: ParentNode): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(controls)].filter(
    (one) =>
      !(one as Control).disabled &&
      !(one as Control).readOnly &&
      one.getAttribute('aria-readonly') !== 'true' &&
      one.getClientRects().length > 0,
  );
}

/** A picker shows what is chosen beside its own input. */
function isEmpty(control: HTMLElement): boolean {
  if (control.isContentEditable) return control.textContent?.trim() === '';
  if ((control as Control).value !== '') return false;
  return !control.closest('.ant-select')?.querySelector('.ant-select-selection-item');
}

/** Whether a focus brings a keyboard up over half of the page, as on a phone: then a page that opens takes none. */
export const bringsKeyboard = (): boolean => matchMedia('(pointer: coarse)').matches;

/** A dialog that opens is entered at its first empty field instead of its frame. */
export function useFieldFocus(): void {
  useEffect(() => {
    const enter = ({ target, relatedTarget }: FocusEvent) => {
      if (!(target instanceof HTMLElement) || target.matches(`${controls}, button, a, [role=button], [role=tab]`))
        return;
      const frame = target.closest('.ant-modal-wrap');
      if (!frame || (relatedTarget instanceof Node && frame.contains(relatedTarget))) return;
      const body = frame.querySelector('.ant-modal-body');
      if (body) firstField(body)?.focus();
    };
    document.addEventListener('focusin', enter);
    return () => document.removeEventListener('focusin', enter);
  }, []);
}
