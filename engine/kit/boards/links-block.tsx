import { PlusOutlined, UnorderedListOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ShownBlock } from '../data/data-client.ts';
import { useViewer } from '../data/viewer.ts';

/** Links to frequent tasks that the person's menu has: a new record if they may create one, otherwise the list. */
export function LinksBlock({ block }: { block: ShownBlock }) {
  const { t } = useTranslation();
  const { menus } = useViewer();
  const pages = new Set(menus.map((node) => node.path.toLowerCase()));
  const open = (block.links ?? []).filter(({ path }) => pages.has(`/${path}`.toLowerCase()));
  return (
    <section className="block" data-kind="links" aria-labelledby={`block-${block.block}`}>
      <header className="block-head">
        <h2 id={`block-${block.block}`}>{block.title}</h2>
      </header>
      <ul className="block-links">
        {open.map(({ path, title, adds }) => (
          <li key={path}>
            <Link to={adds ? `/${path}/new` : `/${path}`}>
              {adds ? <PlusOutlined aria-hidden /> : <UnorderedListOutlined aria-hidden />}
              <span>{adds ? t('list.new', { name: title }) : title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
