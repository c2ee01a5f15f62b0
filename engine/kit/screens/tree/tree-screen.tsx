import { App } from 'antd';
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { moveBy, moveTo, type TreePosition, type PlaceChange } from '../../controllers/tree-moves.ts';
import { useActionRunner } from '../../controllers/use-action-runner.ts';
import { useFieldHostOf } from '../../controllers/use-field-host.ts';
import { relatedLists } from '../../controllers/use-related.ts';
import type { WireRecord } from '../../data/data-client.ts';
import { newKey } from '../../data/new-key.ts';
import { failedLine, toDisplayError } from '../../data/display-error.ts';
import type { ReadyEntity } from '../../data/use-entity.ts';
import { FieldHostProvider } from '../../fields/controls/field-host.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeletons.tsx';
import { DetailFacts } from '../detail-facts.tsx';
import { RelatedList } from '../related-list.tsx';
import { TreePanel, type TreeDirection } from './tree-panel.tsx';
import '../../fields/form/fields.css';
import '../screens.css';
import './tree-screen.css';

/** The records of an entity that form a tree: the tree at one side, at the other what belongs to the chosen one. */
export function TreeScreen({ ready, switcher }: { ready: ReadyEntity; switcher: ReactNode }) {
  const { entity, answer } = ready;
  const { t } = useTranslation();
  const { message } = App.useApp();
  const navigate = useNavigate();
  const host = useFieldHostOf(ready);
  const runner = useActionRunner(entity.path);
  const [rows, setRows] = useState<WireRecord[] | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [stamp, setStamp] = useState(0);
  const [chosen, setChosen] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const client = host?.client;
  const parentField = entity.tree ?? 'parent';
  const reload = useCallback(() => setStamp((count) => count + 1), []);
  useEffect(() => {
    let cancelled = false;
    client?.list(entity.path, {}).then(
      (found) => {
        if (cancelled) return;
        setRows(found);
        setError(null);
        setChosen((before) => (found.some(({ id }) => id === before) ? before : (found[0]?.id ?? null)));
      },
      (failure: unknown) => !cancelled && setError(failure),
    );
    return () => {
      cancelled = true;
    };
  }, [client, entity.path, stamp]);
  const places = useMemo<TreePosition[]>(() => placesOf(rows ?? [], parentField), [rows, parentField]);

  if (error) return <ErrorPanel error={toDisplayError(error)} onRetry={reload} />;
  if (!host || !rows) return <Skeleton shape="list" />;
  const { words } = host;
  const can = (code: string) => answer.codes.includes(code);
  const record = rows.find(({ id }) => id === chosen) ?? null;
  const sortable = entity.byName.has('sort');

  const write = async (changes: readonly PlaceChange[]) => {
    if (changes.length === 0 || busy) return;
    setBusy(true);
    try {
      for (const { id, parent, sort } of changes) {
        const version = rows.find((row) => row.id === id)?.version;
        await host.client.edit(
          entity.path,
          {
            id,
            version,
            ...(parent === undefined ? {} : { [parentField]: parent }),
            ...(sort === undefined || !sortable ? {} : { sort }),
          },
          newKey(),
        );
      }
      void message.success(t('tree.moved'));
    } catch (failure) {
      void message.error(failedLine('operation', failure));
    } finally {
      setBusy(false);
      reload();
    }
  };
  const addBelow = (parent: string | null) =>
    navigate(`/${entity.path}/new`, { state: { preset: presetOf(parent, record, parentField) } });
  const act = (action: string) => record && void runner.run(action, [record], reload);
  const [related] = relatedLists(answer);
  return (
    <FieldHostProvider host={host}>
      <div className="tree-screen">
        <PageHeader
          title={words.plural}
          actions={
            <>
              {switcher}
              {can('add') ? (
                <button type="button" className="button is-primary" onClick={() => addBelow(null)}>
                  {t('list.new', { name: words.name })}
                </button>
              ) : null}
            </>
          }
        />
        <div className="tree-columns">
          <TreePanel
            name={words.plural}
            rows={rows}
            places={places}
            titleField={entity.title.name}
            chosen={chosen}
            movable={can('edit') && !busy}
            onChoose={setChosen}
            onStep={(direction: TreeDirection) => chosen && void write(moveBy(places, chosen, direction))}
            onMove={(id, parent, index) => void write(moveTo({ places, id, parent, index }))}
          />
          <section className="tree-chosen" aria-label={record ? String(record[entity.title.name]) : words.name}>
            {record ? (
              <>
                <header>
                  <h2>
                    <Link to={`/${entity.path}/${record.id}`}>{String(record[entity.title.name] ?? record.id)}</Link>
                  </h2>
                  <span className="tree-chosen-actions">
                    {can('add') ? (
                      <button type="button" className="button" onClick={() => addBelow(record.id)}>
                        {t('tree.addChild')}
                      </button>
                    ) : null}
                    {record._can?.includes('delete') ? (
                      <button type="button" className="button" onClick={() => act('delete')}>
                        {words.action('delete')}
                      </button>
                    ) : null}
                    {record._can?.includes('edit') ? (
                      <Link className="button" to={`/${entity.path}/${record.id}/edit`}>
                        {words.action('edit')}
                      </Link>
                    ) : null}
                  </span>
                </header>
                {related ? (
                  <RelatedList key={record.id} related={related} id={record.id} stamp={stamp} />
                ) : (
                  <DetailFacts record={record} />
                )}
              </>
            ) : (
              <EmptyState kind="nothing" compact title={t('tree.pick')} />
            )}
          </section>
        </div>
        {runner.element}
      </div>
    </FieldHostProvider>
  );
}

function placesOf(rows: readonly WireRecord[], parentField: string): TreePosition[] {
  const known = new Set(rows.map(({ id }) => id));
  return rows.map((row) => {
    const parent = String(row[parentField] ?? '');
    return { id: row.id, parent: known.has(parent) ? parent : null, sort: Number(row['sort'] ?? 0) };
  });
}

/** A new record starts below the chosen one, and shares what the tree's members share with those above them. */
function presetOf(parent: string | null, record: WireRecord | null, parentField: string): Record<string, unknown> {
  if (parent === null || !record) return {};
  const application = record['application'];
  return {
    [parentField]: parent,
    [`$${parentField}`]: record['name'] ?? parent,
    ...(application === undefined ? {} : { application, $application: record['$application'] }),
  };
}
