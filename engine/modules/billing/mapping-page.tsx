import { useState } from 'react';
import { Link } from 'react-router-dom';
import {
  ErrorPanel,
  FileButton,
  newKey,
  PageHeader,
  toDisplayError,
  useDataClient,
  useHasPermission,
} from '../../kit/index.ts';
import { headingPattern, type HeadingMeaning } from './headings.ts';
import { SelectField } from './report.tsx';
import { useTables, type GivenTable } from './tables.ts';
import { useWords } from './wording.ts';

const fields = [
  ...['number', 'date', 'account', 'amount', 'currency', 'tracking', 'leadTracking', 'reference', 'shipDate', 'code'],
  ...['text', 'net', 'enteredWeight', 'billedWeight', 'length', 'width', 'height', 'zone', 'service'],
] as const;

const guessed = [
  ...['number', 'shipDate', 'date', 'account', 'tracking', 'currency', 'net', 'text', 'code', 'reference'],
  ...['billedWeight', 'enteredWeight', 'zone', 'service'],
] as readonly ((typeof fields)[number] & HeadingMeaning)[];

/** What a heading most likely means: the first that fits counts. */
const guesses = guessed.map((field) => [field, headingPattern(field)] as const);

function guess(headings: readonly string[]): string[] {
  const used = new Set<string>();
  return headings.map((heading) => {
    const found = guesses.find(([field, words]) => !used.has(field) && words.test(heading))?.[0] ?? '';
    used.add(found);
    return found;
  });
}

/** Says by a sample what the columns of another carrier's files mean. */
export default function MappingPage() {
  const t = useWords();
  const { tables, refused, busy, failure, hand } = useTables();
  const [table] = tables;
  return (
    <div className="bill-page">
      <PageHeader title={t('mapping.title')} />
      <div className="bill-tools">
        <span>{t('mapping.sample')}</span>
        <FileButton
          primary={!table}
          accept=".csv,.txt,.xlsx"
          disabled={busy}
          onFiles={(files) => hand(files.slice(0, 1))}
        >
          {t('import.choose')}
        </FileButton>
        {busy && <span role="status">{t('tables.reading')}</span>}
        <Link to="/BillMapping">{t('mapping.all')}</Link>
      </div>
      {failure !== null && <ErrorPanel compact error={toDisplayError(failure)} />}
      {refused.map(({ file, message }) => (
        <p key={file} className="bill-refused">
          <strong>{file}</strong> {message}
        </p>
      ))}
      {table && <Mapping key={table.file} table={table} />}
    </div>
  );
}

interface Facts {
  readonly name: string;
  readonly carrierCode: string;
  readonly accountNumber: string;
  readonly currency: string;
}

interface Style {
  readonly decimalSign: string;
  readonly dayOrder: string;
  readonly reversed: boolean;
}

/** Rows with this text under this heading are no lines of the bill. */
interface Skip {
  readonly heading: string;
  readonly equals: string;
}

function Mapping({ table }: { table: GivenTable }) {
  const t = useWords();
  const client = useDataClient();
  const may = useHasPermission('BillMapping:add');
  const [meant, setMeant] = useState<readonly string[]>(() => guess(table.headings));
  const [facts, setFacts] = useState<Facts>({
    name: table.name.slice(0, 60),
    carrierCode: '',
    accountNumber: '',
    currency: 'USD',
  });
  const [style, setStyle] = useState<Style>({ decimalSign: 'auto', dayOrder: 'auto', reversed: false });
  const [skip, setSkip] = useState<Skip>({ heading: '', equals: '' });
  const [saved, setSaved] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const save = async () => {
    setFailure(null);
    const columns = meant.flatMap((field, at) => (field === '' ? [] : [{ field, heading: table.headings[at] ?? '' }]));
    const record = {
      ...facts,
      accountNumber: facts.accountNumber || null,
      ...style,
      headingRow: 1,
      columns,
      skip: skip.heading === '' ? [] : [skip],
    };
    await client.add('BillMapping', record, newKey());
    setSaved(true);
  };
  return (
    <form
      className="bill-import"
      onSubmit={(event) => {
        event.preventDefault();
        setBusy(true);
        void save()
          .catch(setFailure)
          .finally(() => setBusy(false));
      }}
    >
      <BillFacts facts={facts} onChange={setFacts} />
      <NumberStyle style={style} onChange={setStyle} />
      <SkippedRows table={table} skip={skip} onChange={setSkip} />
      <ColumnMeanings table={table} meant={meant} onChange={setMeant} />
      {failure !== null && <ErrorPanel compact error={toDisplayError(failure)} />}
      <div className="bill-tools">
        <button type="submit" className="button is-primary" disabled={!may || saved || busy}>
          {t('mapping.save')}
        </button>
        {saved && <span role="status">{t('mapping.saved')}</span>}
      </div>
    </form>
  );
}

function BillFacts({ facts, onChange }: { facts: Facts; onChange: (facts: Facts) => void }) {
  const t = useWords();
  return (
    <div className="bill-tools">
      {(['name', 'carrierCode', 'accountNumber', 'currency'] as const).map((name) => (
        <label key={name}>
          {t(`mapping.${name}`)}{' '}
          <input
            className="bill-input"
            value={facts[name]}
            onChange={({ target }) => onChange({ ...facts, [name]: target.value })}
          />
        </label>
      ))}
    </div>
  );
}

/** How the file writes numbers and days. */
function NumberStyle({ style, onChange }: { style: Style; onChange: (style: Style) => void }) {
  const t = useWords();
  const choice = (name: 'decimalSign' | 'dayOrder', options: readonly string[]) => (
    <SelectField
      label={t(`mapping.${name}`)}
      value={style[name]}
      options={options.map((option) => [option, t(`mapping.${option}`)] as const)}
      onChange={(value) => onChange({ ...style, [name]: value })}
    />
  );
  return (
    <div className="bill-tools">
      {choice('decimalSign', ['auto', 'point', 'comma'])}
      {choice('dayOrder', ['auto', 'dayFirst', 'monthFirst'])}
      <label>
        <input
          type="checkbox"
          checked={style.reversed}
          onChange={({ target }) => onChange({ ...style, reversed: target.checked })}
        />{' '}
        {t('mapping.reversed')}
      </label>
    </div>
  );
}

interface SkippedProps {
  readonly table: GivenTable;
  readonly skip: Skip;
  onChange(skip: Skip): void;
}

function SkippedRows({ table, skip, onChange }: SkippedProps) {
  const t = useWords();
  return (
    <div className="bill-tools">
      <SelectField
        label={t('mapping.skip')}
        value={skip.heading}
        options={[
          ['', t('mapping.skipNone')],
          ...table.headings.filter((heading) => heading !== '').map((heading) => [heading, heading] as const),
        ]}
        onChange={(heading) => onChange({ ...skip, heading })}
      />
      {skip.heading !== '' && (
        <label>
          {t('mapping.skipEquals')}{' '}
          <input
            className="bill-input"
            value={skip.equals}
            onChange={({ target }) => onChange({ ...skip, equals: target.value })}
          />
        </label>
      )}
    </div>
  );
}

interface MeaningsProps {
  readonly table: GivenTable;
  readonly meant: readonly string[];
  onChange(meant: readonly string[]): void;
}

/** Each column of the sample with its first rows, and what it means. */
function ColumnMeanings({ table, meant, onChange }: MeaningsProps) {
  const t = useWords();
  return (
    <div className="bill-scroll" tabIndex={0} role="region" aria-label={t('mapping.columns')}>
      <table className="bill-table">
        <thead>
          <tr>
            <th>{t('mapping.heading')}</th>
            <th>{t('mapping.means')}</th>
            <th>{t('mapping.firstRows')}</th>
          </tr>
        </thead>
        <tbody>
          {table.headings.map((heading, at) => (
            <tr key={at}>
              <td>{heading}</td>
              <td>
                <select
                  className="bill-input"
                  aria-label={t('mapping.meansOf', { name: heading || String(at + 1) })}
                  value={meant[at]}
                  onChange={({ target }) => onChange(meant.map((field, on) => (on === at ? target.value : field)))}
                >
                  <option value="">{t('mapping.nothing')}</option>
                  {fields.map((field) => (
                    <option key={field} value={field}>
                      {t(`field.${field}`)}
                    </option>
                  ))}
                </select>
              </td>
              <td>
                {table.sample
                  .slice(0, 3)
                  .map((row) => row[at] ?? '')
                  .join(' · ')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
