import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { tabsInRow } from '../controllers/tabs-in-row.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Caret } from '../ui/glyphs.tsx';
import { LazyDropdown } from '../ui/lazy-popover.tsx';

export interface DetailTab {
  key: string;
  label: ReactNode;
  render: () => ReactNode;
}

interface Props {
  tabs: readonly DetailTab[];
  active: string;
  label: string;
  onChange: (key: string) => void;
}

/** Tabs in one row, the rest of them in a menu: arrows, Home and End go along those of the row, the panel follows. */
export function DetailTabs({ tabs, active, label, onChange }: Props) {
  const id = useId();
  const current = tabs.find(({ key }) => key === active) ?? tabs[0];
  const { row, more, isShown } = useTabsInRow(tabs, current?.key ?? '');
  const shown = tabs.filter(isShown);
  const rest = tabs.filter((tab) => !shown.includes(tab));
  const wanted = useRef<string | null>(null);
  const open = (key: string) => {
    wanted.current = key;
    onChange(key);
  };
  // One from the menu stands in the row, and can have the focus, only when the row was measured again.
  useEffect(() => {
    if (!current || wanted.current !== current.key || !shown.includes(current)) return;
    wanted.current = null;
    document.getElementById(`${id}-${current.key}`)?.focus();
  });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const at = shown.findIndex((tab) => tab === current);
    const steps: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: shown.length - 1 };
    const to = steps[event.key];
    const next = to === undefined ? undefined : shown.at(to % shown.length);
    if (!next) return;
    event.preventDefault();
    open(next.key);
  };
  return (
    <div className="detail-tabs">
      <div className="detail-tab-row">
        <div ref={row} role="tablist" aria-label={label} className="detail-tablist" onKeyDown={onKeyDown}>
          {tabs.map((tab) => (
            <button
              key={tab.key}
              type="button"
              role="tab"
              id={`${id}-${tab.key}`}
              className={shown.includes(tab) ? undefined : 'is-folded'}
              aria-selected={tab === current}
              aria-controls={tab === current ? `${id}-panel` : undefined}
              tabIndex={tab === current ? 0 : -1}
              onClick={() => onChange(tab.key)}
            >
              {tab.label}
            </button>
          ))}
        </div>
        <span ref={more} className={rest.length > 0 ? undefined : 'is-folded'}>
          <MoreTabs tabs={rest} onOpen={open} />
        </span>
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current?.key ?? ''}`} className="detail-panel">
        <ErrorBoundary resetKey={current?.key ?? ''}>{current?.render()}</ErrorBoundary>
      </div>
    </div>
  );
}

/** The menu of the tabs that do not fit. */
function MoreTabs({ tabs, onOpen }: { tabs: readonly DetailTab[]; onOpen: (key: string) => void }) {
  const { t } = useTranslation();
  const items = tabs.map(({ key, label }) => ({ key, label }));
  return (
    <LazyDropdown autoFocus placement="bottomRight" menu={{ items, onClick: ({ key }) => onOpen(key) }}>
      <button type="button" className="link-button detail-tabs-more" aria-haspopup="menu">
        {t('detail.moreTabs')}
        <Caret size={10} />
      </button>
    </LazyDropdown>
  );
}

/** Which tabs stand in the row, measured again whenever the row or one of them has another width. */
function useTabsInRow(tabs: readonly DetailTab[], active: string) {
  const row = useRef<HTMLDivElement>(null);
  const more = useRef<HTMLSpanElement>(null);
  const [shown, setShown] = useState<ReadonlySet<string> | null>(null);
  const keys = tabs.map(({ key }) => key).join(' ');
  useLayoutEffect(() => {
    const list = row.current;
    const box = list?.parentElement;
    if (!list || !box) return;
    const buttons = [...list.children] as HTMLElement[];
    const all = keys.split(' ');
    const measure = () => {
      const widths = buttons.map((button) => Math.ceil(button.getBoundingClientRect().width));
      // Behind another pane nothing has a width, and nothing moves.
      if (box.clientWidth === 0) return;
      const gap = Number.parseFloat(getComputedStyle(list).columnGap);
      const fitting = tabsInRow({
        ...{ widths, gap, room: box.clientWidth, more: more.current?.offsetWidth ?? 0 },
        active: Math.max(0, all.indexOf(active)),
      });
      const next = new Set(all.filter((_, at) => fitting.has(at)));
      setShown((before) => (before && isSame(before, next) ? before : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    for (const each of [box, ...buttons]) observer.observe(each);
    return () => observer.disconnect();
  }, [keys, active]);
  return { row, more, isShown: ({ key }: DetailTab) => shown?.has(key) ?? true };
}

const isSame = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((key) => other.has(key));
