import { useLayoutEffect, useRef, type KeyboardEvent, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useRun } from '../panels/parts.tsx';
import { useDesignerStore } from '../store.ts';
import { moveBlockCommands, removeBlockCommands } from './document-moves.ts';
import type { DocumentSide } from './document-palette.tsx';

/** Moving, removing and going through the blocks of a document; the keyboard stays with the block that it acted on. */
export function useBlockSteps(list: RefObject<HTMLElement | null>, { name, document, onChoose }: DocumentSide) {
  const { t } = useTranslation('designer');
  const store = useDesignerStore();
  const run = useRun();
  const held = useRef<string | null>(null);
  const focus = (block: string) =>
    list.current?.querySelector<HTMLElement>(`[data-block="${CSS.escape(block)}"]`)?.focus();
  useLayoutEffect(() => {
    // A moved block is another element.
    const block = held.current;
    held.current = null;
    if (block !== null) list.current?.querySelector<HTMLElement>(`[data-block="${CSS.escape(block)}"]`)?.focus();
  }, [document, list]);
  const move = (from: number, to: number) => {
    const block = document.blocks[from];
    const commands = moveBlockCommands({ name, document }, from, to);
    if (!block || commands.length === 0) return;
    held.current = block.block;
    run(t('designer.step.move', { name: t(`documents.kind.${block.kind}`) }), commands);
  };
  const remove = (index: number) => {
    const block = document.blocks[index];
    if (!block) return;
    const next = document.blocks[index + 1] ?? document.blocks[index - 1];
    held.current = next?.block ?? null;
    const commands = removeBlockCommands(store.getState().document, name, index);
    const step = t('designer.step.remove', { name: t(`documents.kind.${block.kind}`) });
    if (run(step, commands)) onChoose(next?.block ?? null);
  };
  const go = (index: number) => {
    const block = document.blocks[index]?.block;
    if (block === undefined) return;
    onChoose(block);
    focus(block);
  };
  const press = (event: KeyboardEvent, index: number) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (by === 0 && event.key !== 'Delete') return;
    event.preventDefault();
    if (event.key === 'Delete') remove(index);
    else if (event.altKey) move(index, index + by);
    else go(index + by);
  };
  return { move, remove, press };
}
