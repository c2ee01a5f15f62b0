import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { RelatedList as Related } from '../controllers/use-related.ts';
import { useFieldHostOf } from '../controllers/use-field-host.ts';
import { useDataClient } from '../data/client.ts';
import type { Page } from '../data/data-client.ts';
import { toDisplayError } from '../data/display-error.ts';
import { useEntity } from '../data/use-entity.ts';
import { FieldHostProvider, type FieldHost } from '../fields/controls/field-host.tsx';
import { fieldViews } from '../fields/field-views.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorPanel } from '../ui/error-panel.tsx';
import { Skeleton } from '../ui/skeletons.tsx';

const pageSize = 10;

/** The newest records of another entity that point here; all of them stand behind the link. */
export function RelatedList({ related, id, stamp }: { related: Related; id: string; stamp: number }) {
  const { t } = useTranslation();
  const loaded = useEntity(related.path);
  const host = useFieldHostOf(loaded.entity && loaded.answer ? { entity: loaded.entity, answer: loaded.answer } : null);
  const { page, error, retry } = usePage(related, id, stamp);
  const failure = error ?? loaded.error;
  if (failure)
    return (
      <ErrorPanel
        compact
        error={toDisplayError(failure)}
        onRetry={() => (loaded.state === 'failed' ? loaded.retry() : retry())}
      />
    );
  if (!host || !page) return <Skeleton shape="list" />;
  const { entity, words } = host;
  const mayAdd = loaded.answer?.codes.includes('add') === true;
  const addLink = mayAdd ? (
    <Link className="button" to={`/${related.path}/new`} state={{ preset: { [related.by]: id } }}>
      {t('related.add', { entity: words.name })}
    </Link>
  ) : null;
  if (page.rows.length === 0)
    return (
      <EmptyState kind="nothing" compact title={t('related.none', { entities: words.plural })} actions={addLink} />
    );
  return (
    <FieldHostProvider host={host}>
      <div className="lines is-read related">
        <RelatedTable {...{ related, entity, words }} rows={page.rows} />
        <div className="lines-bar">
          <Link to={`/${related.path}?${related.by}=${encodeURIComponent(id)}`}>
            {t('related.all', { count: page.totalRows, entities: words.plural })}
          </Link>
          {addLink}
        </div>
      </div>
    </FieldHostProvider>
  );
}

/** The newest records that point to this one. */
function usePage({ path, by }: Related, id: string, stamp: number) {
  const client = useDataClient();
  const [page, setPage] = useState<Page | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const abort = new AbortController();
    client.page(path, { [by]: id, pageSize: String(pageSize) }, abort.signal).then(
      (found) => {
        setPage(found);
        setError(null);
      },
      (failure: unknown) => !abort.signal.aborted && setError(failure),
    );
    return () => abort.abort();
  }, [client, path, by, id, stamp, attempt]);
  return { page, error, retry: () => setAttempt(attempt + 1) };
}

interface TableProps {
  readonly related: Related;
  readonly entity: FieldHost['entity'];
  readonly words: FieldHost['words'];
  readonly rows: Page['rows'];
}

function RelatedTable({ related, entity, words, rows }: TableProps) {
  const columns = entity.meta.list.columns
    .flatMap((name) => (name === related.by ? [] : (entity.byName.get(name) ?? [])))
    .slice(0, 7);
  return (
    <div className="lines-scroll" role="group" aria-label={words.plural} tabIndex={0}>
      <table className="lines-table">
        <thead>
          <tr>
            {columns.map((field) => (
              <th key={field.name} scope="col" data-type={field.meta.type}>
                {words.field(field.name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {columns.map((field, at) => {
                const { Read } = fieldViews[field.meta.type];
                const cell = <Read field={field} value={row[field.name]} record={row} compact />;
                return (
                  <td key={field.name} data-type={field.meta.type} data-label={words.field(field.name)}>
                    {at === 0 ? <Link to={`/${related.path}/${encodeURIComponent(row.id)}`}>{cell}</Link> : cell}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
