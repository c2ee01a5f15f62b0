import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { recentRecords } from '../controllers/recent-records.ts';
import { useDataClient } from '../data/client.ts';
import type { ShownBlock } from '../data/data-client.ts';
import { useViewer } from '../data/viewer.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { BlockFrame } from './block-frame.tsx';
import { useAnswer } from '../data/use-answer.ts';

const defaultLimit = 6;

interface Shown {
  path: string;
  id: string;
  title: string;
}

/** The records that this person opened last and may still read; one call per entity. */
export function RecentBlock({ block, stamp }: { block: ShownBlock; stamp: number }) {
  const { t } = useTranslation();
  const client = useDataClient();
  const viewer = useViewer();
  const answer = useAnswer(
    async (signal) => {
      const records = recentRecords(viewer.id).slice(0, block.limit ?? defaultLimit);
      const paths = [...new Set(records.map(({ path }) => path))].filter((path) =>
        viewer.permissions.includes(`${path}:page`),
      );
      const titles = new Map<string, string>();
      await Promise.all(
        paths.map(async (path) => {
          const ids = records.flatMap((record) => (record.path === path ? [record.id] : []));
          // An entity that this person may no longer read hides only its own records.
          const rows = await client.dropDown(path, { id: ids }, signal).catch(() => []);
          for (const { code, value } of rows) titles.set(`${path} ${code}`, value);
        }),
      );
      return records.flatMap(({ path, id }): Shown[] => {
        const title = titles.get(`${path} ${id}`);
        return title === undefined ? [] : [{ path, id, title }];
      });
    },
    `${block.block} ${viewer.id}`,
    stamp,
  );
  const kindOf = (path: string) =>
    viewer.menus.find((node) => node.path.toLowerCase() === `/${path}`.toLowerCase())?.meta.title ?? '';
  return (
    <BlockFrame id={block.block} kind="recent" title={block.title} answer={answer}>
      {(records) =>
        records.length === 0 ? (
          <EmptyState kind="nothing" compact title={t('board.noRecent')} />
        ) : (
          <ul className="block-tasks">
            {records.map(({ path, id, title }) => (
              <li key={`${path} ${id}`}>
                <Link to={`/${path}/${encodeURIComponent(id)}`}>
                  <span className="block-task-title">{title}</span>
                  <span className="block-task-note">{kindOf(path)}</span>
                </Link>
              </li>
            ))}
          </ul>
        )
      }
    </BlockFrame>
  );
}
