import type { BlockMeta, ScreenDocument, ScreenMeta } from '../../../engine/core/index.ts';
import { can, embeddable, ownOf, shownBlocks, wordAt } from '../../../engine/core/index.ts';
import { AppError } from '../../errors.ts';
import type { Culture, Texts } from '../../texts.ts';
import type { Actor, Context } from '../context.ts';

/** A block for the browser: with the API path of its query, and the targets of links. */
export interface ShownBlock extends Omit<BlockMeta, 'entity' | 'to' | 'needs'> {
  title: string;
  /** The text of a text block. */
  text?: string;
  path?: string;
  links?: { path: string; title: string; adds: boolean }[];
}

export interface ShownScreen {
  screen: string;
  title: string;
  note: string;
  period: ScreenMeta['period'] | null;
  refresh: number | null;
  blocks: ShownBlock[];
}

export interface ScreenDeps {
  readonly context: Context;
  readonly texts: Texts;
  /** Hosts that pages may be embedded from. */
  readonly embedHosts: readonly string[];
}

/** A screen as this person sees it, with texts. Throws `notFound` if it does not exist. */
export function readScreen(
  { context, texts, document, embedHosts }: ScreenDeps & { document: ScreenDocument | undefined },
  actor: Actor,
  culture: Culture,
): ShownScreen {
  if (!document) throw new AppError('notFound');
  const { meta: screen } = document;
  const name = screen.screen;
  const delivered = texts.screen(culture, name);
  const others = Object.values(document.texts);
  // Delivered screens are translated into every culture; a tenant's own has two.
  const word = (key: string, otherwise: string) =>
    [wordAt(document.texts[culture], key), otherwise, ...others.map((tree) => wordAt(tree, key))].find(Boolean) ?? '';
  const entityOf = (entity: string | undefined) => actor.catalog.byName.get(entity ?? '');
  const blocks = shownBlocks(actor.catalog, screen, (entity) => actor.rightsOn(entity));
  return {
    screen: name,
    title: word('title', delivered.title),
    note: word('note', delivered.note),
    // Offer the period only if a block uses it.
    period: blocks.some(({ kind, time }) => time && kind !== 'calendar') ? (screen.period ?? 'month') : null,
    refresh: screen.refresh ?? null,
    blocks: blocks.map(({ entity, to, url, needs: _needs, ...block }) => ({
      ...block,
      // A host may have been taken from the list since the screen was published.
      ...(url && embeddable(url, embedHosts) ? { url } : {}),
      title: word(`blocks.${block.block}`, ownOf(delivered.blocks, block.block) ?? '') || block.block,
      ...(block.kind === 'text' ? { text: word(`bodies.${block.block}`, '') } : {}),
      ...(block.filter ? { filter: inCurrency(block.filter, actor.currency) } : {}),
      ...(entity ? { path: entityOf(entity)?.path ?? '' } : {}),
      ...(to ? { links: to.flatMap((each) => link(context, actor, texts, culture, each)) } : {}),
    })),
  };
}

/** Restricts sums to the tenant's own currency, because amounts in several currencies cannot be added. */
const inCurrency = (filter: Record<string, string>, currency: string): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).map(([key, text]) => [key, text.replaceAll('$currency', currency)]));

function link(context: Context, actor: Actor, texts: Texts, culture: Culture, name: string) {
  const entity = actor.catalog.byName.get(name);
  // A customer's own record is the only one of its list.
  if (!entity || (actor.member && entity.owner === 'id')) return [];
  const { name: one, plural } = texts.entity(culture, entity);
  const adds = can(actor.rightsOn(entity), 'add');
  return [{ path: entity.path, title: adds ? one : plural, adds }];
}
