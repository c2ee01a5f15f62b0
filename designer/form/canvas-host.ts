import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { compiledOf, type Entity, type EntityMeta } from '../../engine/core/index.ts';
import {
  actorOf,
  clockIn,
  createForm,
  entityLabels,
  startRecord,
  useDataClient,
  useValueContext,
  useViewer,
  type EntityAnswer,
  type EntityLabels,
  type FieldHost,
  type Form,
  type FormTools,
} from '../../engine/kit/index.ts';
import type { DesignerState } from '../document/state.ts';
import { useDesigner } from '../store.ts';

/** The compiled entity of a declaration that is known to be whole: every step is checked before it counts. */
export function entityOf(meta: EntityMeta): Entity {
  const outcome = compiledOf(meta);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.issues));
  return outcome.value;
}

/** The draft as the screens of the product would get it from the server. */
export function answerOf(
  { document, culture, others }: Pick<DesignerState, 'document' | 'culture' | 'others'>,
  live: EntityAnswer | null,
): EntityAnswer {
  const texts = document.texts[culture] ?? {};
  const own = texts as Partial<EntityAnswer['texts']>;
  const refs = others.map(({ entity, path, title }) => [
    entity,
    { ...live?.refs[entity], path, title, readable: true },
  ]);
  return {
    meta: document.meta,
    codes: ['read', 'add', 'edit'],
    refs: Object.fromEntries(refs) as EntityAnswer['refs'],
    // Dictionary texts are not part of the entity; the published entity has them.
    texts: {
      ...own,
      name: own.name ?? document.meta.entity,
      plural: own.plural ?? document.meta.entity,
      fields: own.fields ?? {},
      options: { ...live?.texts.options, ...own.options },
    },
    rights: { readOnly: [] },
  };
}

/** The entity as it is published, for words that only the server has; null for a new one. */
export function usePublishedAnswer(): EntityAnswer | null {
  const client = useDataClient();
  const published = useDesigner((state) => state.published);
  const [live, setLive] = useState<EntityAnswer | null>(null);
  const path = published?.meta.path;
  useEffect(() => {
    if (path === undefined) return;
    let cancelled = false;
    // Without it dictionaries show their codes: no reason to stop.
    client.entity(path).then(
      (answer) => cancelled || setLive(answer),
      () => undefined,
    );
    return () => {
      cancelled = true;
    };
  }, [client, path]);
  return live;
}

interface Present {
  readonly entity: Entity;
  readonly words: EntityLabels;
  readonly refs: EntityAnswer['refs'];
}

export interface CanvasHost {
  readonly host: FieldHost;
  readonly tools: FormTools;
  readonly form: Form;
}

/**
 * The context of the real field views while they are arranged. Both stay the same objects for the life of the canvas and
 * look the draft up when asked, so that a step draws the fields it touches and no others.
 */
export function useCanvasHost(): CanvasHost {
  const client = useDataClient();
  const format = useValueContext();
  const viewer = useViewer();
  const live = usePublishedAnswer();
  const id = useId().replace(/[^\w-]/g, '');
  const document = useDesigner((state) => state.document);
  const culture = useDesigner((state) => state.culture);
  const others = useDesigner((state) => state.others);
  const answer = useMemo(() => answerOf({ document, culture, others }, live), [document, culture, others, live]);
  const present: Present = { entity: entityOf(document.meta), words: entityLabels(answer), refs: answer.refs };
  const latest = useRef(present);
  latest.current = present;
  return useMemo(() => {
    const now = () => latest.current;
    const actor = actorOf(viewer);
    const host: FieldHost = {
      get entity() {
        return now().entity;
      },
      get words() {
        return now().words;
      },
      get refs() {
        return now().refs;
      },
      client,
      format,
      facts: () => ({ actor, ...clockIn(format.timeZone) }),
    };
    const form = createForm({ designable: true, values: startRecord(now().entity) });
    const tools: FormTools = {
      id,
      field: (name) => now().entity.byName.get(name),
      label: (name) => now().words.field(name),
      help: (name) => now().words.help(name),
      section: (name) => now().words.section(name),
      values: () => form.values as Record<string, unknown>,
      patch: () => undefined,
      touch: () => undefined,
      reveals: new Map(),
      panes: new Map(),
    };
    return { host, tools, form };
  }, [client, format, viewer, id, latest]);
}
