import { useLayoutEffect, useMemo, useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { BlockMeta, Period } from '../../engine/core/index.ts';
import {
  BoardBlock,
  EmptyState,
  PageHeader,
  useBlockQuery,
  useViewer,
  type ShownBlock,
} from '../../engine/kit/index.ts';
import { useScreen } from '../store.ts';
import { startDrag } from '../tools/dragging.ts';
import { useWord } from '../use-designer-words.ts';
import { blockZone } from './block-zone.ts';
import { followWidth } from './follow-width.ts';
import { spanOf } from './screen-moves.ts';
import { shownBlock } from './shown-block.ts';
import type { ScreenSteps } from './use-screen-steps.ts';

interface Props {
  steps: ScreenSteps;
  chosen: string | null;
  onChoose: (name: string | null) => void;
  period: Period;
  /** As people have it: no grips, and everything in it answers. */
  previewing: boolean;
}

/** The screen itself, on the real renderer; while it is designed a grip lies over each block. */
export function ScreenCanvas({ steps, chosen, onChoose, period, previewing }: Props) {
  const { t } = useTranslation('designer');
  const viewer = useViewer();
  const { meta, texts } = useScreen((state) => state.document);
  const others = useScreen((state) => state.others);
  const culture = useScreen((state) => state.culture);
  const word = useWord();
  const query = useBlockQuery(period);
  const { currency } = viewer.tenant;
  const shown = useMemo(
    () => meta.blocks.map((block) => shownBlock(block, texts, { culture, others, currency })),
    [meta, texts, culture, others, currency],
  );
  const { grid, press } = useGripKeys(steps, onChoose);
  return (
    <div className="board screen-canvas">
      <PageHeader title={word('title') ?? meta.screen} note={word('note') ?? ''} />
      {shown.length === 0 ? (
        <EmptyState kind="nothing" title={t('screens.empty')} note={t('screens.emptyNote')} />
      ) : null}
      <div className="board-grid" ref={grid} data-blocks={shown.length}>
        {meta.blocks.map((block, at) => (
          <div
            key={block.block}
            className="board-cell screen-cell"
            data-block={block.block}
            data-span={spanOf(block)}
            data-kind={block.kind}
          >
            <div inert={!previewing} className="screen-real">
              <BoardBlock block={shown[at] as ShownBlock} query={query} stamp={0} />
            </div>
            {previewing ? null : (
              <Grip
                block={block}
                title={shown[at]?.title}
                steps={steps}
                isChosen={chosen === block.block}
                onChoose={() => onChoose(block.block)}
                onKeyDown={(event) => press(event, block.block)}
              />
            )}
          </div>
        ))}
      </div>
    </div>
  );
}

/** The arrows go from block to block; with Alt they move a block, with Shift as well they widen it. */
function useGripKeys(steps: ScreenSteps, onChoose: Props['onChoose']) {
  const meta = useScreen((state) => state.document.meta);
  const grid = useRef<HTMLDivElement>(null);
  const pressed = useRef<string | null>(null);
  useLayoutEffect(() => {
    // A moved block is at another place: the keyboard goes with it.
    const name = pressed.current;
    pressed.current = null;
    if (name !== null) gripOf(grid.current, name)?.focus();
  }, [meta]);

  const press = (event: KeyboardEvent, name: string) => {
    const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key] as -1 | 1 | undefined;
    if (event.key === 'Delete' || event.key === 'Backspace') steps.remove(name);
    else if (by === undefined) return;
    else if (event.altKey) {
      pressed.current = name;
      if (event.shiftKey) steps.widen(name, by);
      else steps.shift(name, by);
    } else {
      const at = meta.blocks.findIndex(({ block }) => block === name);
      const next = meta.blocks[at + by]?.block;
      if (next === undefined) return;
      onChoose(next);
      gripOf(grid.current, next)?.focus();
    }
    event.preventDefault();
  };
  return { grid, press };
}

interface GripProps {
  block: BlockMeta;
  title: string | undefined;
  steps: ScreenSteps;
  isChosen: boolean;
  onChoose: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** Lies over a block: it is chosen and moved by it, and widened by its edge. */
function Grip({ block, title, steps, isChosen, onChoose, onKeyDown }: GripProps) {
  const { t } = useTranslation('designer');
  return (
    <>
      <button
        type="button"
        className="screen-grip"
        aria-pressed={isChosen}
        aria-describedby="canvas-keys"
        aria-label={t('screens.grip', {
          name: title,
          kind: t(`screens.kind.${block.kind}`),
          span: spanOf(block),
        })}
        onClick={onChoose}
        onKeyDown={onKeyDown}
        onPointerDown={(event) =>
          startDrag({
            event: event.nativeEvent,
            load: { kind: 'block', name: block.block },
            label: title ?? block.block,
            zone: blockZone(steps),
          })
        }
      />
      <span
        className="screen-edge"
        aria-hidden="true"
        title={t('screens.width')}
        onPointerDown={(event: PointerEvent<HTMLElement>) => {
          onChoose();
          followWidth(event.nativeEvent, event.currentTarget, (span) => steps.resize(block.block, span));
        }}
      />
    </>
  );
}

const gripOf = (grid: HTMLElement | null, name: string): HTMLElement | null =>
  grid?.querySelector(`[data-block="${CSS.escape(name)}"] > .screen-grip`) ?? null;
