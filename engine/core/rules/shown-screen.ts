import type { Catalog, Entity } from '../compile/catalog.ts';
import { blockMeasures, type BlockMeta, type ScreenMeta } from '../meta/screen.ts';
import { can, type Rights } from './can.ts';
import { asksNothing } from './check-screen.ts';
import { visibleFields } from './visible-fields.ts';

/**
 * The blocks of a screen that this person's grants open: the entity can be read, the code that a block asks for is held,
 * and all that it counts, groups and narrows by shows on every row that the person sees. Columns that are hidden go.
 */
export function shownBlocks(catalog: Catalog, screen: ScreenMeta, rightsOn: (entity: Entity) => Rights): BlockMeta[] {
  return screen.blocks.flatMap((block): BlockMeta[] => {
    if (asksNothing(block.kind)) return [block];
    if (block.kind === 'links') {
      const to = (block.to ?? []).filter((name) => {
        const entity = catalog.byName.get(name);
        return entity && can(rightsOn(entity), 'read');
      });
      return to.length > 0 ? [{ ...block, to }] : [];
    }
    const entity = catalog.byName.get(block.entity ?? '');
    if (!entity) return [];
    const rights = rightsOn(entity);
    if (!can(rights, 'read') || (block.needs && !can(rights, block.needs))) return [];
    if (block.kind === 'form') return can(rights, 'add') ? [block] : [];
    const shown = visibleFields(entity, rights);
    const everywhere = new Set(shown.flatMap((each) => (each.everywhere ? [each.field.name] : [])));
    const view = entity.views.find(({ name }) => name === block.filter?.['view']);
    if (![...usedBy(block), ...(view?.filter.reads ?? [])].every((name) => everywhere.has(name))) return [];
    if (!block.columns) return [block];
    const { acts, ...plain } = block;
    const held = (acts ?? []).filter((name) => can(rights, entity.actions.get(name)?.needs ?? name));
    const visible = new Set(shown.map(({ field }) => field.name));
    const columns = block.columns.filter((name) => visible.has(name));
    return columns.length > 0 ? [{ ...plain, columns, ...(held.length > 0 ? { acts: held } : {}) }] : [];
  });
}

/** Every field in a block's query. */
const usedBy = (block: BlockMeta): string[] => [
  ...[block.time, block.group, block.series, ...blockMeasures.map((by) => block[by])].flatMap((name) => name ?? []),
  ...(block.sort?.split(',') ?? []).map((key) => key.replace(/^-/, '')),
  ...Object.keys(block.filter ?? {}).flatMap((key) => (key === 'view' ? [] : [key.split('.')[0] ?? ''])),
];
