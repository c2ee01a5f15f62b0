import { useTranslation } from 'react-i18next';
import type { ListLayout } from '../../core/index.ts';

interface Props {
  layouts: readonly ListLayout[];
  layout: ListLayout;
  onLayout(layout: ListLayout): void;
}

const figures: Readonly<Record<ListLayout, string>> = {
  table: 'M2 4h12M2 8h12M2 12h12',
  board: 'M2.500 3h3v10h-3zM6.700 3h3v6h-3zM10.900 3h3v8h-3z',
  calendar: 'M2.500 4h11v9.500h-11zM2.500 7h11M5.500 2.500V5M10.500 2.500V5',
};

/** How the records of a list are drawn: one press each. */
export function ListLayoutSwitch({ layouts, layout, onLayout }: Props) {
  const { t } = useTranslation();
  if (layouts.length < 2) return null;
  return (
    <span className="layout-switch" role="group" aria-label={t('layout.title')}>
      {layouts.map((one) => (
        <button
          key={one}
          type="button"
          className="icon-button"
          aria-pressed={one === layout}
          aria-label={t(`layout.${one}`)}
          title={t(`layout.${one}`)}
          onClick={() => onLayout(one)}
        >
          <svg
            viewBox="0 0 16 16"
            width="16"
            height="16"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.4"
            strokeLinejoin="round"
            strokeLinecap="round"
            aria-hidden="true"
          >
            <path d={figures[one]} />
          </svg>
        </button>
      ))}
    </span>
  );
}
