import { Link } from 'react-router-dom';
import { PageHeader, usePageTitle } from '../../kit/index.ts';
import { paragraphs, useWords } from './words.ts';
import './help.css';

/** What each release brought to people, the newest first. */
export default function NewsPage() {
  const { t } = useWords();
  usePageTitle(t('news.title'));
  return (
    <article className="help-page">
      <PageHeader title={t('news.title')} note={t('news.note')} />
      <Link to="/help">{t('of.back')}</Link>
      {paragraphs(t, 'news.release').map((title, at) => (
        <section key={title}>
          <h2>{title}</h2>
          <ul>
            {paragraphs(t, `news.release.${at + 1}.change`).map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </section>
      ))}
    </article>
  );
}
