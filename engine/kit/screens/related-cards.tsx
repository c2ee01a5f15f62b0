import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ownOf, type Entity, type Field } from '../../core/index.ts';
import { useFieldHostOf } from '../controllers/use-field-host.ts';
import { useRelatedTotals } from '../controllers/use-related.ts';
import { countText, relatedKey, type RelatedList } from '../controllers/use-related.ts';
import type { Page, WireRecord } from '../data/data-client.ts';
import type { EntityLabels } from '../data/entity-labels.ts';
import { useEntity } from '../data/use-entity.ts';
import { cellText, optionText } from '../fields/controls/cell-text.ts';
import { FieldHostProvider, useFieldHost } from '../fields/controls/field-host.tsx';
import { useCulture } from '../ui/culture.ts';
import { StatusTag } from '../ui/status-tag.tsx';

interface Props {
  lists: readonly RelatedList[];
  pages: ReadonlyMap<string, Page>;
  id: string;
  /** Opens the list among the parts of the page. */
  onOpen: (list: RelatedList) => void;
}

/** What belongs to a record, on its first page: a card for each list that has rows, with the newest and what they add up to. */
export function RelatedCards({ lists, pages, id, onOpen }: Props) {
  const { t } = useTranslation();
  const shown = lists.flatMap((list) => {
    const page = pages.get(relatedKey(list));
    return page && page.rows.length > 0 ? [{ list, page }] : [];
  });
  if (shown.length === 0) return null;
  return (
    <section className="related-cards" aria-label={t('related.cards')}>
      {shown.map(({ list, page }) => (
        <RelatedCard key={relatedKey(list)} list={list} page={page} id={id} onOpen={() => onOpen(list)} />
      ))}
    </section>
  );
}

function RelatedCard({ list, page, id, onOpen }: { list: RelatedList; page: Page; id: string; onOpen: () => void }) {
  const { t } = useTranslation();
  const loaded = useEntity(list.path);
  const host = useFieldHostOf(loaded.entity && loaded.answer ? { entity: loaded.entity, answer: loaded.answer } : null);
  const { words: own } = useFieldHost();
  if (!host) return null;
  const { entity, words } = host;
  const name = own.related(list.entity, list.by) ?? words.plural;
  return (
    <FieldHostProvider host={host}>
      <article className="related-card" aria-label={name}>
        <header>
          <h2>{name}</h2>
          <button type="button" className="link-button" onClick={onOpen}>
            {t('related.open', { count: countText(page) })}
            <span className="sr-only"> {name}</span>
          </button>
        </header>
        <ul>
          {page.rows.map((row) => (
            <CardRow key={row.id} entity={entity} words={words} path={list.path} row={row} by={list.by} />
          ))}
        </ul>
        <CardTotals entity={entity} words={words} by={list.by} id={id} />
      </article>
    </FieldHostProvider>
  );
}

interface RowProps {
  entity: Entity;
  words: EntityLabels;
  path: string;
  row: WireRecord;
  by: string;
}

/** One record in a line: its title, its state, and its amount or else another fact of the list. */
function CardRow({ entity, words, path, row, by }: RowProps) {
  const culture = useCulture();
  const title = cellText(entity.title, row, { words, culture }) || row.id;
  const status = entity.byName.get('status');
  const facts = lineFacts(entity, by, status !== undefined);
  return (
    <li>
      <Link to={`/${path}/${encodeURIComponent(row.id)}`} className="related-title">
        {title}
      </Link>
      {status && row.status ? (
        <StatusTag
          tone={ownOf(status.meta.tones, row.status) ?? 'neutral'}
          text={optionText(status, row.status, words)}
        />
      ) : null}
      {facts.map((field) => (
        <span key={field.name} className="related-fact" data-numeric={field.type.traits.numeric || undefined}>
          {lineText(cellText(field, row, { words, culture }), field)}
        </span>
      ))}
    </li>
  );
}

/** A moment is shown as its day: a line has no room for the clock. */
const lineText = (text: string, { type }: Field): string => (type.traits.calendar ? text.slice(0, 10) : text);

/** The first amount or day of a list's columns, and the first text if the line has no state. */
function lineFacts(entity: Entity, by: string, hasStatus: boolean): Field[] {
  const columns = entity.meta.list.columns.flatMap((name) => entity.byName.get(name) ?? []);
  const others = columns.filter(
    (field) =>
      field !== entity.title &&
      field.name !== by &&
      field.name !== 'status' &&
      !field.lines &&
      field.type.traits.listable,
  );
  const amount = others.find(({ meta }) => meta.type === 'money') ?? others.find(({ type }) => type.traits.calendar);
  // The page already shows the owner, and the currency is beside its amount.
  const word = others.find(
    ({ type, name }) =>
      !type.traits.numeric && !type.traits.calendar && name !== entity.owner && name !== amount?.meta.currency,
  );
  return [hasStatus ? undefined : word, amount].flatMap((field) => field ?? []);
}

/** What all records of the list add up to, as its own footer says it. */
function CardTotals({ entity, words, by, id }: { entity: Entity; words: EntityLabels; by: string; id: string }) {
  const sums = useRelatedTotals(entity, words, { matching: { [by]: id } }).filter(({ text }) => text !== '');
  if (sums.length === 0) return null;
  return (
    <dl className="related-totals">
      {sums.slice(0, 2).map(({ key, label, text }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
