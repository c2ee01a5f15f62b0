import { wordAt, type BlockMeta, type ScreenDocument } from '../../engine/core/index.ts';
import type { ShownBlock } from '../../engine/kit/index.ts';
import type { OtherEntity } from '../document/api.ts';

/** A block of the draft as the real renderer draws it, worded in the language that is being edited. */
export function shownBlock(
  { entity, to, needs: _needs, ...block }: BlockMeta,
  texts: ScreenDocument['texts'],
  { culture, others, currency }: { culture: string; others: readonly OtherEntity[]; currency: string },
): ShownBlock {
  const word = (key: string) => wordAt(texts[culture], key);
  const entityOf = (name: string | undefined) => others.find((each) => each.entity === name);
  const links = to
    ?.flatMap((name) => entityOf(name) ?? [])
    .map(({ path, name }) => ({ path, title: name, adds: false }));
  const filter = Object.entries(block.filter ?? {}).map(([key, text]) => [key, text.replaceAll('$currency', currency)]);
  return {
    ...block,
    title: word(`blocks.${block.block}`) || block.block,
    ...(block.kind === 'text' ? { text: word(`bodies.${block.block}`) } : {}),
    ...(block.filter ? { filter: Object.fromEntries(filter) as Record<string, string> } : {}),
    ...(entity ? { path: entityOf(entity)?.path ?? '' } : {}),
    ...(links ? { links } : {}),
  };
}
