import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ownOf, type Entity, type Tone } from '../../core/index.ts';
import type { ListColumn } from '../controllers/list-columns.ts';
import { isSelected } from '../controllers/list-selection.ts';
import type { ListController } from '../controllers/use-list.ts';
import type { WireRecord } from '../data/data-client.ts';
import type { EntityLabels } from '../data/entity-labels.ts';
import { cellText, listText } from '../fields/controls/cell-text.ts';
import { useCulture } from '../ui/culture.ts';
import { Ellipsis } from '../ui/glyphs.tsx';
import { StatusTag } from '../ui/status-tag.tsx';
import { isStruck, type ListCellContext } from './list-cells.tsx';

interface Props {
  entity: Entity;
  words: EntityLabels;
  list: ListController;
  columns: readonly ListColumn[];
  cells: Omit<ListCellContext, 't'>;
}

/** Facts on a card beside its title and state: the first that the record has. */
const shownFacts = 4;

/** The rows of a list on a phone: a card each, more as the person scrolls down. */
export function ListCards({ entity, words, list, columns, cells }: Props) {
  const { t } = useTranslation();
  const { rows, ended, failed, more } = useCardRows(list);
  const end = useRef<HTMLLIElement>(null);
  useEffect(() => {
    const node = end.current;
    if (!node || ended || failed) return;
    const seen = new IntersectionObserver(([entry]) => entry?.isIntersecting && more(), { rootMargin: '600px' });
    seen.observe(node);
    return () => seen.disconnect();
  }, [ended, failed, more, rows.length]);
  const status = entity.byName.get('status');
  const facts = columns.filter(({ hidden, field }) => !hidden && field !== entity.title && field !== status);
  return (
    <ul className="list-cards" aria-label={words.plural}>
      {rows.map((record, index) => (
        <Card key={record.id} {...{ entity, words, facts, cells, record }} onPick={() => cells.pick(index, false)} />
      ))}
      {rows.length === 0 && !ended
        ? skeletons.map((key) => <li key={key} className="list-card is-bone" aria-hidden />)
        : null}
      <li ref={end} className="list-cards-end">
        {failed ? (
          <button type="button" className="button" onClick={more}>
            {t('ui.retry')}
          </button>
        ) : null}
      </li>
    </ul>
  );
}

interface CardProps extends Pick<Props, 'entity' | 'words' | 'cells'> {
  record: WireRecord;
  /** What the card may show beside title and state. */
  facts: readonly ListColumn[];
  onPick(): void;
}

function Card({ entity, words, cells, record, facts, onPick }: CardProps) {
  const { t } = useTranslation();
  const wording = { words, culture: useCulture() };
  const status = entity.byName.get('status');
  const shown = facts
    .map((column) => ({ ...column, text: listText(column.field, record, wording) }))
    .filter(({ text }) => text !== '')
    .slice(0, shownFacts);
  return (
    <li className="list-card" data-picked={isSelected(cells.selection, record.id)}>
      <div className="list-card-head">
        {cells.canSelect ? (
          <label className="list-card-pick">
            <input
              type="checkbox"
              className="pick"
              checked={isSelected(cells.selection, record.id)}
              aria-label={t('list.pick', { title: cells.titleOf(record) })}
              onChange={onPick}
            />
          </label>
        ) : null}
        <a
          href={`/${cells.path}/${record.id}`}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            cells.open(record.id);
          }}
        >
          {isStruck(entity, record) ? <s>{cells.titleOf(record)}</s> : cells.titleOf(record)}
        </a>
        {status && typeof record.status === 'string' ? (
          <StatusTag tone={toneOf(status.meta.tones, record.status)} text={cellText(status, record, wording)} />
        ) : null}
        <button
          type="button"
          className="icon-button"
          aria-haspopup="dialog"
          aria-label={t('list.actionsOf', { title: cells.titleOf(record) })}
          onClick={(event) => cells.menu(record, event.currentTarget.getBoundingClientRect())}
        >
          <Ellipsis size={18} />
        </button>
      </div>
      <dl>
        {shown.map(({ field, label, numeric, text }) => (
          <div key={field.name} data-numeric={numeric}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

const skeletons = [1, 2, 3, 4, 5, 6];

const toneOf = (tones: Readonly<Record<string, Tone>> | undefined, status: string): Tone =>
  ownOf(tones, status) ?? 'neutral';

/** Rows from the first on, block by block; a new query starts again and keeps the old cards until it is answered. */
function useCardRows(list: ListController) {
  const [loaded, setLoaded] = useState<{ generation: number; rows: WireRecord[]; ended: boolean }>({
    generation: -1,
    rows: [],
    ended: false,
  });
  const [failed, setFailed] = useState(false);
  const requested = useRef('');
  const { load, generation, watch } = list;
  const fetchFrom = useCallback(
    (start: number) => {
      const key = `${generation}/${start}`;
      if (requested.current === key) return;
      requested.current = key;
      setFailed(false);
      load(start).then(
        ({ rows, last }) =>
          setLoaded((before) => {
            const earlier = before.generation === generation && start > 0 ? before.rows.slice(0, start) : [];
            const next = [...earlier, ...rows];
            return { generation, rows: next, ended: rows.length === 0 || next.length === last };
          }),
        (error: unknown) => {
          requested.current = '';
          if (!(error instanceof DOMException && error.name === 'AbortError')) setFailed(true);
        },
      );
    },
    [load, generation],
  );
  useEffect(() => fetchFrom(0), [fetchFrom]);
  useEffect(
    () =>
      watch((record) =>
        setLoaded((before) => ({
          ...before,
          rows: before.rows.map((row) => (row.id === record.id ? record : row)),
        })),
      ),
    [watch],
  );
  const more = useCallback(
    () => fetchFrom(loaded.generation === generation ? loaded.rows.length : 0),
    [fetchFrom, loaded, generation],
  );
  return { rows: loaded.rows, ended: loaded.ended, failed, more };
}
