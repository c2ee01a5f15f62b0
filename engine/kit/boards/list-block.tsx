import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Field } from '../../core/index.ts';
import { useFieldHostOf } from '../controllers/use-field-host.ts';
import { announceChange } from '../data/changed.ts';
import { useDataClient } from '../data/client.ts';
import type { Page, ShownBlock, WireRecord } from '../data/data-client.ts';
import { useEntity } from '../data/use-entity.ts';
import { FieldHostProvider, useFieldHost } from '../fields/controls/field-host.tsx';
import type { ActionRequest } from '../layouts/list-action-host.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { BlockCell, isNumeric } from './block-cell.tsx';
import { BlockFrame } from './block-frame.tsx';
import { listAddress, listQueryOf, type BlockQuery } from './block-query.ts';
import { useAnswer } from '../data/use-answer.ts';
import { useLoadWords } from './use-block-words.ts';

const ActionHost = lazy(async () => ({ default: (await import('../layouts/list-action-host.tsx')).ListActionHost }));

/** The first few records of a list, with a link to all of them, and what may be done with each. */
export function ListBlock({ block, query, stamp }: { block: ShownBlock; query: BlockQuery; stamp: number }) {
  const client = useDataClient();
  const path = block.path ?? '';
  const load = useLoadWords(path);
  const answer = useAnswer(
    async (signal) => (await Promise.all([client.page(path, listQueryOf(block, query), signal), load()]))[0],
    JSON.stringify([block, query]),
    stamp,
  );
  return (
    <BlockFrame id={block.block} kind="list" title={block.title} answer={answer} to={listAddress(block, query)}>
      {(page) => <Rows block={block} page={page} />}
    </BlockFrame>
  );
}

function Rows({ block, page }: { block: ShownBlock; page: Page }) {
  const { t } = useTranslation();
  const path = block.path ?? '';
  const loaded = useEntity(path);
  const [request, setRequest] = useState<ActionRequest | null>(null);
  const host = useFieldHostOf(loaded.entity && loaded.answer ? { entity: loaded.entity, answer: loaded.answer } : null);
  if (!host) return null;
  if (page.rows.length === 0) return <EmptyState kind="nothing" compact title={t('board.emptyList')} />;
  const columns = (block.columns ?? []).flatMap((name) => host.entity.byName.get(name) ?? []);
  return (
    <FieldHostProvider host={host}>
      <div className="block-scroll" role="group" aria-label={block.title} tabIndex={0}>
        <table className="block-rows">
          <thead>
            <tr>
              {columns.map((field) => (
                <th key={field.name} scope="col" data-align={alignOf(field)}>
                  {host.words.field(field.name)}
                </th>
              ))}
              {block.acts ? <th scope="col" aria-label={t('board.acts')} /> : null}
            </tr>
          </thead>
          <tbody>
            {page.rows.map((row) => (
              <tr key={row.id}>
                {columns.map((field, at) => {
                  const cell = <BlockCell field={field} record={row} linked={at === 0} />;
                  return (
                    <td key={field.name} data-align={alignOf(field)}>
                      {at === 0 ? <Link to={`/${path}/${encodeURIComponent(row.id)}`}>{cell}</Link> : cell}
                    </td>
                  );
                })}
                {block.acts ? (
                  <td className="block-acts">
                    <RowActs acts={block.acts} row={row} onAct={(action) => setRequest({ action, records: [row] })} />
                  </td>
                ) : null}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {request ? (
        <Suspense fallback={null}>
          <ActionHost
            path={path}
            request={request}
            onDone={() => announceChange(path, request.records[0]?.id ?? null)}
          />
        </Suspense>
      ) : null}
    </FieldHostProvider>
  );
}

const alignOf = (field: Field): 'end' | undefined => (isNumeric(field) ? 'end' : undefined);

/** Those of a block's actions that are possible with this record now. */
function RowActs({ acts, row, onAct }: { acts: readonly string[]; row: WireRecord; onAct: (action: string) => void }) {
  const { entity, words } = useFieldHost();
  const title = String(row[entity.title.name] ?? row.id);
  return acts
    .filter((name) => row._can?.includes(name))
    .map((name) => (
      <button
        key={name}
        type="button"
        className="link-button"
        aria-label={`${words.action(name)}: ${title}`}
        onClick={() => onAct(name)}
      >
        {words.action(name)}
      </button>
    ));
}
