import { BarChartOutlined, TableOutlined } from '@ant-design/icons';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDataClient } from '../data/client.ts';
import type { ShownBlock } from '../data/data-client.ts';
import { useViewer } from '../data/viewer.ts';
import { useCulture } from '../ui/culture.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { BlockFrame } from './block-frame.tsx';
import { chartQuery, isOverTime, listAddress, measuredField, type BlockQuery } from './block-query.ts';
import { groupData, timeData, type ChartData } from './chart-data.ts';
import { ChartTable } from './chart-table.tsx';
import { momentIn, unitOf } from './period.ts';
import { RankBars } from './rank-bars.tsx';
import { useAnswer } from '../data/use-answer.ts';
import { useLoadWords, useWording, type BlockWords } from './use-block-words.ts';

const TimeChart = lazy(async () => ({ default: (await import('./charts.tsx')).TimeChart }));
const ShareChart = lazy(async () => ({ default: (await import('./charts.tsx')).ShareChart }));

/** A chart of aggregates, with the same figures as a table one press away and always there for a screen reader. */
export function ChartBlock({ block, query, stamp }: { block: ShownBlock; query: BlockQuery; stamp: number }) {
  const { t } = useTranslation();
  const client = useDataClient();
  const culture = useCulture();
  const [asTable, setAsTable] = useState(false);
  const path = block.path ?? '';
  const load = useLoadWords(path);
  const answer = useAnswer(
    async (signal) => {
      const [rows, known] = await Promise.all([client.aggregate(path, chartQuery(block, query), signal), load()]);
      return { rows, known };
    },
    JSON.stringify([block, query, culture]),
    stamp,
  );
  const toggle = (
    <button
      type="button"
      className="icon-button"
      aria-pressed={asTable}
      aria-label={t(asTable ? 'board.asChart' : 'board.asTable', { title: block.title })}
      title={t(asTable ? 'board.asChart' : 'board.asTable', { title: block.title })}
      onClick={() => setAsTable(!asTable)}
    >
      {asTable ? <BarChartOutlined aria-hidden /> : <TableOutlined aria-hidden />}
    </button>
  );
  return (
    <BlockFrame
      id={block.block}
      kind={isOverTime(block) ? 'time' : block.kind}
      title={block.title}
      answer={answer}
      to={listAddress(block, query)}
      tools={toggle}
    >
      {({ rows, known }) => <Drawn {...{ block, query, rows, known, asTable }} />}
    </BlockFrame>
  );
}

interface DrawnProps {
  block: ShownBlock;
  query: BlockQuery;
  rows: Record<string, unknown>[];
  known: BlockWords;
  asTable: boolean;
}

function Drawn({ block, query, rows, known, asTable }: DrawnProps) {
  const { t } = useTranslation();
  const { tenant } = useViewer();
  const culture = useCulture();
  const wording = useWording();
  const overTime = isOverTime(block);
  const { entity, words } = known;
  const measured = entity.byName.get(measuredField(block) ?? '') ?? null;
  const own = measured ? words.field(measured.name) : t('board.count');
  const data = useMemo((): ChartData => {
    const label = (field: NonNullable<typeof measured>, row: Parameters<typeof wording.label>[1]) =>
      wording.label(field, row, words);
    const { period, day } = query;
    const now = momentIn(tenant.timeZone, new Date(), unitOf(period));
    return overTime
      ? timeData({
          block,
          rows,
          at: { period, day, culture, now },
          words: { series: entity.byName.get(block.series ?? '') ?? null, label, own },
        })
      : groupData(block, rows, {
          group: entity.byName.get(block.group ?? '') ?? null,
          label,
          own,
          others: t('board.others'),
        });
  }, [block, rows, query, culture, entity, words, own, overTime, tenant.timeZone, wording, t]);
  if (data.empty)
    return <EmptyState kind="nothing" compact title={t(block.time ? 'board.empty' : 'board.emptyList')} />;
  const number = (value: number | null) => (value === null ? '' : wording.number(value, measured));
  const address = (at: unknown) =>
    overTime
      ? listAddress(block, query, { span: String(at) })
      : listAddress(block, query, at === undefined ? {} : { value: { field: block.group ?? '', value: at } });
  const head = overTime ? t('board.time') : words.field(block.group ?? '');
  const table = { data, head, caption: block.title, number };
  if (asTable) return <ChartTable {...table} address={address} />;
  return (
    <>
      <Suspense fallback={<div className="chart-room" />}>
        {overTime ? (
          <TimeChart kind={block.kind === 'line' ? 'line' : 'bar'} data={data} number={number} short={wording.short} />
        ) : block.kind === 'pie' ? (
          <ShareChart data={data} number={number} percent={wording.percent} address={address} />
        ) : (
          <RankBars data={data} number={number} address={address} />
        )}
      </Suspense>
      {overTime ? (
        <div className="sr-only">
          <ChartTable {...table} />
        </div>
      ) : null}
      {data.more ? <p className="block-note">{t('board.more', { count: data.points.length })}</p> : null}
    </>
  );
}
