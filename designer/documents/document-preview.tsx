import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentMeta } from '../../engine/core/index.ts';
import { errorMessage, MailPaper, newKey, useCultures, useOwnCalls, type WireRecord } from '../../engine/kit/index.ts';
import { Pick } from '../panels/parts.tsx';
import { useRecords } from '../panels/sample-record.tsx';
import { useDesigner } from '../store.ts';
import { labelAt } from '../use-designer-words.ts';
import { DocumentPages, type DrawnPages } from './document-pages.tsx';

/** Milliseconds of rest after which a change is drawn again. */
const rest = 400;

/** A mail as the server would send it. */
interface WrittenMail {
  readonly subject: string;
  readonly html: string;
}
type Drawn = DrawnPages | WrittenMail;

/** The document as it would be printed or sent now: with a real record, in a language of its own. */
export function DocumentPreview({ name, document }: { name: string; document: DocumentMeta }) {
  const { t } = useTranslation('designer');
  const cultures = useCultures();
  const first = useDesigner((state) => state.culture);
  const [language, setLanguage] = useState(first);
  const title = useDesigner((state) => state.document.meta.title);
  const { rows, error: failure } = useRecords();
  const [chosen, setChosen] = useState('');
  const record = rows.find(({ id }) => id === chosen) ?? rows[0];
  const { drawn, error } = usePreview({ name, document, language, id: record?.id });
  const nameOf = (row: WireRecord) => String(row[`$${title}`] ?? row[title] ?? row.id);
  const problem = failure || error || (record ? '' : t('documents.noRecord'));
  return (
    <section className="document-preview" aria-label={t('designer.preview')}>
      <div className="canvas-bar">
        <Pick
          label={t('rules.record')}
          value={record?.id ?? ''}
          choices={rows.map((row) => ({ value: row.id, label: nameOf(row) }))}
          onChange={setChosen}
        />
        <Pick
          label={t('documents.language')}
          value={language}
          choices={cultures.map(({ code, name: label }) => ({ value: code, label }))}
          onChange={setLanguage}
        />
      </div>
      {problem ? (
        <p className="panel-trouble" role="alert">
          {problem}
        </p>
      ) : null}
      {drawn && !problem ? (
        'html' in drawn ? (
          <>
            <p className="document-subject">
              <span className="quiet">{t('documents.kind.subject')}</span> <b lang={language}>{drawn.subject}</b>
            </p>
            <MailPaper html={drawn.html} title={t('documents.mail')} />
          </>
        ) : (
          <DocumentPages drawn={drawn} language={language} />
        )
      ) : null}
    </section>
  );
}

interface Previewed {
  readonly name: string;
  readonly document: DocumentMeta;
  readonly language: string;
  readonly id: string | undefined;
}

/** The draft as drawn by the server, renewed with every change of the document, its words, the record or the language. */
function usePreview({ name, document, language, id }: Previewed): { drawn: Drawn | null; error: string } {
  const { send } = useOwnCalls();
  const entity = useDesigner((state) => state.document.meta.entity);
  const words = useDesigner((state) => state.document.texts[language]);
  const [shown, setShown] = useState<{ drawn: Drawn | null; error: string }>({ drawn: null, error: '' });
  useEffect(() => {
    if (id === undefined) return;
    let cancelled = false;
    const own = Object.fromEntries(
      document.blocks.map(({ block }) => [block, labelAt(words, `documentTexts.${name}.${block}`) ?? '']),
    );
    const body = {
      id,
      document: { ...document },
      language,
      name: labelAt(words, `documents.${name}`) ?? name,
      words: own,
    };
    const timer = setTimeout(() => {
      send('previewDocument', { entity, ...body }, newKey()).then(
        (drawn) => cancelled || setShown({ drawn: drawn as Drawn, error: '' }),
        (error: unknown) => cancelled || setShown({ drawn: null, error: errorMessage(error) }),
      );
    }, rest);
    return () => {
      cancelled = true;
      clearTimeout(timer);
    };
  }, [send, entity, words, name, document, language, id]);
  return shown;
}
