import { useRef, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';

/** The tabs of an entity; arrow keys go from one to the next. */
export function TabList({
  names,
  chosen,
  onChoose,
}: {
  names: readonly string[];
  chosen: string;
  onChoose: (name: string) => void;
}) {
  const { t } = useTranslation('designer');
  const list = useRef<HTMLDivElement>(null);
  const go = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    // From where the focus is: keys that come quickly outrun what is drawn as chosen.
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const from = buttons.findIndex((button) => button === document.activeElement);
    const at = ((from < 0 ? names.indexOf(chosen) : from) + step + names.length) % names.length;
    onChoose(names[at] ?? chosen);
    buttons[at]?.focus();
  };
  return (
    <div className="designer-tabs" role="tablist" aria-label={t('designer.tabs')} ref={list} onKeyDown={go}>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`designer-tab-${name}`}
          aria-controls="designer-panel"
          aria-selected={name === chosen}
          tabIndex={name === chosen ? 0 : -1}
          onClick={() => onChoose(name)}
        >
          {t(`designer.tab.${name}`)}
        </button>
      ))}
    </div>
  );
}
