import { Link } from 'react-router-dom';
import { PageHeader, usePageTitle } from '../../kit/index.ts';
import type { HelpedPage } from './help-pages.ts';
import { paragraphs, useWords } from './words.ts';

/** Help for a page that is no list of records: what people wrote, and the way to the records that it works with. */
export function PageHelp({ path, title, list }: HelpedPage) {
  const { t } = useWords();
  const name = t('of.title', { name: title });
  usePageTitle(name);
  return (
    <article className="help-page">
      <PageHeader
        title={name}
        actions={
          <Link className="button" to={`/${path}`}>
            {t('of.openPage')}
          </Link>
        }
      />
      <Link to="/help">{t('of.back')}</Link>
      {paragraphs(t, `about.${path}`).map((text) => (
        <p key={text}>{text}</p>
      ))}
      {list ? <Link to={`/help?of=${list.path}`}>{t('of.title', { name: list.title })}</Link> : null}
    </article>
  );
}
