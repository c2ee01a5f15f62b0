import { useId, type KeyboardEvent, type ReactNode } from 'react';
import { ErrorBoundary } from '../ui/error-boundary.tsx';

export interface DetailTab {
  key: string;
  label: ReactNode;
  render: () => ReactNode;
}

/** Tabs that scroll sideways where there are many: arrows, Home and End go along them, the panel follows. */
export function DetailTabs({
  tabs,
  active,
  label,
  onChange,
}: {
  tabs: readonly DetailTab[];
  active: string;
  label: string;
  onChange: (key: string) => void;
}) {
  const id = useId();
  const current = tabs.find(({ key }) => key === active) ?? tabs[0];
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const at = tabs.findIndex((tab) => tab === current);
    const steps: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 };
    const to = steps[event.key];
    const next = to === undefined ? undefined : tabs.at(to % tabs.length);
    if (!next) return;
    event.preventDefault();
    onChange(next.key);
    document.getElementById(`${id}-${next.key}`)?.focus();
  };
  return (
    <div className="detail-tabs">
      <div role="tablist" aria-label={label} className="detail-tablist" onKeyDown={onKeyDown}>
        {tabs.map(({ key, label: name }) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${id}-${key}`}
            aria-selected={key === current?.key}
            aria-controls={key === current?.key ? `${id}-panel` : undefined}
            tabIndex={key === current?.key ? 0 : -1}
            onClick={() => onChange(key)}
          >
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current?.key ?? ''}`} className="detail-panel">
        <ErrorBoundary resetKey={current?.key ?? ''}>{current?.render()}</ErrorBoundary>
      </div>
    </div>
  );
}
