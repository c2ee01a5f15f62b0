import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { wordAt, type BlockKind, type BlockMeta, type Command } from '../../engine/core/index.ts';
import { useRun } from '../panels/parts.tsx';
import { useScreenStore } from '../store.ts';
import {
  addCommands,
  queryCommands,
  freeBlockName,
  moveCommands,
  optionCommands,
  placeOf,
  spanCommands,
  spanOf,
  startBlock,
} from './screen-moves.ts';

/** What people do to the blocks of a screen: each a named step of the draft. */
export interface ScreenSteps {
  /** Puts a new block before the one at a place. */
  add(kind: BlockKind, before: number): void;
  move(name: string, before: number): void;
  /** One place earlier (-1) or later (1). */
  shift(name: string, by: -1 | 1): void;
  resize(name: string, span: number): void;
  /** One column wider (1) or narrower (-1). */
  widen(name: string, by: -1 | 1): void;
  remove(name: string): void;
  /** Another kind, or another entity to ask. */
  setQuery(name: string, kind: BlockKind, entity: string | undefined): void;
  setOptions(name: string, change: Partial<BlockMeta>): void;
  text(culture: string, key: string, text: string): void;
  /** Says something of the screen itself; undefined takes it back. */
  screen(key: 'period' | 'refresh', value: unknown): void;
}

export function useScreenSteps(choose: (name: string | null) => void): ScreenSteps {
  const { t } = useTranslation('designer');
  const store = useScreenStore();
  const run = useRun();
  return useMemo(() => {
    const present = () => store.getState().document;
    const others = () => store.getState().others;
    const titleOf = (name: string) => {
      const { texts } = present();
      return wordAt(texts[store.getState().culture], `blocks.${name}`) || name;
    };
    const step = (key: string, name: string, commands: readonly Command[]) =>
      commands.length > 0 && run(t(`screens.step.${key}`, { name: titleOf(name) }), commands);
    const blockOf = (name: string) => present().meta.blocks[placeOf(present(), name)];
    return {
      add(kind, before) {
        const name = freeBlockName(present(), kind);
        const text = t(`screens.kind.${kind}`);
        const title = { culture: store.getState().culture, text };
        const commands = addCommands(present(), startBlock(kind, name, usual(others())), { before, title });
        if (run(t('screens.step.add', { name: text }), commands)) choose(name);
      },
      move: (name, before) => void step('move', name, moveCommands(present(), name, before)),
      shift(name, by) {
        const at = placeOf(present(), name);
        step('move', name, moveCommands(present(), name, by < 0 ? at - 1 : at + 2));
      },
      resize: (name, span) => void step('resize', name, spanCommands(present(), name, span)),
      widen(name, by) {
        const block = blockOf(name);
        if (block) step('resize', name, spanCommands(present(), name, spanOf(block) + by));
      },
      remove(name) {
        const at = placeOf(present(), name);
        if (at < 0) return;
        const next = present().meta.blocks[at + 1] ?? present().meta.blocks[at - 1];
        if (step('remove', name, [{ do: 'remove', at: `blocks[${at}]` }])) choose(next?.block ?? null);
      },
      setQuery(name, kind, entity) {
        const known = others().find((each) => each.entity === entity) ?? usual(others());
        step('ask', name, queryCommands({ document: present(), name, kind, entity: known }));
      },
      setOptions: (name, change) => void step('option', name, optionCommands(present(), name, change)),
      text(culture, key, text) {
        const name = key.split('.').at(-1) ?? key;
        step('text', name, [{ do: 'text', culture, key, value: text.trim() === '' ? null : text }]);
      },
      screen(key, value) {
        const isSet = present().meta[key] !== undefined;
        if (value === undefined && !isSet) return;
        const command: Command = value === undefined ? { do: 'remove', at: key } : { do: 'set', at: key, value };
        run(t('screens.step.screen'), [command]);
      },
    };
  }, [store, run, t, choose]);
}

/** The entity of a new block: orders if there are any. */
const usual = <T extends { readonly entity: string }>(others: readonly T[]): T | undefined =>
  others.find(({ entity }) => entity === 'order') ?? others[0];
