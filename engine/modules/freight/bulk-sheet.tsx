import { useState } from 'react';
import { ErrorPanel, FileButton, toDisplayError } from '../../kit/index.ts';
import { useSheetImport } from './use-sheet-import.ts';
import { useWords } from './words.ts';

/** Paste or file, then what the import would take, then the import. */
export function BulkSheet({ onAdded }: { onAdded: () => void }) {
  const t = useWords();
  const [text, setText] = useState('');
  const { found, done, busy, failure, check, add, template, reasons, hasReasons, forget } = useSheetImport(
    (isPasted) => {
      // What was typed is still wanted where a file was added instead.
      if (isPasted) setText('');
      onAdded();
    },
  );
  const type = (typed: string) => {
    setText(typed);
    // Only what was checked is added, never an earlier version of it.
    forget();
  };
  return (
    <section className="freight-card" aria-label={t('bulk.sheet')}>
      <h2>{t('bulk.sheet')}</h2>
      <label className="freight-paste">
        <span>{t('bulk.paste')}</span>
        <textarea rows={5} value={text} onChange={(event) => type(event.target.value)} spellCheck={false} />
      </label>
      <div className="freight-tools">
        <button
          type="button"
          className="button is-primary"
          disabled={busy || text.trim() === ''}
          onClick={() => void check(new File([text], 'sheet.csv', { type: 'text/csv' }), true)}
        >
          {t('bulk.check')}
        </button>
        <FileButton
          accept=".csv,.tsv,.txt,.xlsx,.xls"
          disabled={busy}
          onFiles={([picked]) => void (picked && check(picked, false))}
        >
          {t('bulk.file')}
        </FileButton>
        <button type="button" className="button" disabled={busy} onClick={() => void template()}>
          {t('bulk.template')}
        </button>
      </div>
      {failure ? <ErrorPanel compact error={toDisplayError(failure)} /> : null}
      <p role="status">{done}</p>
      {hasReasons ? (
        <p>
          <button type="button" className="button" onClick={reasons}>
            {t('import.reasons')}
          </button>
        </p>
      ) : null}
      {found ? <Preview found={found} busy={busy} onAdd={() => void add()} /> : null}
    </section>
  );
}

/** What the import would take, and what it says of each row. */
function Preview({
  found,
  busy,
  onAdd,
}: {
  found: NonNullable<ReturnType<typeof useSheetImport>['found']>;
  busy: boolean;
  onAdd: () => void;
}) {
  const t = useWords();
  return (
    <>
      {found.problems.map((problem) => (
        <p key={problem} role="alert">
          {problem}
        </p>
      ))}
      <div className="freight-scroll">
        <table className="freight-lines is-cards">
          <thead>
            <tr>
              {found.header.map((heading, at) => (
                <th key={at} scope="col">
                  {heading}
                </th>
              ))}
              <th scope="col">{t('bulk.problem')}</th>
            </tr>
          </thead>
          <tbody>
            {found.rows.map(({ cells, reasons }, at) => (
              <tr key={at}>
                {found.header.map((heading, column) => (
                  <td key={column} data-label={heading}>
                    {cells[column] ?? ''}
                  </td>
                ))}
                <td className="is-problem">{reasons.join(' ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <button
        type="button"
        className="button is-primary"
        disabled={busy || found.problems.length > 0 || found.rows.length === 0}
        onClick={onAdd}
      >
        {t('bulk.add')}
      </button>
    </>
  );
}
