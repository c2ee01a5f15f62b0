import { App, Select } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useDataClient } from '../../kit/data/client.ts';
import { saveFile } from '../../kit/data/save-file.ts';
import { toDisplayError } from '../../kit/data/display-error.ts';
import { useCulture } from '../../kit/ui/culture.ts';
import { ErrorPanel } from '../../kit/ui/error-panel.tsx';
import { PageHeader } from '../../kit/ui/page-header.tsx';
import { Skeleton } from '../../kit/ui/skeletons.tsx';
import './operator-pages.css';

interface Choice {
  tableName: string;
  tableComment: string;
  entity: string;
}

const parts = [
  ['schema', 'json'],
  ['types', 'd.ts'],
  ['openApi', 'openapi.json'],
  ['sql', 'sql'],
  ['sample', 'sample.json'],
] as const;
type Part = (typeof parts)[number][0];

/** What a schema yields, to look at, copy and keep: types, the interface, the tables, a record. */
export default function CodeGeneratorPage() {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [query, setQuery] = useSearchParams();
  const part = parts.find(([name]) => name === query.get('part')) ?? parts[0];
  const { choices, entity, text, error, retry } = useGenerated(query.get('entity'), part[0]);

  const choose = (name: string, value: string) =>
    setQuery({ entity, part: part[0], [name]: value }, { replace: name === 'part' });
  const copy = async () => {
    await navigator.clipboard.writeText(text ?? '');
    void message.success(t('codegen.copied'));
  };
  if (!choices && !error) return <Skeleton shape="page" />;
  return (
    <div className="operator-page">
      <PageHeader
        title={t('codegen.title')}
        note={t('codegen.note')}
        actions={
          <>
            <button type="button" className="button" disabled={text === null} onClick={() => void copy()}>
              {t('codegen.copy')}
            </button>
            <button
              type="button"
              className="button is-primary"
              disabled={text === null}
              onClick={() => saveFile({ name: `${entity}.${part[1]}`, blob: new Blob([text ?? '']) })}
            >
              {t('codegen.download')}
            </button>
          </>
        }
      />
      <section className="codegen">
        <CodeChoice choices={choices ?? []} entity={entity} part={part[0]} onChoose={choose} />
        {error ? (
          <ErrorPanel error={toDisplayError(error)} onRetry={retry} />
        ) : (
          <pre
            className="codegen-text"
            aria-label={t(`codegen.part.${part[0]}`)}
            tabIndex={0}
            aria-busy={text === null}
          >
            <code>{text ?? ''}</code>
          </pre>
        )}
      </section>
    </div>
  );
}

/** The entities that code can be made of, and one part of it for the asked one, or for the first. */
function useGenerated(asked: string | null, part: Part) {
  const client = useDataClient();
  const culture = useCulture();
  const [choices, setChoices] = useState<Choice[] | null>(null);
  const [texts, setTexts] = useState<{ of: string; texts: Record<Part, string> } | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [turn, setTurn] = useState(0);
  const entity = asked ?? choices?.[0]?.entity ?? '';

  useEffect(() => {
    const stop = new AbortController();
    client.read<Choice[]>('codeGenerate/InformationList', {}, stop.signal).then(setChoices, (caught: unknown) => {
      if (!stop.signal.aborted) setError(caught);
    });
    return () => stop.abort();
  }, [client, culture, turn]);
  useEffect(() => {
    if (!entity) return undefined;
    const stop = new AbortController();
    client.read<Record<Part, string>>('codeGenerate/preview', { entity }, stop.signal).then(
      (found) => {
        setTexts({ of: entity, texts: found });
        setError(null);
      },
      (caught: unknown) => {
        if (!stop.signal.aborted) setError(caught);
      },
    );
    return () => stop.abort();
  }, [client, culture, entity, turn]);

  const text = texts?.of === entity ? texts.texts[part] : null;
  return { choices, entity, text, error, retry: () => setTurn((before) => before + 1) };
}

interface CodeChoiceProps {
  readonly choices: readonly Choice[];
  readonly entity: string;
  readonly part: Part;
  readonly onChoose: (name: 'entity' | 'part', value: string) => void;
}

/** Of which entity, and which part. */
function CodeChoice({ choices, entity, part, onChoose }: CodeChoiceProps) {
  const { t } = useTranslation();
  return (
    <div className="codegen-bar">
      <Select
        showSearch
        className="codegen-choice"
        aria-label={t('codegen.entity')}
        value={entity || undefined}
        optionFilterProp="label"
        onChange={(value: string) => onChoose('entity', value)}
        options={choices.map((each) => ({
          value: each.entity,
          label: `${each.tableComment} (${each.tableName})`,
        }))}
      />
      <div className="codegen-parts" role="group" aria-label={t('codegen.parts')}>
        {parts.map(([name]) => (
          <button key={name} type="button" aria-pressed={name === part} onClick={() => onChoose('part', name)}>
            {t(`codegen.part.${name}`)}
          </button>
        ))}
      </div>
    </div>
  );
}
