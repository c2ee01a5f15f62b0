import { useTranslation } from 'react-i18next';
import { importText } from './guess.ts';
import type { Sheet } from './read-sheet.ts';
import type { NamedColumn } from './sheet-document.ts';

const shown = 5;

/** The first rows as they will be imported; cells that do not fit are marked. */
export function SheetPreview({
  sheet,
  columns,
  first,
}: {
  sheet: Sheet;
  columns: readonly NamedColumn[];
  first: 'zh-CN' | 'en-US';
}) {
  const { t } = useTranslation('designer');
  return (
    <div className="matrix-scroll" tabIndex={0} role="region" aria-label={t('sheet.preview')}>
      <table className="matrix sheet-preview">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.at} scope="col">
                {column.names[first]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sheet.rows.slice(0, shown).map((row, at) => (
            <tr key={at}>
              {columns.map((column) => {
                const cell = row[column.at] ?? '';
                const text = importText(cell, column);
                const word = column.type === 'boolean' && text ? t(`designer.value.${text === 'Y'}`) : text;
                return (
                  <td key={column.at} data-misfit={text === null || undefined}>
                    {(word ?? cell).slice(0, 200)}
                    {text !== null && word && column.type === 'money' ? ` ${column.currency}` : null}
                    {text === null ? <span className="sr-only"> ({t('sheet.misfit')})</span> : null}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {sheet.rows.length > shown ? (
        <p className="panel-hint">{t('sheet.moreRows', { count: sheet.rows.length - shown })}</p>
      ) : null}
    </div>
  );
}
