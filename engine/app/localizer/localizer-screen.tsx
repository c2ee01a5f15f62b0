import { App } from 'antd';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { useDataClient } from '../../kit/data/client.ts';
import type { ComparedText } from '../../kit/data/data-client.ts';
import type { Answer } from '../../kit/data/own-calls.ts';
import { newKey } from '../../kit/data/new-key.ts';
import { saveFile } from '../../kit/data/save-file.ts';
import { failedLine, toDisplayError } from '../../kit/data/display-error.ts';
import { useCulture, refreshTexts } from '../../kit/ui/culture.ts';
import { EmptyState } from '../../kit/ui/empty-state.tsx';
import { ErrorPanel } from '../../kit/ui/error-panel.tsx';
import { PageHeader } from '../../kit/ui/page-header.tsx';
import { Skeleton } from '../../kit/ui/skeletons.tsx';
import { CoverageCards } from './coverage-cards.tsx';
import './localizer.css';
import { missingFile } from './missing-file.ts';
import { TextTable } from './text-table.tsx';

const path = 'sysTranslation';
const pageSize = 50;
const states = ['missing', 'edited', 'delivered'] as const;

/** Every text of the product in the original and one other language: what is missing, what was edited, and a way to edit it. */
export function LocalizerScreen() {
  const { t } = useTranslation();
  const culture = useCulture();
  const [search, setSearch] = useSearchParams();
  const target = search.get('target') ?? culture;
  const filter = {
    space: search.get('space') ?? '',
    state: search.get('state') ?? '',
    searchValue: search.get('search') ?? '',
  };
  const [pages, setPages] = useState(1);
  const { coverage, found, error, again } = useTexts({ target, ...filter }, pages);
  const change = (key: string, value: string) => {
    setPages(1);
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (value) next.set(key, value);
        else next.delete(key);
        return next;
      },
      { replace: true },
    );
  };
  const { save, takeBack, exportMissing } = useTextEdits(target, again);
  if (error) return <ErrorPanel error={toDisplayError(error)} onRetry={again} />;
  if (!coverage || !found) return <Skeleton shape="list" />;
  const chosen = coverage.cultures.find(({ code }) => code === target) ?? coverage.cultures[0];
  return (
    <div className="localizer">
      <LocalizerHeader onExport={() => void exportMissing()} />
      <CoverageCards
        cultures={coverage.cultures}
        chosen={chosen?.code ?? ''}
        onChoose={(code) => change('target', code)}
      />
      <section className="localizer-texts" aria-label={t('localizer.text')}>
        <FilterBar filter={filter} spaces={coverage.spaces} count={found.totalRows} onChange={change} />
        {found.rows.length === 0 ? (
          <EmptyState kind="noMatch" compact title={t('localizer.none')} />
        ) : (
          <TextTable key={target} rows={found.rows} culture={target} onSave={save} onTakeBack={takeBack} />
        )}
        {found.rows.length < found.totalRows ? (
          <button type="button" className="button localizer-more" onClick={() => setPages(pages + 1)}>
            {t('localizer.more')}
          </button>
        ) : null}
      </section>
    </div>
  );
}

interface Filter {
  readonly space: string;
  readonly state: string;
  readonly searchValue: string;
}

/** The texts that a filter finds, as many pages of them, and how complete each language is. */
function useTexts(filter: Filter & { readonly target: string }, pages: number) {
  const client = useDataClient();
  const [coverage, setCoverage] = useState<Answer<'textCoverage'> | null>(null);
  const [found, setFound] = useState<{ rows: ComparedText[]; totalRows: number } | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [stamp, setStamp] = useState(0);
  const question = JSON.stringify(filter);
  useEffect(() => {
    client.textCoverage().then(setCoverage, setError);
  }, [client, stamp]);
  useEffect(() => {
    const abort = new AbortController();
    const query = {
      ...(JSON.parse(question) as Record<string, string>),
      pageSize: pageSize * Math.min(pages, 4),
    };
    const blocks = Array.from({ length: Math.ceil(pages / 4) }, (_, at) =>
      client.compareTexts({ ...query, pageNo: at + 1 }, abort.signal),
    );
    Promise.all(blocks).then(
      (answers) => {
        setFound({ totalRows: answers[0]?.totalRows ?? 0, rows: answers.flatMap(({ rows }) => rows) });
        setError(null);
      },
      (failure: unknown) => !abort.signal.aborted && setError(failure),
    );
    return () => abort.abort();
  }, [client, question, pages, stamp]);
  const again = useCallback(() => setStamp((count) => count + 1), []);
  return { coverage, found, error, again };
}

/** Saves a text, takes an edit back, and hands out what is missing as a file. */
function useTextEdits(target: string, again: () => void) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const client = useDataClient();
  const after = async (word: string) => {
    again();
    void message.success(t(word));
    await refreshTexts(true);
  };
  const save = async ({ space, key, id, version }: ComparedText, text: string) => {
    if (id) await client.edit(path, { id, version, text }, newKey());
    else await client.add(path, { culture: target, space, key, text }, newKey());
    await after('localizer.saved');
  };
  const takeBack = async ({ id }: ComparedText) => {
    await client.act(path, { action: 'delete', input: { id } }, newKey());
    await after('localizer.undone');
  };
  const exportMissing = async () => {
    try {
      saveFile({ name: `missing-${target}.csv`, blob: await missingFile(client, target) });
    } catch (failure) {
      void message.error(failedLine('export', failure));
    }
  };
  return { save, takeBack, exportMissing };
}

function LocalizerHeader({ onExport }: { onExport: () => void }) {
  const { t } = useTranslation();
  return (
    <PageHeader
      title={t('localizer.title')}
      note={t('localizer.note')}
      actions={
        <>
          <Link className="button" to={`/${path}`}>
            {t('localizer.import')}
          </Link>
          <button type="button" className="button" onClick={onExport}>
            {t('localizer.exportMissing')}
          </button>
          <Link className="button is-primary" to="/sysCulture/new">
            {t('localizer.add')}
          </Link>
        </>
      }
    />
  );
}

interface FilterBarProps {
  readonly filter: Filter;
  readonly spaces: readonly string[];
  readonly count: number;
  onChange(key: string, value: string): void;
}

function FilterBar({ filter, spaces, count, onChange }: FilterBarProps) {
  const { t } = useTranslation();
  return (
    <div className="localizer-bar">
      <input
        type="search"
        className="localizer-search"
        placeholder={t('localizer.search')}
        aria-label={t('localizer.search')}
        value={filter.searchValue}
        onChange={(event) => onChange('search', event.target.value)}
      />
      <select
        aria-label={t('localizer.file')}
        value={filter.space}
        onChange={(event) => onChange('space', event.target.value)}
      >
        <option value="">{t('localizer.files')}</option>
        {spaces.map((space) => (
          <option key={space} value={space}>
            {space}
          </option>
        ))}
      </select>
      <select
        aria-label={t('localizer.show')}
        value={filter.state}
        onChange={(event) => onChange('state', event.target.value)}
      >
        <option value="">{t('localizer.all')}</option>
        {states.map((state) => (
          <option key={state} value={state}>
            {t(`localizer.${state}`)}
          </option>
        ))}
      </select>
      <span className="localizer-count" role="status">
        {t('localizer.found', { count })}
      </span>
    </div>
  );
}
