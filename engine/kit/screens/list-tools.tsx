import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Density, ListColumn } from '../controllers/list-columns.ts';
import { LazyPopover } from '../ui/lazy-popover.tsx';
import { ListColumnsPanel } from './list-columns-panel.tsx';

interface Props {
  columns: ListColumn[];
  density: Density;
  pageSize: number;
  endless: boolean;
  onRefresh(): void;
  onPrint(): void;
  onColumns(columns: ListColumn[] | null): void;
  onDensity(density: Density): void;
  onPageSize(pageSize: number): void;
  onEndless(endless: boolean): void;
  /** Other ways to draw the list. */
  layouts: ReactNode;
}

/** Small tools of a list: read it again, print it, choose how it looks. */
export function ListTools({ onRefresh, onPrint, layouts, ...display }: Props) {
  const { t } = useTranslation();
  return (
    <span className="list-tools">
      {layouts}
      <Tool
        name={t('list.refresh')}
        onPress={onRefresh}
        path="M13.500 8a5.500 5.500 0 1 1-1.700-4M13.500 1.800V4.500h-2.700"
      />
      <Tool
        name={t('print.press')}
        onPress={onPrint}
        path="M4.500 6V2.500h7V6M4.500 11.500H3A1.200 1.200 0 0 1 1.800 10.300V7.200A1.200 1.200 0 0 1 3 6h10a1.200 1.200 0 0 1 1.200 1.200v3.100a1.200 1.200 0 0 1-1.200 1.200h-1.500M4.500 9.500h7v4h-7z"
      />
      <LazyPopover placement="bottomRight" arrow={false} content={<ListColumnsPanel {...display} />}>
        <button
          type="button"
          className="icon-button"
          aria-haspopup="dialog"
          aria-label={t('list.display')}
          title={t('list.display')}
        >
          <svg {...drawn}>
            <path d="M2 4.500h6M12 4.500h2M2 11.500h2M8 11.500h6" />
            <circle cx="10" cy="4.500" r="1.800" />
            <circle cx="6" cy="11.500" r="1.800" />
          </svg>
        </button>
      </LazyPopover>
    </span>
  );
}

const drawn = {
  viewBox: '0 0 16 16',
  width: 16,
  height: 16,
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.4,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
  'aria-hidden': true,
} as const;

function Tool({ name, path, onPress }: { name: string; path: string; onPress(): void }) {
  return (
    <button type="button" className="icon-button" aria-label={name} title={name} onClick={onPress}>
      <svg {...drawn}>
        <path d={path} />
      </svg>
    </button>
  );
}
