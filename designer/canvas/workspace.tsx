import { Drawer } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNarrow } from '../../engine/kit/index.ts';
import { useWorkspace } from '../tools/workbench.ts';
import '../panels/panels.css';
import './canvas.css';

interface Side {
  readonly label: string;
  readonly body: ReactNode;
}

/** A canvas between what there is and what is said of it; on a phone both sides are drawers over it. */
export function WorkspaceFrame({ start, end, children }: { start: Side; end: Side; children: ReactNode }) {
  const { t } = useTranslation('designer');
  const narrow = useNarrow();
  const announcement = useWorkspace((workspace) => workspace.announcement);
  const [open, setOpen] = useState<Side['label'] | null>(null);
  const shown = [start, end].find(({ label }) => label === open);
  return (
    <div className="bench">
      {narrow ? (
        <div className="bench-bar" role="group" aria-label={t('designer.panels')}>
          {[start, end].map(({ label }) => (
            <button
              key={label}
              type="button"
              className="button"
              aria-haspopup="dialog"
              aria-expanded={open === label}
              onClick={() => setOpen(label)}
            >
              {label}
            </button>
          ))}
        </div>
      ) : (
        <aside className="bench-side" aria-label={start.label}>
          {start.body}
        </aside>
      )}
      {children}
      {narrow ? (
        <Drawer
          open={shown !== undefined}
          placement="bottom"
          height="80%"
          title={open}
          onClose={() => setOpen(null)}
          destroyOnHidden
        >
          <div className="bench-side">{shown?.body}</div>
        </Drawer>
      ) : (
        <aside className="bench-side is-end" aria-label={end.label}>
          {end.body}
        </aside>
      )}
      <p className="sr-only" role="status" aria-live="polite">
        {announcement}
      </p>
    </div>
  );
}
