import { useLayoutEffect } from 'react';
import type { ControlProps } from './field-view.ts';

const spoken = ['aria-label', 'aria-required', 'aria-invalid', 'aria-describedby'] as const;

/**
 * The library's pickers lay these attributes on their outer box, where they mean nothing, as well as on the input. So the
 * picker gets only the id, and the words are put on the element that takes the focus.
 */
export function useInputAria(control: ControlProps): Pick<ControlProps, 'id' | 'disabled'> {
  const { id, disabled } = control;
  useLayoutEffect(() => {
    const input = document.getElementById(id);
    for (const name of spoken) {
      const value = control[name];
      if (value === undefined || value === false) input?.removeAttribute(name);
      else input?.setAttribute(name, String(value));
    }
  });
  return { id, disabled };
}
