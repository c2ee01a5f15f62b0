import type { ReactNode } from 'react';
import { usePageTitle } from './page-title.ts';

export interface PageHeaderProps {
  title: ReactNode;
  /** Beside the title: a status tag, a copyable id, a count. */
  extra?: ReactNode;
  /** Under the title, one quiet line. */
  note?: ReactNode;
  /** At the far end: the buttons, the most important one last. */
  actions?: ReactNode;
}

/** The top of every screen: one h1, what belongs to it, and what can be done. A plain title names the browser's tab and ours too. */
export function PageHeader({ title, extra, note, actions }: PageHeaderProps) {
  usePageTitle(typeof title === 'string' ? title : '');
  return (
    <header className="page-header">
      <div className="page-header-words">
        <div className="page-header-line">
          <h1>{title}</h1>
          {extra}
        </div>
        {note ? <div className="page-header-note">{note}</div> : null}
      </div>
      {actions ? <div className="page-header-actions">{actions}</div> : null}
    </header>
  );
}
