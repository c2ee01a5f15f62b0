import { lazy, Suspense } from 'react';
import { emptySelection } from '../controllers/list-selection.ts';
import { isNarrowed } from '../controllers/list-state.ts';
import { ListBulkDialog } from './list-bulk-dialog.tsx';
import { ListPrint } from './list-print.tsx';
import { ListRowMenu } from './list-row-menu.tsx';
import type { ListScreenState } from './use-list-screen.ts';

const ActionHost = lazy(async () => ({ default: (await import('../layouts/list-action-host.tsx')).ListActionHost }));
const ActionSheet = lazy(async () => ({ default: (await import('./list-action-sheet.tsx')).ListActionSheet }));
const ImportWizard = lazy(async () => ({ default: (await import('./import/import-wizard.tsx')).ImportWizard }));
const ExportDialog = lazy(async () => ({ default: (await import('./list-export-dialog.tsx')).ListExportDialog }));

/** What a row's menu offers: a sheet from below on a narrow screen. */
export function RowMenu({ screen, narrow }: { screen: ListScreenState; narrow: boolean }) {
  const { ready, words, menu, setMenu, titleOf, onRowAction } = screen;
  const shared = { entity: ready.entity, words, onClose: () => setMenu(null), onPick: onRowAction };
  if (!narrow) return <ListRowMenu open={menu} {...shared} />;
  return (
    <Suspense fallback={null}>
      {menu ? <ActionSheet open={menu} title={titleOf(menu.record)} {...shared} /> : null}
    </Suspense>
  );
}

/** What opens over the list: dialogs of bulk actions, of export and import, of an action, and the printed sheet. */
export function ListOverlays({ screen }: { screen: ListScreenState }) {
  const { ready, words, list, columns, bulk, done, titleOf, actionRequest } = screen;
  const { exporting, setExporting, importing, setImporting } = screen;
  const { entity } = ready;
  const { sheet } = screen.printing;
  return (
    <>
      <ListBulkDialog
        state={bulk.state}
        words={words}
        titleOf={titleOf}
        onGo={(name, records) => void bulk.go(name, records)}
        onClose={() => {
          if (bulk.state.step === 'done') list.setSelection(emptySelection);
          bulk.close();
        }}
      />
      {sheet ? (
        <ListPrint ready={ready} words={words} columns={columns} state={list.state} total={list.total} sheet={sheet} />
      ) : null}
      <Suspense fallback={null}>
        {exporting ? (
          <ExportDialog
            path={entity.path}
            name={words.plural}
            columns={columns}
            state={list.state}
            narrowed={isNarrowed(list.state)}
            document={ready.answer.document === true}
            onClose={() => setExporting(false)}
          />
        ) : null}
        {importing ? (
          <ImportWizard ready={ready} words={words} onClose={() => setImporting(false)} onAdded={list.reload} />
        ) : null}
        {actionRequest ? <ActionHost path={entity.path} request={actionRequest} onDone={done} /> : null}
      </Suspense>
    </>
  );
}
