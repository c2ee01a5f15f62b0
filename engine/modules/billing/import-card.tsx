import { Link } from 'react-router-dom';
import { ErrorPanel, jobFailure, saveFile, StatusTag, toDisplayError } from '../../kit/index.ts';
import { isUnderWay, refusalsSheet, resultOf, type BillImport, type ImportResult, type Refused } from './imports.ts';
import { useFigures, useWords } from './wording.ts';

const tones: Readonly<Record<string, 'good' | 'info' | 'warn' | 'neutral'>> = {
  ...{ parsed: 'info', matched: 'warn', locked: 'good', discarded: 'neutral' },
};

/** One import: progress, invoices, unknown charges and refusals. */
export function ImportCard({ of }: { of: BillImport }) {
  const t = useWords();
  const figures = useFigures();
  const result = resultOf(of);
  const failed = of.state === 'failed' ? toDisplayError(jobFailure(of)) : null;
  return (
    <li className="bill-import">
      <h2 className="bill-files">{of.files.join(', ')}</h2>
      <p className="bill-soft">{t('import.by', { name: of.by ?? '', at: of.at })}</p>
      {isUnderWay(of) && (
        <p role="status" className="bill-soft">
          {t('import.reading', { lines: figures.count(of.done) })}
        </p>
      )}
      {failed && <ErrorPanel compact error={failed} />}
      {result && <Invoices result={result} />}
      {result && result.refused.length > 0 && <Refusals refused={result.refused} />}
    </li>
  );
}

/** Faults shown of one file; the downloaded list has all. */
const mostShown = 10;

function byFile(refused: readonly Refused[]): [string, Refused[]][] {
  const files = new Map<string, Refused[]>();
  for (const each of refused) files.set(each.file, [...(files.get(each.file) ?? []), each]);
  return [...files];
}

function Refusals({ refused }: { refused: readonly Refused[] }) {
  const t = useWords();
  const heads = ['file', 'line', 'column', 'reason'].map((name) => t(`import.head.${name}`));
  return (
    <div className="bill-refused">
      <h3>{t('import.refused', { count: refused.length })}</h3>
      <ul>
        {byFile(refused).map(([file, faults]) => (
          <li key={file}>
            <strong>{file}</strong>{' '}
            {faults.length === 1 ? (
              faults[0]?.message
            ) : (
              <ul>
                {faults.slice(0, mostShown).map(({ message }, at) => (
                  <li key={at}>{message}</li>
                ))}
                {faults.length > mostShown && <li>{t('import.refusedMore', { count: faults.length - mostShown })}</li>}
              </ul>
            )}
          </li>
        ))}
      </ul>
      <button
        type="button"
        className="button"
        onClick={() => saveFile({ name: t('import.refusedFile'), blob: refusalsSheet(heads, refused) })}
      >
        {t('import.refusedSave')}
      </button>
    </div>
  );
}

function Invoices({ result }: { result: ImportResult }) {
  const t = useWords();
  const figures = useFigures();
  if (result.invoices.length === 0) return null;
  return (
    <div className="bill-scroll" tabIndex={0} role="region" aria-label={t('import.invoices')}>
      <table className="bill-table">
        <thead>
          <tr>
            <th>{t('import.number')}</th>
            <th>{t('import.account')}</th>
            <th>{t('import.date')}</th>
            <th className="is-number">{t('import.lines')}</th>
            <th className="is-number">{t('import.amount')}</th>
            <th className="is-number">{t('import.sum')}</th>
            <th>{t('import.state')}</th>
            <th>{t('import.unknown')}</th>
          </tr>
        </thead>
        <tbody>
          {result.invoices.map((invoice) => (
            <tr key={`${invoice.carrier} ${invoice.account} ${invoice.number} ${invoice.date}`}>
              <td>
                <Link to={`/CarrierBill?search=${encodeURIComponent(invoice.number)}`}>{invoice.number}</Link>
              </td>
              <td>{`${invoice.carrier} ${invoice.account}`}</td>
              <td>{invoice.date}</td>
              <td className="is-number">{figures.count(invoice.lines)}</td>
              <td className="is-number">
                {invoice.amount === null ? t('import.noAmount') : figures.money(invoice.amount, invoice.currency)}
              </td>
              <td className="is-number">
                {figures.money(invoice.sum, invoice.currency)}
                {invoice.amount !== null && invoice.amount !== invoice.sum && (
                  <StatusTag tone="warn" text={t('import.differs')} />
                )}
              </td>
              <td>
                <StatusTag tone={tones[invoice.state] ?? 'neutral'} text={t(`state.${invoice.state}`)} />
              </td>
              <td>
                {invoice.unknown.map(({ code, text, count, sum }) => (
                  <div key={`${code} ${text}`}>
                    {t('import.unknownCharge', {
                      ...{ name: [code, text].filter(Boolean).join(' '), count: figures.count(count) },
                      sum: figures.money(sum, invoice.currency),
                    })}
                  </div>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
