import { App } from 'antd';
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { moveBy, moveTo, type TreePosition, type PlaceChange } from '../../controllers/tree-moves.ts';
import { useActionRunner } from '../../controllers/use-action-runner.ts';
import { useFieldHostOf } from '../../controllers/use-field-host.ts';
import { relatedLists } from '../../controllers/use-related.ts';
import type { DataClient, WireRecord } from '../../data/data-client.ts';
import { newKey } from '../../data/new-key.ts';
import { failedLine, toDisplayError } from '../../data/display-error.ts';
import type { ReadyEntity } from '../../data/use-entity.ts';
import { FieldHostProvider, type FieldHost } from '../../fields/controls/field-host.tsx';
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
  const navigate = useNavigate();
  const host = useFieldHostOf(ready);
  const runner = useActionRunner(entity.path);
  const { rows, error, stamp, chosen, setChosen, reload } = useTreeRows(host?.client, entity.path);
  const parentField = entity.tree ?? 'parent';
  const places = useMemo<TreePosition[]>(() => placesOf(rows ?? [], parentField), [rows, parentField]);

  const { busy, write } = useTreeWrite({ host, rows, parentField, reload });

  if (error) return <ErrorPanel error={toDisplayError(error)} onRetry={reload} />;
  if (!host || !rows) return <Skeleton shape="list" />;
  const { words } = host;
  const can = (code: string) => answer.codes.includes(code);
  const record = rows.find(({ id }) => id === chosen) ?? null;
  const addBelow = (parent: string | null) =>
    navigate(`/${entity.path}/new`, { state: { preset: presetOf(parent, record, parentField) } });
  const act = (action: string) => record && void runner.run(action, [record], { done: reload });
  const [related] = relatedLists(answer);
  return (
    <FieldHostProvider host={host}>
      <div className="tree-screen">
        <TreeHeader words={words} switcher={switcher} onAdd={can('add') ? () => addBelow(null) : null} />
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
                <ChosenHeader
                  {...{ entity, words, record }}
                  onAdd={can('add') ? () => addBelow(record.id) : null}
                  onDelete={() => act('delete')}
                />
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

/** The records of the tree, one of them chosen, read again by `reload`. */
function useTreeRows(client: DataClient | undefined, path: string) {
  const [rows, setRows] = useState<WireRecord[] | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [stamp, setStamp] = useState(0);
  const [chosen, setChosen] = useState<string | null>(null);
  const reload = useCallback(() => setStamp((count) => count + 1), []);
  useEffect(() => {
    let cancelled = false;
    client?.list(path, {}).then(
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
  }, [client, path, stamp]);
  return { rows, error, stamp, chosen, setChosen, reload };
}

interface TreeWriteOf {
  readonly host: FieldHost | null;
  readonly rows: readonly WireRecord[] | null;
  readonly parentField: string;
  reload(): void;
}

/** Writes moves in the tree one by one, then reads it again. */
function useTreeWrite({ host, rows, parentField, reload }: TreeWriteOf) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [busy, setBusy] = useState(false);
  const write = async (changes: readonly PlaceChange[]) => {
    if (!host || changes.length === 0 || busy) return;
    const { entity, client } = host;
    const sortable = entity.byName.has('sort');
    setBusy(true);
    try {
      for (const { id, parent, sort } of changes) {
        const version = rows?.find((row) => row.id === id)?.version;
        const place = {
          ...(parent === undefined ? {} : { [parentField]: parent }),
          ...(sort === undefined || !sortable ? {} : { sort }),
        };
        await client.edit(entity.path, { id, version, ...place }, newKey());
      }
      void message.success(t('tree.moved'));
    } catch (failure) {
      void message.error(failedLine('operation', failure));
    } finally {
      setBusy(false);
      reload();
    }
  };
  return { busy, write };
}

interface TreeHeaderProps {
  readonly words: FieldHost['words'];
  readonly switcher: ReactNode;
  /** Null for people who may not add. */
  readonly onAdd: (() => void) | null;
}

function TreeHeader({ words, switcher, onAdd }: TreeHeaderProps) {
  const { t } = useTranslation();
  return (
    <PageHeader
      title={words.plural}
      actions={
        <>
          {switcher}
          {onAdd ? (
            <button type="button" className="button is-primary" onClick={onAdd}>
              {t('list.new', { name: words.name })}
            </button>
          ) : null}
        </>
      }
    />
  );
}

interface ChosenHeaderProps {
  readonly entity: ReadyEntity['entity'];
  readonly words: FieldHost['words'];
  readonly record: WireRecord;
  /** Null for people who may not add. */
  readonly onAdd: (() => void) | null;
  onDelete(): void;
}

function ChosenHeader({ entity, words, record, onAdd, onDelete }: ChosenHeaderProps) {
  const { t } = useTranslation();
  return (
    <header>
      <h2>
        <Link to={`/${entity.path}/${record.id}`}>{String(record[entity.title.name] ?? record.id)}</Link>
      </h2>
      <span className="tree-chosen-actions">
        {onAdd ? (
          <button type="button" className="button" onClick={onAdd}>
            {t('tree.addChild')}
          </button>
        ) : null}
        {record._can?.includes('delete') ? (
          <button type="button" className="button" onClick={onDelete}>
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
