import type {
  Catalog,
  Conflict,
  EntityDocument,
  EntityMeta,
  Issue,
  OwnMeta,
  Patch,
  SchemaDocument,
  ScreenDocument,
  ScreenMeta,
  WordTree,
} from '../../engine/core/index.ts';
import { applyOverlay, extendCatalog, issue, screenOf, wordsOf } from '../../engine/core/index.ts';
import type { Catalogs } from '../access/actors.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import { cultures, type Culture, type Texts } from '../texts.ts';

/** A live entity of a tenant: its published changes over the present base. */
export interface LiveEntity {
  readonly entity: string;
  readonly origin: 'added' | 'changed';
  readonly table: string | null;
  readonly state: 'live' | 'retired';
  readonly revision: number;
  readonly document: EntityDocument;
  /** Texts that the tenant wrote itself, by culture. */
  readonly words: Readonly<Record<string, object>>;
  /** Where the base changed what the tenant changed as well. */
  readonly conflicts: readonly Conflict[];
  /** Why the tenant's changes do not fit the present base; then the base itself is live. */
  readonly issues: readonly Issue[];
}

/** A live screen of a tenant. */
export interface LiveScreen {
  readonly screen: string;
  readonly origin: 'added' | 'changed';
  readonly state: 'live' | 'retired';
  readonly revision: number;
  readonly document: ScreenDocument;
  readonly conflicts: readonly Conflict[];
}

export interface TenantSchema {
  readonly catalog: Catalog;
  readonly serial: string | null;
  readonly live: ReadonlyMap<string, LiveEntity>;
  /** The tenant's published screens by name. */
  readonly screens: ReadonlyMap<string, LiveScreen>;
}

export interface TenantCatalogs extends Catalogs {
  of(tenant: string): Promise<TenantSchema>;
  /** The delivered declaration and texts of an entity; undefined for a tenant's own. */
  baseDocument(entity: string): EntityDocument | undefined;
  /** The delivered declaration and texts of a screen. */
  baseScreen(screen: string): ScreenDocument | undefined;
  /** The names of all delivered screens. */
  readonly screenNames: readonly string[];
}

interface Row<D extends SchemaDocument = SchemaDocument> {
  entity: string;
  origin: 'added' | 'changed';
  own_table: string | null;
  state: 'live' | 'retired';
  revision: number;
  document: D;
  overlay: Patch[] | null;
}

/** Loads tenants' published schemas and caches them until the next publish. */
export function createTenantCatalogs(
  base: Catalog,
  system: SystemDatabase,
  texts: Texts,
  screens: ReadonlyMap<string, ScreenMeta>,
): TenantCatalogs {
  const kept = new Map<string, TenantSchema>();
  const plain: TenantSchema = { catalog: base, serial: null, live: new Map(), screens: new Map() };

  const baseDocument = (name: string): EntityDocument | undefined =>
    delivered(base.byName.get(name)?.meta, (culture) => texts.entity(culture, name));
  const baseScreen = (name: string): ScreenDocument | undefined =>
    delivered(screens.get(name), (culture) => texts.screen(culture, name));

  const load = async (tenant: string, serial: string): Promise<TenantSchema> => {
    const { rows } = await system.pool.query<Row>(
      `SELECT l.entity, l.origin, l.own_table, l.state, l.revision, r.document, r.overlay
         FROM lading.live_schema l JOIN lading.revision r USING (tenant_id, entity, revision)
        WHERE l.tenant_id = $1 ORDER BY l.entity`,
      [tenant],
    );
    const live = rows.filter(isOfEntity).map((row) => standing(row, baseDocument(row.entity)));
    const shown = rows.filter(isOfScreen).map((row) => standingScreen(row, baseScreen(screenOf(row.entity) ?? '')));
    const { catalog, refused } = extend(base, live);
    const marked = live.map((each) => ({ ...each, issues: refused.get(each.entity) ?? [] }));
    return {
      catalog,
      serial,
      live: new Map(marked.map((each) => [each.entity, each])),
      screens: new Map(shown.map((each) => [each.screen, each])),
    };
  };

  return {
    base,
    baseDocument,
    baseScreen,
    screenNames: [...screens.keys()],
    async of(tenant) {
      const { rows } = await system.pool.query<{ serial: string }>(
        'SELECT serial::text FROM lading.schema_serial WHERE tenant_id = $1',
        [tenant],
      );
      const serial = rows[0]?.serial ?? null;
      if (serial === null) return plain;
      const held = kept.get(tenant);
      if (held?.serial === serial) return held;
      const fresh = await load(tenant, serial);
      kept.set(tenant, fresh);
      return fresh;
    },
  };
}

/** A delivered declaration with its texts in every language; undefined if nothing of the name is delivered. */
const delivered = <M>(meta: M | undefined, textsOf: (culture: Culture) => object) =>
  meta && { meta, texts: Object.fromEntries(cultures.map((culture) => [culture, textsOf(culture) as WordTree])) };

const isOfEntity = (row: Row): row is Row<EntityDocument> => screenOf(row.entity) === null;
const isOfScreen = (row: Row): row is Row<ScreenDocument> => screenOf(row.entity) !== null;

function standingScreen(row: Row<ScreenDocument>, base: ScreenDocument | undefined): LiveScreen {
  const { origin, state, revision, document, overlay } = row;
  const merged = base && overlay ? applyOverlay(base, overlay) : { document, conflicts: [] };
  return { screen: document.meta.screen, origin, state, revision, ...merged };
}

function standing(row: Row<EntityDocument>, base: EntityDocument | undefined): LiveEntity {
  const { entity, origin, own_table: table, state, revision } = row;
  const merged = base && row.overlay ? applyOverlay(base, row.overlay) : { document: row.document, conflicts: [] };
  const words = row.overlay ? wordsOf(row.overlay) : row.document.texts;
  return { entity, origin, table, state, revision, words, ...merged, issues: [] };
}

/** The declaration that a live entity adds to the catalog. */
export function ownMeta(
  live: Pick<LiveEntity, 'origin' | 'table' | 'revision' | 'document' | 'words'>,
  base: EntityMeta | undefined,
): OwnMeta {
  const { origin, table, revision, document, words } = live;
  return {
    meta: document.meta,
    own: {
      origin,
      revision,
      ...(table === null ? {} : { table }),
      searched: origin === 'changed' ? (base?.list.search ?? []) : [],
      words,
    },
  };
}

/**
 * The catalog with every own entity that compiles; the others fall back to the delivered form, with the reasons in
 * `refused`.
 */
function extend(base: Catalog, live: readonly LiveEntity[]): { catalog: Catalog; refused: Map<string, Issue[]> } {
  const refused = new Map<string, Issue[]>();
  for (;;) {
    const standing = live.filter(({ entity, state }) => state === 'live' && !refused.has(entity));
    const outcome = extendCatalog(
      base,
      standing.map((each) => ownMeta(each, base.byName.get(each.entity)?.meta)),
    );
    if (outcome.ok) return { catalog: outcome.value, refused };
    const blamed = standing.filter(({ entity }) => outcome.issues.some(({ path }) => path.startsWith(`${entity}: `)));
    // If no entity can be blamed, drop all; otherwise this loop never ends.
    for (const { entity } of blamed.length > 0 ? blamed : standing) {
      const own = outcome.issues.filter(({ path }) => path.startsWith(`${entity}: `));
      refused.set(entity, own.length > 0 ? own : [issue('schema.baseMoved', '', {})]);
    }
  }
}
