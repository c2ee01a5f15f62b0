import type { EntityDocument } from '../../engine/index.ts';
import { checkDocument, issue } from '../../engine/index.ts';
import { refused } from '../errors.ts';
import type { Actor } from '../operations/context.ts';
import type { Culture, Texts } from '../texts.ts';
import type { TenantSchema } from './catalogs.ts';
import { nothingGiven } from './given.ts';
import { planDocument, publish, type PublishHouse } from './publish.ts';

interface Rooms {
  readonly house: PublishHouse & { readonly texts: Texts };
  published(schema: TenantSchema, entity: string): EntityDocument | undefined;
  addToMenu(actor: Actor, document: EntityDocument): Promise<void>;
}

/** A tenant's schema carried to another house: written out, looked at there, and published there. */
export function createBundles({ house, published, addToMenu }: Rooms) {
  const { catalogs, texts } = house;
  return {
    /** Everything that the tenant says of its entities, to be carried to another house; nothing of its records, no secrets. */
    async bundle(actor: Actor) {
      const schema = await catalogs.of(actor.tenant);
      const entities = [...schema.live.values()]
        .filter(({ state }) => state === 'live')
        .map(({ entity, origin, document }) => ({ entity, origin, document }));
      return { bundle: { lading: 1, entities } };
    },
    async applyBundle(actor: Actor, input: Readonly<Record<string, unknown>>, culture: Culture) {
      const bundle = input['bundle'] as { entities?: { entity: string; document: EntityDocument }[] } | undefined;
      if (!Array.isArray(bundle?.entities)) throw refused(issue('json.invalid', 'bundle'));
      const results = [];
      for (const { entity, document } of bundle.entities) {
        const issues = checkDocument(document);
        if (issues.length > 0)
          throw refused(...issues.map((found) => ({ ...found, path: `${entity}: ${found.path}` })));
        const here = published(await catalogs.of(actor.tenant), entity);
        const moved = inColumnsOf(document, here);
        const live = (await catalogs.of(actor.tenant)).live.get(entity);
        const baseRevision = live?.state === 'live' ? live.revision : 0;
        const plan = await planDocument(house, actor, moved, { ...nothingGiven, baseRevision });
        const base = { entity, changes: plan.changes };
        const blockers = plan.blockers.map((found) => ({ ...found, message: texts.issue(culture, found) }));
        if (input['dryRun'] === true || plan.changes.length === 0) results.push({ ...base, blockers, revision: null });
        else {
          const wanted = {
            document: moved,
            baseRevision,
            reason: String(input['reason'] ?? '').slice(0, 500),
            open: live?.conflicts ?? [],
            ...nothingGiven,
          };
          const revision = await publish(house, actor, wanted);
          if (!live && !catalogs.base.byName.has(entity)) await addToMenu(actor, document);
          results.push({ ...base, blockers, revision });
        }
      }
      return { entities: results };
    },
  };
}

/** Columns are a house's own: here a field has the one that its name has here, or will get another. */
function inColumnsOf(document: EntityDocument, here: EntityDocument | undefined): EntityDocument {
  const fields = Object.fromEntries(
    Object.entries(document.meta.fields).map(([name, { id, ...rest }]) => {
      const column = here?.meta.fields[name]?.id ?? (id !== undefined && /^x\d+$/.test(id) ? undefined : id);
      return [name, column === undefined ? rest : { ...rest, id: column }];
    }),
  );
  return { ...document, meta: { ...document.meta, fields } };
}
