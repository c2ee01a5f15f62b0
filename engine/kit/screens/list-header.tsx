import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DesignLink } from '../data/design-link.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ListClear } from './list-clear.tsx';
import type { ListScreenState } from './use-list-screen.ts';

interface HeaderProps {
  readonly screen: ListScreenState;
  /** Changes between the tree and the table, where an entity has both. */
  readonly switcher: ReactNode;
}

export function ListHeader({ screen, switcher }: HeaderProps) {
  const { ready, words, can, mayImport, add, done, setExporting, setImporting } = screen;
  const { entity } = ready;
  const { t } = useTranslation();
  return (
    <PageHeader
      title={words.plural}
      extra={<DesignLink of={entity.name} tab="list" />}
      actions={
        <>
          {switcher}
          {can('delete') && entity.appendOnly ? (
            <ListClear path={entity.path} name={words.plural} onDone={done} />
          ) : null}
          {mayImport ? (
            <button type="button" className="button" onClick={() => setImporting(true)}>
              {t('import.open')}
            </button>
          ) : null}
          {can('export') ? (
            <button type="button" className="button" onClick={() => setExporting(true)}>
              {t('list.export')}
            </button>
          ) : null}
          {can('add') ? (
            <button type="button" className="button is-primary" onClick={add} aria-keyshortcuts="c">
              {t('list.new', { name: words.name })}
            </button>
          ) : null}
        </>
      }
    />
  );
}

/** What of the address and of saved views does not apply any more. */
export function ListWarnings({ screen: { list, views } }: { screen: ListScreenState }) {
  const { t } = useTranslation();
  return (
    <>
      {list.dropped.length > 0 ? (
        <Alert type="warning" showIcon closable message={t('list.dropped', { keys: list.dropped.join(', ') })} />
      ) : null}
      {views.active && views.active.dropped.length > 0 ? (
        <Alert
          key={views.active.view.id}
          type="warning"
          showIcon
          closable
          message={t('view.droppedParts', { name: views.active.view.name, parts: views.active.dropped.join(', ') })}
        />
      ) : null}
      {views.active && views.active.withheld > 0 ? (
        <Alert
          key={`${views.active.view.id}.withheld`}
          type="warning"
          showIcon
          closable
          message={t('view.withheld', { name: views.active.view.name, count: views.active.withheld })}
        />
      ) : null}
      {views.unreadable.length > 0 ? (
        <Alert
          type="warning"
          showIcon
          closable
          message={t('view.unreadable', { names: views.unreadable.map(({ name }) => name).join(', ') })}
        />
      ) : null}
    </>
  );
}
