import { Input } from 'antd';
import { Link, useSearchParams } from 'react-router-dom';
import { EmptyState, PageHeader, usePageTitle, useViewer } from '../../kit/index.ts';
import { EntityHelp } from './entity-help.tsx';
import { helpPages, isList } from './help-pages.ts';
import { PageHelp } from './page-help.tsx';
import { paragraphs, useWords } from './words.ts';
import './help.css';

/** Help: of one page where the address names it (`?of=Order`), else what there is, to be searched. */
export default function HelpPage() {
  const [search, setSearch] = useSearchParams();
  const of = search.get('of');
  const { menus } = useViewer();
  if (of && isList(of)) return <EntityHelp key={of} path={of} />;
  const page = helpPages(menus).find(({ path }) => path === of);
  return page ? (
    <PageHelp key={page.path} {...page} />
  ) : (
    <HelpIndex query={search.get('q') ?? ''} onQuery={(q) => setSearch(q === '' ? {} : { q }, { replace: true })} />
  );
}

function HelpIndex({ query, onQuery }: { query: string; onQuery(query: string): void }) {
  const { t } = useWords();
  const { menus } = useViewer();
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  usePageTitle(t('help.title'));
  const found = helpPages(menus).filter(({ path, title }) => {
    const text = [path, title, ...paragraphs(t, `about.${path}`)].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return (
    <div className="help-page">
      <PageHeader title={t('help.title')} note={t('help.note')} />
      <nav className="help-ways">
        <Link to="/news">{t('news.title')}</Link>
        <Link to="/help/errors">{t('help.codes')}</Link>
      </nav>
      <Input
        type="search"
        allowClear
        value={query}
        aria-label={t('help.find')}
        placeholder={t('help.find')}
        onChange={({ target }) => onQuery(target.value)}
      />
      <p className="sr-only" role="status">
        {t('help.found', { count: found.length })}
      </p>
      {found.length === 0 ? <EmptyState kind="noMatch" title={t('help.none')} /> : null}
      <ul className="help-index">
        {found.map(({ path, title }) => (
          <li key={path}>
            <Link to={`/help?of=${path}`}>{title}</Link>
            <p>{paragraphs(t, `about.${path}`)[0]}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}
