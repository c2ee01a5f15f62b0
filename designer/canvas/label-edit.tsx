import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDesigner, useDesignerStore } from '../store.ts';
import { useWorkspace, useWorkspaceStore } from '../tools/workbench.ts';

/** Edits a label in place, in the language being edited. Enter saves it, Escape discards it. */
export function LabelEdit({ place, textKey, label }: { place: string; textKey: string; label: string }) {
  const editing = useWorkspace((workspace) => workspace.editing === place);
  return editing ? <Editor place={place} textKey={textKey} label={label} /> : null;
}

function Editor({ place, textKey, label }: { place: string; textKey: string; label: string }) {
  const { t } = useTranslation('designer');
  const store = useDesignerStore();
  const workspace = useWorkspaceStore();
  const culture = useDesigner((state) => state.culture);
  const [text, setText] = useState(label);
  const input = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);
  useEffect(() => {
    input.current?.focus({ preventScroll: true });
    input.current?.select();
    input.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const close = (save: boolean) => {
    if (isOver.current) return;
    isOver.current = true;
    const value = text.trim();
    if (save && value && value !== label)
      store.getState().run(t('designer.step.label', { name: value }), [{ do: 'text', culture, key: textKey, value }]);
    workspace.getState().edit(null);
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>(`.canvas-grip[data-place="${CSS.escape(place)}"]`)?.focus(),
    );
  };
  return (
    <input
      ref={input}
      className="canvas-label-edit"
      lang={culture}
      value={text}
      maxLength={200}
      aria-label={t('designer.labelOf', { name: label })}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => close(true)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') close(true);
        if (event.key === 'Escape') close(false);
      }}
    />
  );
}
