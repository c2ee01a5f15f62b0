import { App } from 'antd';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { Entity } from '../../core/index.ts';
import {
  actorOf,
  clockIn,
  entityLabels,
  errorMessage,
  ErrorPanel,
  PageHeader,
  readBlock,
  toDisplayError,
  useConfirm,
  useHasPermission,
  useKeys,
  useValueContext,
  useViewer,
  type EntityAnswer,
} from '../../kit/index.ts';
import { BulkGrid, type GridHandle } from './bulk-grid.tsx';
import { CellBar } from './cell-bar.tsx';
import { columnsOf, type SheetColumn } from './columns.ts';
import { CustomerChoice } from './customer-choice.tsx';
import type { SheetDesk } from './desk.ts';
import type { DeskState } from './sheet-store.ts';
import { ErrorList } from './error-list.tsx';
import type { Spot } from './grid-range.ts';
import { headingsOf } from './headings.ts';
import { MappingDialog } from './mapping-dialog.tsx';
import type { Judging } from './orders.ts';
import { namesOf, optionsOf, type Reading } from './read-cell.ts';
import { paste } from './paste.ts';
import {
  clearRange,
  copyRange,
  deleteRows,
  fillDown,
  insertRows,
  setCells,
  type CellChange,
  type Range,
  type Row,
} from './sheet.ts';
import { SheetBar } from './sheet-bar.tsx';
import { SheetFoot } from './sheet-foot.tsx';
import { TemplateDialog } from './template-dialog.tsx';
import { useAddresses } from './use-addresses.ts';
import { useFacts } from './use-facts.ts';
import { useJudged } from './use-judged.ts';
import { useRuns } from './use-runs.ts';
import { useSheetView } from './use-sheet-view.ts';
import { useSteps } from './use-steps.ts';
import { useTable } from './use-table.ts';
import type { Memory } from './use-templates.ts';
import { useWords } from './wording.ts';

interface Props {
  entity: Entity;
  answer: EntityAnswer;
  desk: SheetDesk;
  state: DeskState;
  memory: Memory;
  onMemory(change: (now: Memory) => Memory): Promise<void>;
}

const spareRows = 10;

/** The sheet with what is said of it: rows in the middle, causes beside them, sums below. */
export function BulkSheet({ entity, answer, desk, state, memory, onMemory }: Props) {
  const t = useWords();
  const { message } = App.useApp();
  const confirm = useConfirm();
  const viewer = useViewer();
  const mayPlace = useHasPermission('Order:submit');
  const context = useValueContext();
  const words = useMemo(() => entityLabels(answer), [answer]);
  const columns = useMemo(() => columnsOf(entity, new Set(answer.rights.readOnly), words), [entity, answer, words]);
  const headings = useMemo(() => headingsOf(columns), [columns]);
  const customer = viewer.member?.id ?? state.customer?.id ?? null;
  const facts = useFacts(customer);
  const reading = useMemo(
    (): Reading => ({
      ...{ context, option: (field, value) => words.option(field, value) },
      ...{ channels: facts.channels, rules: facts.rules },
    }),
    [context, words, facts.channels, facts.rules],
  );
  const { defaults } = state;
  const judging = useMemo((): Judging | null => {
    if (facts.state === 'loading') return null;
    const by = { actor: actorOf(viewer), now: clockIn(context.timeZone).now };
    return { entity, columns, defaults, reading, customer, references: facts.references, ...by };
  }, [entity, columns, defaults, reading, customer, viewer, context.timeZone, facts.state, facts.references]);
  const { rows } = state.history.now;
  const { orders: judged, busy } = useJudged(rows, judging);
  const addresses = useAddresses(judged);
  const sheet = useSheetView(judged, {
    marks: state.marks,
    defaults: state.defaults,
    columns,
    words,
    notes: addresses.notes,
  });
  const runs = useRuns(desk);
  const grid = useRef<GridHandle>(null);
  const [spot, setSpot] = useState<{ at: Spot; range: Range } | null>(null);
  const [showsCauses, setShowsCauses] = useState(true);
  const [shaping, setShaping] = useState(false);
  const shown = useMemo(() => columns.filter(({ id }) => state.columns.includes(id)), [columns, state.columns]);
  const ids = useMemo(() => shown.map(({ id }) => id), [shown]);
  const byId = useMemo(() => new Map(rows.map((row) => [row.id, row])), [rows]);
  const table = useTable({ desk, state, columns, headings, memory, onMemory });

  const channelOf = (row: Row) =>
    reading.channels.find(({ id }) => id === sheet.view.orderOf(row.id)?.order.body['channel']) ?? null;
  const offers = (column: SheetColumn, row?: Row): readonly string[] => {
    if (column.kind === 'choice') return optionsOf(column, reading).map(({ label }) => label);
    const channel = row && column.id !== 'channel' ? channelOf(row) : null;
    return column.kind === 'reference'
      ? [...new Set(namesOf(column, reading, { channel }).map(({ name }) => name))]
      : [];
  };
  const write = (changes: readonly CellChange[]) => desk.change((now) => setCells(now, changes));
  const onPaste = useCallback(
    (text: string, at: Spot) => {
      const now = desk.state()?.history.now;
      if (!now || text === '') return;
      const pasted = paste({ sheet: now, text, block: readBlock(text), at, columns: ids, headings });
      if (pasted.table && pasted.unknown.length > 0) return table.ask(pasted.table, at.row);
      desk.change(() => pasted.sheet);
      if (pasted.table) table.show(pasted.table.header);
      const said = pasted.addresses > 0 ? 'told.addresses' : pasted.left > 0 ? 'told.pastedLeft' : 'told.pasted';
      void message.info(t(said, { count: pasted.rows, left: pasted.left }));
    },
    [desk, ids, headings, table, message, t],
  );
  const steps = useSteps({ desk, sheet, runs, confirm });
  const goTo = (row: string, column: string) => {
    if (columns.some(({ id }) => id === column) && !ids.includes(column))
      desk.set({ columns: columns.filter(({ id }) => id === column || ids.includes(id)).map(({ id }) => id) });
    requestAnimationFrame(() => requestAnimationFrame(() => grid.current?.goTo(row, column)));
  };
  const askCarriers = async () => {
    try {
      const count = await addresses.askCarriers();
      void message.info(t(count > 0 ? 'carrier.asked' : 'carrier.noneAsked', { count }));
    } catch (error) {
      void message.error(errorMessage(error));
    }
  };
  const takeCarriers = () => {
    const { changes } = addresses;
    if (changes.length === 0) return;
    write(changes);
    void message.success(t('told.repaired', { count: changes.length }));
  };
  useKeys({
    'Mod+s': () => steps.save(),
    F8: () => takeCarriers(),
  });
  const running = runs.run !== null;
  const lacksCustomer = customer === null;
  const { ready, savable } = steps;
  const range = () => grid.current?.range() ?? { top: 0, bottom: 0, left: 0, right: 0 };

  return (
    <div className="bulk-page is-sheet">
      <PageHeader
        title={t('page.title')}
        note={t('page.note')}
        actions={
          <>
            {viewer.member ? null : (
              <CustomerChoice value={state.customer} onChange={(next) => desk.set({ customer: next })} />
            )}
            <button
              type="button"
              className="button"
              disabled={running || lacksCustomer || savable === 0}
              onClick={steps.save}
            >
              {t('page.save')}
            </button>
            {mayPlace ? (
              <>
                <button
                  type="button"
                  className="button"
                  disabled={running || lacksCustomer || savable === 0}
                  onClick={steps.try}
                >
                  {t('page.try')}
                </button>
                <button
                  type="button"
                  className="button is-primary"
                  disabled={running || lacksCustomer || ready === 0}
                  onClick={() => void steps.place()}
                >
                  {ready > 0 ? t('page.placeOf', { count: ready }) : t('page.place')}
                </button>
              </>
            ) : null}
          </>
        }
      />
      {lacksCustomer ? (
        <p className="bulk-hint" data-tone="warn">
          {t('page.customerFirst')}
        </p>
      ) : null}
      {facts.state === 'failed' ? (
        <ErrorPanel compact error={toDisplayError(facts.error)} onRetry={facts.retry} />
      ) : null}
      {customer && facts.state === 'ready' && facts.channels.length === 0 ? (
        <p className="bulk-hint" data-tone="warn">
          {t('page.noChannels')}
        </p>
      ) : null}
      <SheetBar
        state={state}
        busy={busy}
        wrong={steps.wrong}
        gaps={steps.gaps}
        showsCauses={showsCauses}
        onUndo={desk.undo}
        onRedo={desk.redo}
        onAddRows={() => desk.change((now) => insertRows(now, range().bottom + 1, spareRows))}
        onDeleteRows={() => {
          const { top, bottom } = range();
          const gone = rows.slice(top, bottom + 1);
          desk.change((now) => deleteRows(now, new Set(gone.map(({ id }) => id))));
          void message.info(t('told.deleted', { count: gone.length }));
        }}
        onFill={() => desk.change((now) => fillDown(now, range(), ids))}
        onFile={(file) => void table.read(file, grid.current?.cell().row ?? 0)}
        onTemplate={() => setShaping(true)}
        asking={addresses.isAsking}
        differing={addresses.changes.length}
        onAskCarriers={() => void askCarriers()}
        onTakeCarriers={takeCarriers}
        onCauses={() => setShowsCauses(!showsCauses)}
        onOpen={(other) =>
          void desk.open(other).then((opened) => (opened ? undefined : message.warning(t('told.elsewhere'))))
        }
        onNew={() => void desk.begin()}
        onSheets={() => void desk.refresh()}
      />
      <CellBar spot={spot} rows={rows} columns={shown} view={sheet.view} isEmpty={judged.length === 0 && !busy} />
      <div className="bulk-work">
        <BulkGrid
          ref={grid}
          rows={rows}
          columns={shown}
          view={sheet.view}
          offers={offers}
          onType={(row, column, text) => write([{ row, column, text }])}
          onPaste={onPaste}
          onCopy={(of) => copyRange(state.history.now, of, { columns: ids, wordOf: sheet.view.textOf })}
          onClear={(of) => desk.change((now) => clearRange(now, of, ids))}
          onFill={(of) => desk.change((now) => fillDown(now, of, ids))}
          onUndo={desk.undo}
          onRedo={desk.redo}
          onSpot={(at, of) => setSpot({ at, range: of })}
        />
        {showsCauses && sheet.causes.length > 0 ? (
          <ErrorList
            causes={sheet.causes}
            rows={byId}
            columns={columns}
            rowNumber={(row) => rows.findIndex(({ id }) => id === row) + 1}
            suggestions={addresses.suggestions}
            wordOf={sheet.wordOf}
            offers={offers}
            onGoTo={goTo}
            onRepair={(changes) => {
              write(changes);
              void message.success(t('told.repaired', { count: changes.length }));
            }}
            onOverwrite={steps.overwrite}
            onLeave={steps.leave}
            onClose={() => setShowsCauses(false)}
          />
        ) : null}
      </div>
      <SheetFoot
        kept={state}
        orders={judged.length}
        boxes={sheet.boxes}
        sums={sheet.sums}
        run={runs.run}
        outcome={runs.outcome}
        offers={steps.offers}
        onOffers={steps.takeOffers}
        onHalt={runs.halt}
        onAside={runs.putAside}
        onAgain={steps.again}
      />
      {table.open ? (
        <MappingDialog
          key={table.open.header.join('|')}
          table={table.open}
          columns={columns}
          onTake={(mapping) => {
            const count = table.take(mapping);
            void message.info(t('told.pasted', { count }));
          }}
          onClose={table.close}
        />
      ) : null}
      {shaping ? (
        <TemplateDialog
          columns={columns}
          outset={{ columns: state.columns, defaults: state.defaults }}
          templates={memory.templates}
          offers={(column) => offers(column)}
          onTake={({ columns: chosen, defaults }) => {
            desk.set({ columns: chosen, defaults });
            setShaping(false);
          }}
          onKeep={(name, chosen) => {
            desk.set(chosen);
            setShaping(false);
            const id = memory.templates.find((each) => each.name === name)?.id ?? crypto.randomUUID();
            const others = memory.templates.filter((each) => each.id !== id);
            onMemory((now) => ({ ...now, templates: [...others, { id, name, ...chosen }], usual: id })).then(
              () => message.success(t('told.template', { name })),
              (error: unknown) => message.error(toDisplayError(error).message),
            );
          }}
          onDrop={(id) =>
            void onMemory((now) => ({ ...now, templates: now.templates.filter((each) => each.id !== id) })).catch(
              (error: unknown) => message.error(toDisplayError(error).message),
            )
          }
          onClose={() => setShaping(false)}
        />
      ) : null}
    </div>
  );
}
