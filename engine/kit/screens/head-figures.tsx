import type { RelatedList } from '../controllers/use-related.ts';
import { useRelatedTotals } from '../controllers/use-related.ts';
import { useEntity, type ReadyEntity } from '../data/use-entity.ts';
import { entityLabels } from '../data/entity-labels.ts';

interface Props {
  list: RelatedList;
  id: string;
  stamp: number;
  /** Whether the first figure is the one that the page is about. */
  leads: boolean;
}

/** What a related list adds up to, as facts in the head of a record's page. */
export function HeadFigures({ list, ...rest }: Props) {
  const { entity, answer } = useEntity(list.path);
  return entity && answer ? <Figures ready={{ entity, answer }} list={list} {...rest} /> : null;
}

function Figures({ ready, list, id, stamp, leads }: Props & { ready: ReadyEntity }) {
  const words = entityLabels(ready.answer);
  const totals = useRelatedTotals(ready.entity, words, { matching: { [list.by]: id }, stamp });
  return totals.map(({ key, label, text }, at) => (
    <div key={key} className="summary-fact" data-amount={(leads && at === 0) || undefined}>
      <dt>{label}</dt>
      <dd>{text || '–'}</dd>
    </div>
  ));
}
