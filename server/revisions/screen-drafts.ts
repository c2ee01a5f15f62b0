import type { Catalog, Issue, ScreenDocument } from '../../engine/core/index.ts';
import { checkDocument, checkScreen, embeddable, issue, screenOf } from '../../engine/core/index.ts';
import { AppError, refused } from '../errors.ts';
import type { Actor, Context } from '../operations/context.ts';
import type { Culture, Texts } from '../texts.ts';
import type { LiveScreen, TenantSchema } from './catalogs.ts';
import { createDrafts, type Draft, type DraftBase, type Drafts } from './drafts.ts';
import type { PublishDeps } from './plan.ts';

export interface ScreenServiceDeps extends PublishDeps {
  readonly context: Context;
  readonly texts: Texts;
  /** Hosts that pages may be embedded from. */
  readonly embedHosts: readonly string[];
}

/** The drafts of a tenant's screens, and what they begin with; `key` is `screen:<name>`. */
export interface ScreenDrafts extends ScreenServiceDeps {
  readonly drafts: Drafts<ScreenDocument>;
  readonly baseOf: (key: string) => ScreenDocument | undefined;
  readonly liveOf: (schema: TenantSchema, key: string) => LiveScreen | undefined;
  readonly published: (schema: TenantSchema, key: string) => ScreenDocument | undefined;
  readonly beginning: (actor: Actor, key: string) => () => Promise<DraftBase<ScreenDocument>>;
}

export function createScreenDrafts(deps: ScreenServiceDeps): ScreenDrafts {
  const { system, catalogs } = deps;
  const baseOf: ScreenDrafts['baseOf'] = (key) => catalogs.baseScreen(screenOf(key) ?? '');
  const liveOf: ScreenDrafts['liveOf'] = (schema, key) => schema.screens.get(screenOf(key) ?? '');
  const published: ScreenDrafts['published'] = (schema, key) => liveOf(schema, key)?.document ?? baseOf(key);
  const beginning: ScreenDrafts['beginning'] = (actor, key) => async () => {
    const schema = await catalogs.of(actor.tenant);
    const document = published(schema, key);
    if (!document) throw new AppError('notFound');
    const live = liveOf(schema, key);
    return { document, revision: live?.revision ?? 0, conflicts: live?.conflicts ?? [] };
  };
  const groundOf = async (actor: Actor, key: string): Promise<DraftBase<ScreenDocument> | null> => {
    const schema = await catalogs.of(actor.tenant);
    const inUse = liveOf(schema, key)?.state !== 'retired' && published(schema, key);
    return inUse ? beginning(actor, key)() : null;
  };
  const check = (actor: Actor, document: ScreenDocument) => screenIssues(deps, actor, document);
  return { ...deps, baseOf, liveOf, published, beginning, drafts: createDrafts(system, check, groundOf) };
}

/** Every issue of a screen within the tenant's catalog, or within another one. */
export async function screenIssues(
  { catalogs, embedHosts }: ScreenServiceDeps,
  actor: Actor,
  document: ScreenDocument,
  among?: Catalog,
): Promise<Issue[]> {
  const alone = checkDocument(document);
  if (alone.length > 0) return alone;
  return [
    ...checkScreen(among ?? (await catalogs.of(actor.tenant)).catalog, document.meta),
    ...document.meta.blocks.flatMap(({ url }, at) =>
      url === undefined || embeddable(url, embedHosts) ? [] : [issue('embed.host', `blocks[${at}].url`)],
    ),
  ];
}

/** The draft of a screen; there must be one. */
export async function draftOf({ drafts }: ScreenDrafts, actor: Actor, key: string): Promise<Draft<ScreenDocument>> {
  const draft = await drafts.current(actor, key);
  if (!draft) throw refused(issue('schema.nothingToPublish', ''));
  return draft;
}

export const titleOf = ({ meta, texts }: ScreenDocument, culture: Culture): string => {
  const word = (texts[culture] ?? Object.values(texts)[0])?.['title'];
  return typeof word === 'string' && word !== '' ? word : meta.screen;
};
