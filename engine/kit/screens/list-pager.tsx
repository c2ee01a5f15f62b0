import { useTranslation } from 'react-i18next';
import { pageSizes } from '../../core/index.ts';
import type { Paged } from '../controllers/use-list.ts';
import { shownCount } from '../fields/controls/number-text.ts';
import { useCulture } from '../ui/culture.ts';

interface Props {
  paged: Paged;
  onPage(page: number): void;
  onPageSize(pageSize: number): void;
}

/** The way between the pages of a list, and how many rows one has. */
export function ListPager({ paged, onPage, onPageSize }: Props) {
  const { t } = useTranslation();
  const culture = useCulture();
  const { page, pages, size, more } = paged;
  return (
    <nav className="list-pager" aria-label={t('list.pages')}>
      <button
        type="button"
        className="icon-button"
        disabled={page <= 1}
        aria-label={t('list.page.before')}
        onClick={() => onPage(page - 1)}
      >
        ‹
      </button>
      {pagesAround(page, pages).map((one, at, all) => (
        <span key={one} className="list-pager-page">
          {one - (all[at - 1] ?? one - 1) > 1 ? <span aria-hidden="true">…</span> : null}
          <button
            type="button"
            className="list-pager-number"
            aria-current={one === page ? 'page' : undefined}
            aria-label={t('list.page.at', { page: one })}
            onClick={() => onPage(one)}
          >
            {shownCount(one, culture)}
          </button>
        </span>
      ))}
      <button
        type="button"
        className="icon-button"
        disabled={!more}
        aria-label={t('list.page.after')}
        onClick={() => onPage(page + 1)}
      >
        ›
      </button>
      <select
        className="culture-select"
        aria-label={t('list.page.size')}
        value={size}
        onChange={(event) => onPageSize(Number(event.target.value))}
      >
        {pageSizes.map((one) => (
          <option key={one} value={one}>
            {t('list.page.sizeOf', { size: one })}
          </option>
        ))}
      </select>
    </nav>
  );
}

/** The first page, the last, and those beside the present one. */
function pagesAround(page: number, pages: number): number[] {
  const near = [1, page - 1, page, page + 1, pages];
  return [...new Set(near)]
    .filter((one) => one >= 1 && one <= Math.max(pages, page))
    .toSorted((one, other) => one - other);
}
