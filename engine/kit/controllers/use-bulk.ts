import { App } from 'antd';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDataClient } from '../data/client.ts';
import type { RowResult, WireRecord } from '../data/data-client.ts';
import { newKey } from '../data/new-key.ts';
import { errorMessage } from '../data/display-error.ts';
import type { ReadyEntity } from '../data/use-entity.ts';
import { entityLabels } from '../data/entity-labels.ts';
import { inverseTransition } from './inverse-transition.ts';
import { emptySelection } from './list-selection.ts';
import { needsInput, bulkActions, collectRows, runBulk, type BulkAction } from './list-bulk.ts';
import { listQueryParams } from './list-state.ts';
import type { ListController } from './use-list.ts';
import { useUndo } from './use-undo.ts';

/**
 * A bulk action is `collecting` its rows, then `asking` whether to go on, then `running`, then `done` with an outcome per
 * row; `failed` when its rows could not be collected. An action that asks for input leaves at `asking`: its dialog takes over.
 */
export type BulkState =
  | { step: 'idle' }
  | { step: 'collecting'; name: string }
  | { step: 'asking'; name: string; danger: boolean; records: WireRecord[]; unable: number; cut: boolean }
  | { step: 'running'; name: string; done: number; of: number }
  | { step: 'done'; name: string; results: RowResult[]; records: WireRecord[] }
  | { step: 'failed'; name: string; error: unknown };

/** The transition that returns all of these records to their previous state; null if they came from several states. */
function commonInverse(ready: ReadyEntity, done: string, records: readonly WireRecord[]): string | null {
  const [back = null, ...others] = new Set(records.map((record) => inverseTransition(ready, done, record)));
  return others.length === 0 ? back : null;
}

/** What can be done with the selection, and the doing. `runWithInput` opens the dialog of an action that asks for something. */
export function useBulk(
  ready: ReadyEntity,
  list: ListController,
  runWithInput: (action: string, records: WireRecord[]) => void,
) {
  const client = useDataClient();
  const { t } = useTranslation();
  const { message } = App.useApp();
  const offerUndo = useUndo();
  const [state, setState] = useState<BulkState>({ step: 'idle' });
  const actions = useMemo(() => bulkActions(ready.entity, ready.answer, list.selection), [ready, list.selection]);
  const { path } = ready.entity;

  const begin = async ({ name, action, danger }: BulkAction) => {
    setState({ step: 'collecting', name });
    try {
      const { able, unable, cut } = await collectRows({
        client,
        path,
        query: listQueryParams(list.state),
        selection: list.selection,
        name,
      });
      if (able.length > 0 && needsInput(action)) {
        setState({ step: 'idle' });
        return runWithInput(name, able);
      }
      setState({ step: 'asking', name, danger, records: able, unable, cut });
    } catch (error) {
      setState({ step: 'failed', name, error });
    }
  };

  const go = async (name: string, records: WireRecord[]) => {
    const of = records.length;
    setState({ step: 'running', name, done: 0, of });
    const run = (
      action: string,
      rows: readonly Pick<WireRecord, 'id' | 'version'>[],
      onProgress: (done: number) => void,
    ) => runBulk(client, { path, action, rows, newKey, wordsOf: errorMessage, onProgress });
    const results = await run(name, records, (done) => setState({ step: 'running', name, done, of }));
    list.reload();
    // Where some failed, each is told with its reason; otherwise nothing is to be read or closed.
    if (results.some(({ ok }) => !ok)) return setState({ step: 'done', name, results, records });
    setState({ step: 'idle' });
    list.setSelection(emptySelection);
    const text = t('bulk.allDone', { action: entityLabels(ready.answer).action(name), count: of });
    const back = commonInverse(ready, name, records);
    if (!back) return void message.success(text);
    offerUndo(text, async () => {
      const changed = records.map(({ id }) => ({ id }));
      const undone = await run(back, changed, () => undefined);
      list.reload();
      const failed = undone.filter(({ ok }) => !ok);
      if (failed.length > 0) throw new Error(t('bulk.failed', { count: failed.length }));
    });
  };

  const close = useCallback(() => setState({ step: 'idle' }), []);
  return { actions, state, begin, go, close };
}
