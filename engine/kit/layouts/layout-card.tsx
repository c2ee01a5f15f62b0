import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Entity } from '../../core/index.ts';
import type { WireRecord } from '../data/data-client.ts';
import type { EntityLabels } from '../data/entity-labels.ts';
import { cellText, listText } from '../fields/controls/cell-text.ts';
import { useCulture } from '../ui/culture.ts';
import { cardFields } from './list-layouts.ts';

export interface LayoutEntity {
  entity: Entity;
  words: EntityLabels;
}

interface Props extends LayoutEntity {
  record: WireRecord;
  leaving?: readonly string[];
  onMenu?: ((record: WireRecord, at: DOMRect) => void) | undefined;
}

/** A record in a few lines: its title, what can be done with it, and the first facts of the list. */
export function LayoutCard({ entity, words, record, leaving, onMenu }: Props) {
  const { t } = useTranslation();
  const culture = useCulture();
  const title = cellText(entity.title, record, { words, culture }) || record.id;
  return (
    <>
      <div className="layout-card-head">
        <Link to={`/${entity.path}/${encodeURIComponent(record.id)}`} draggable={false}>
          {title}
        </Link>
        {onMenu ? (
          <button
            type="button"
            className="icon-button"
            aria-haspopup="menu"
            aria-label={t('list.actionsOf', { title })}
            onClick={(event) => onMenu(record, event.currentTarget.getBoundingClientRect())}
          >
            ⋯
          </button>
        ) : null}
      </div>
      {cardFields(entity, record, leaving).map((field) => (
        <p key={field.name} className="layout-card-fact" title={words.field(field.name)}>
          <span className="sr-only">{words.field(field.name)} </span>
          {listText(field, record, { words, culture })}
        </p>
      ))}
    </>
  );
}
