import { useTranslation } from 'react-i18next';
import { useDataClient } from '../data/client.ts';
import type { ShownBlock } from '../data/data-client.ts';
import { BlockFrame } from './block-frame.tsx';
import { listAddress, measuredField, measureKey, numberQuery, type BlockQuery } from './block-query.ts';
import { useAnswer } from '../data/use-answer.ts';
import { useLoadWords, useWording } from './use-block-words.ts';

/** One number, and its value at the same point of the previous period. */
export function NumberBlock({ block, query, stamp }: { block: ShownBlock; query: BlockQuery; stamp: number }) {
  const { t } = useTranslation();
  const client = useDataClient();
  const wording = useWording();
  const path = block.path ?? '';
  const load = useLoadWords(path);
  const measured = measuredField(block);
  const key = measureKey(block);
  const answer = useAnswer(
    async (signal) => {
      const [now, before, known] = await Promise.all([
        client.aggregate(path, numberQuery(block, query, false), signal),
        block.time ? client.aggregate(path, numberQuery(block, query, true), signal) : null,
        measured ? load() : null,
      ]);
      return {
        now: now[0]?.[key] ?? null,
        before: before ? Number(before[0]?.[key] ?? 0) : null,
        field: known?.entity.byName.get(measured ?? '') ?? null,
      };
    },
    JSON.stringify([block, query]),
    stamp,
  );
  return (
    <BlockFrame id={block.block} kind="number" title={block.title} answer={answer} to={listAddress(block, query)}>
      {({ now, before, field }) => (
        <>
          <p className="block-number" data-tone={Number(now) > 0 ? (block.tone ?? 'neutral') : 'neutral'}>
            {wording.number(now ?? 0, field)}{' '}
            <small>{wording.currency(field) || (field && block.filter?.['currency'])}</small>
          </p>
          {before === null ? (
            <p className="block-delta">{t('board.now')}</p>
          ) : (
            <p className="block-delta">
              <Change now={Number(now ?? 0)} before={before} />
              <span>{t(`board.before.${query.period}`, { number: wording.number(before, field) })}</span>
            </p>
          )}
        </>
      )}
    </BlockFrame>
  );
}

/** Up or down, in percent where there is something to compare with. The sign shows it too, not only the colour. */
function Change({ now, before }: { now: number; before: number }) {
  const { percent } = useWording();
  if (before === 0 || now === before) return null;
  const change = (now - before) / Math.abs(before);
  return (
    <span className="block-change" data-way={change > 0 ? 'up' : 'down'}>
      {change > 0 ? '▲' : '▼'} {percent(Math.abs(change))}
    </span>
  );
}
