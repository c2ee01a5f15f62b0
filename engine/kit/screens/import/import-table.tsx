import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { importPlaces, missingFields } from '../../controllers/import/import-columns.ts';
import type { ImportPreview } from '../../data/data-client.ts';
import type { EntityLabels } from '../../data/entity-labels.ts';
import type { ReadyEntity } from '../../data/use-entity.ts';

interface Props {
  ready: ReadyEntity;
  words: EntityLabels;
  preview: ImportPreview;
  mapping: readonly (string | null)[];
  busy: boolean;
  onMap(column: number, to: string | null): void;
}

/** The first rows of a file: over each column what it is taken for, beside each row what speaks against it. */
export function ImportTable({ ready, words, preview, mapping, busy, onMap }: Props) {
  const { t } = useTranslation();
  const { entity, answer } = ready;
  const places = useMemo(() => importPlaces(entity, words, answer.rights.readOnly), [entity, words, answer]);
  const missing = missingFields(entity, mapping);
  const bad = preview.rows.filter(({ reasons }) => reasons.length > 0).length;
  const counts = { good: preview.rows.length - bad, count: preview.rows.length };
  return (
    <div className="import-look" aria-busy={busy}>
      <p role="status">
        {t(preview.more ? 'import.firstGood' : 'import.allGood', counts)}
        {missing.length > 0 ? (
          <span className="import-missing">
            {' '}
            {t('import.missing', { fields: missing.map((name) => words.field(name)).join(', ') })}
          </span>
        ) : null}
      </p>
      {preview.problems.length > 0 ? (
        <ul className="import-problems" role="alert">
          {preview.problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      ) : null}
      <PreviewTable preview={preview} places={places} mapping={mapping} onMap={onMap} />
    </div>
  );
}

interface TableProps extends Pick<Props, 'preview' | 'mapping' | 'onMap'> {
  places: readonly { value: string; label: string }[];
}

function PreviewTable({ preview, places, mapping, onMap }: TableProps) {
  const { t } = useTranslation();
  return (
    <div className="import-scroll" role="region" aria-label={t('import.step.mapping')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">#</th>
            {preview.header.map((text, at) => (
              <th key={at} scope="col" data-passed={(mapping[at] ?? null) === null}>
                <span>{text || t('import.noHeading')}</span>
                <select
                  aria-label={t('import.column', { name: text || String(at + 1) })}
                  value={mapping[at] ?? ''}
                  onChange={({ target }) => onMap(at, target.value || null)}
                >
                  <option value="">{t('import.pass')}</option>
                  {places.map(({ value, label }) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
                </select>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {preview.rows.map(({ cells, reasons }, row) => (
            <tr key={row} data-bad={reasons.length > 0}>
              <th scope="row">
                {row + 1}
                {reasons.length > 0 ? <span className="import-reason">{reasons.join(' ')}</span> : null}
              </th>
              {preview.header.map((_, at) => (
                <td key={at} data-passed={(mapping[at] ?? null) === null}>
                  {cells[at] ?? ''}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
