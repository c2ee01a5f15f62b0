import { Link } from 'react-router-dom';
import { systemActor } from '../../data/entity-labels.ts';
import { useFieldHost } from '../controls/field-host.tsx';

/** Another record by its title; a way to it where the person may open it. */
export function RecordLink({ entity, id, title }: { entity: string; id: string; title: unknown }) {
  const { refs, words } = useFieldHost();
  const target = refs[entity];
  const text = words.title(entity, id, title);
  return target?.readable && id !== systemActor ? (
    <Link to={`/${target.path}/${encodeURIComponent(id)}`}>{text}</Link>
  ) : (
    <span>{text}</span>
  );
}
