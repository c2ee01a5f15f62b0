import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { systemActor } from '../../data/entity-labels.ts';
import { useFieldHost } from '../controls/field-host.tsx';

/** A record that another names, as a link for those who may open it. Its title is missing where the reader may not see it. */
export function RecordLink({ entity, id, title }: { entity: string; id: string; title: unknown }) {
  const { t } = useTranslation();
  const { refs, words } = useFieldHost();
  const target = refs[entity];
  if (id === systemActor) return <span>{words.title(entity, id, title)}</span>;
  if (title === undefined || title === null) return <span className="empty-value">{t('value.unseen')}</span>;
  const text = words.title(entity, id, title);
  return target?.readable ? <Link to={`/${target.path}/${encodeURIComponent(id)}`}>{text}</Link> : <span>{text}</span>;
}
