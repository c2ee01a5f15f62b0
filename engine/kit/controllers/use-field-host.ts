import { useMemo } from 'react';
import { useDataClient } from '../data/client.ts';
import { entityLabels } from '../data/entity-labels.ts';
import type { ReadyEntity } from '../data/use-entity.ts';
import { useValueContext, useViewer } from '../data/viewer.ts';
import type { FieldHost } from '../fields/controls/field-host.tsx';
import { actorOf, clockIn } from './actor-facts.ts';

/** The context of the field views of an entity's screens, or null until the entity is loaded. */
export function useFieldHostOf(ready: ReadyEntity | null): FieldHost | null {
  const client = useDataClient();
  const format = useValueContext();
  const viewer = useViewer();
  const entity = ready?.entity;
  const answer = ready?.answer;
  return useMemo(() => {
    if (!entity || !answer) return null;
    const actor = actorOf(viewer);
    return {
      entity,
      words: entityLabels(answer),
      refs: answer.refs,
      client,
      format,
      facts: () => ({ actor, ...clockIn(format.timeZone) }),
    };
  }, [entity, answer, client, format, viewer]);
}
