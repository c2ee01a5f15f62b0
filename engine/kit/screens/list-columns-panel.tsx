import { useTranslation } from 'react-i18next';
import { pageSizes } from '../../core/index.ts';
import { moveColumn, rowHeights, type Density, type ListColumn } from '../controllers/list-columns.ts';
import { Caret } from '../ui/glyphs.tsx';

interface Props {
  columns: ListColumn[];
  density: Density;
  pageSize: number;
  endless: boolean;
  onColumns(columns: ListColumn[] | null): void;
  onDensity(density: Density): void;
  onPageSize(pageSize: number): void;
  onEndless(endless: boolean): void;
}

const densities = Object.keys(rowHeights) as Density[];

/** What a list shows and how close: every drag of the grid has its button here. */
export function ListColumnsPanel(props: Props) {
  const { columns, density, pageSize, endless, onColumns, onDensity, onPageSize, onEndless } = props;
  const { t } = useTranslation();
  return (
    <div className="columns-panel" role="dialog" aria-label={t('list.display')}>
      <fieldset className="segments">
        <legend>{t('list.density')}</legend>
        {densities.map((one) => (
          <label key={one}>
            <input type="radio" name="density" checked={one === density} onChange={() => onDensity(one)} />
            <span>{t(`list.density.${one}`)}</span>
          </label>
        ))}
      </fieldset>
      <fieldset className="segments">
        <legend>{t('list.paging')}</legend>
        {[false, true].map((one) => (
          <label key={String(one)}>
            <input type="radio" name="paging" checked={endless === one} onChange={() => onEndless(one)} />
            <span>{t(one ? 'list.paging.endless' : 'list.paging.pages')}</span>
          </label>
        ))}
      </fieldset>
      <div className="columns-panel-line">
        <h2>{t('list.columns')}</h2>
        <button type="button" className="link-button" onClick={() => onColumns(null)}>
          {t('list.resetColumns')}
        </button>
      </div>
      <ul>
        {columns.map((column, index) => (
          <ColumnItem key={column.id} column={column} columns={columns} index={index} onColumns={onColumns} />
        ))}
      </ul>
      <label className="columns-panel-line">
        <span>{t(endless ? 'list.pageSize' : 'list.page.size')}</span>
        <select
          className="culture-select"
          value={pageSize}
          onChange={(event) => onPageSize(Number(event.target.value))}
        >
          {pageSizes.map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

interface ColumnItemProps {
  readonly column: ListColumn;
  readonly columns: ListColumn[];
  readonly index: number;
  onColumns(columns: ListColumn[]): void;
}

/** A column: shown or hidden, fixed at the side, moved up and down. The last one that is shown stays. */
function ColumnItem({ column, columns, index, onColumns }: ColumnItemProps) {
  const { t } = useTranslation();
  const shown = columns.filter(({ hidden }) => !hidden).length;
  const set = (change: Partial<ListColumn>) =>
    onColumns(columns.map((each) => (each.id === column.id ? { ...each, ...change } : each)));
  return (
    <li>
      <label>
        <input
          type="checkbox"
          checked={!column.hidden}
          disabled={!column.hidden && shown === 1}
          onChange={() => set({ hidden: !column.hidden })}
        />
        <span>{column.label}</span>
      </label>
      <button
        type="button"
        className="icon-button"
        aria-pressed={column.pinned}
        aria-label={t('list.pin', { name: column.label })}
        title={t('list.pin', { name: column.label })}
        onClick={() => set({ pinned: !column.pinned })}
      >
        <Pin filled={column.pinned} />
      </button>
      <button
        type="button"
        className="icon-button"
        disabled={index === 0}
        aria-label={t('list.moveUp', { name: column.label })}
        onClick={() => onColumns(moveColumn(columns, column.id, -1))}
      >
        <Caret up />
      </button>
      <button
        type="button"
        className="icon-button"
        disabled={index === columns.length - 1}
        aria-label={t('list.moveDown', { name: column.label })}
        onClick={() => onColumns(moveColumn(columns, column.id, 1))}
      >
        <Caret />
      </button>
    </li>
  );
}

function Pin({ filled }: { filled: boolean }) {
  return (
    <svg
      viewBox="0 0 16 16"
      width="14"
      height="14"
      fill={filled ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth="1.3"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path
        d="m9.5 2 4.5 4.5-1.2.6-2.2 2.2-.5 2.6L4.1 5.9l2.6-.5L8.900 3.200zM6.600 9.400 2.500 13.500"
        strokeLinecap="round"
      />
    </svg>
  );
}
