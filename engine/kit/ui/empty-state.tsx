import type { ReactNode } from 'react';

/** Nothing yet, nothing that matches, not allowed, or gone wrong: four things that must not look alike. */
export type EmptyKind = 'nothing' | 'noMatch' | 'forbidden' | 'failed';

export interface EmptyStateProps {
  kind: EmptyKind;
  title: ReactNode;
  /** What it is, which filters, which code, or what went wrong. */
  note?: ReactNode;
  actions?: ReactNode;
  compact?: boolean;
}

export function EmptyState({ kind, title, note, actions, compact }: EmptyStateProps) {
  return (
    <section
      className={`empty-state${compact ? ' is-compact' : ''}`}
      data-kind={kind}
      role={kind === 'failed' ? 'alert' : 'status'}
    >
      <svg viewBox="0 0 96 72" width="96" height="72" aria-hidden="true" className="empty-state-figure">
        {figures[kind]}
        {kind === 'nothing' && actions ? toAdd : null}
      </svg>
      <p className="empty-state-title">{title}</p>
      {note ? <div className="empty-state-note">{note}</div> : null}
      {actions ? <div className="empty-state-actions">{actions}</div> : null}
    </section>
  );
}

/** Over the picture of what is empty, where something can be done about it. */
const toAdd = (
  <g className="empty-state-add">
    <circle cx="76" cy="54" r="12" className="plate" />
    <path d="M76 48v12M70 54h12" className="strong" />
  </g>
);

const figures: Record<EmptyKind, ReactNode> = {
  nothing: (
    <>
      <rect x="14" y="14" width="68" height="46" rx="6" className="soft" />
      <path d="M24 28h30M24 38h48M24 48h22" />
    </>
  ),
  noMatch: (
    <>
      <rect x="14" y="14" width="68" height="46" rx="6" className="soft" />
      <path d="M24 28h22M24 38h14M24 48h18" />
      <circle cx="62" cy="38" r="13" className="plate" />
      <path d="m72 48 11 11" className="strong" />
      <path d="M57 38h10" className="strong" />
    </>
  ),
  forbidden: (
    <>
      <rect x="26" y="30" width="44" height="32" rx="6" className="soft" />
      <path d="M36 30v-6a12 12 0 0 1 24 0v6" />
      <circle cx="48" cy="44" r="4" className="strong" />
      <path d="M48 48v6" className="strong" />
    </>
  ),
  failed: (
    <>
      <path d="M48 12 84 62H12z" className="soft" />
      <path d="M48 30v16" className="strong" />
      <circle cx="48" cy="54" r="1.5" className="strong" />
    </>
  ),
};
