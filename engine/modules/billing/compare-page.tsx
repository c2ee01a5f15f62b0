import { useState } from 'react';
import { ErrorPanel, FileButton, PageHeader, saveFile, toDisplayError } from '../../kit/index.ts';
import { ReportTable, SelectField } from './report.tsx';
import { headingPattern } from './headings.ts';
import { useTables, type GivenTable } from './tables.ts';
import { useFigures, useWords } from './wording.ts';

interface Outcome {
  readonly counts: Readonly<Record<'same' | 'differs' | 'onlyLeft' | 'onlyRight', number>>;
  readonly names: readonly string[];
  readonly rows: readonly {
    readonly key: string;
    readonly kind: string;
    readonly values: readonly { left: string | null; right: string | null; difference: number | null }[];
  }[];
  readonly file: { readonly name: string; readonly mediaType: string; readonly content: string };
}

const likely = (headings: readonly string[], words: RegExp): number =>
  Math.max(
    0,
    headings.findIndex((heading) => words.test(heading)),
  );

/** Differences beyond a tolerance between two tables, or a table and our bills. */
export default function ComparePage() {
  const t = useWords();
  const { tables, refused, busy, failure, hand, run } = useTables();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [failed, setFailed] = useState<unknown>(null);
  const [left, right] = tables;
  return (
    <div className="bill-page">
      <PageHeader title={t('tables.title')} />
      <div className="bill-tools">
        <span>{t('tables.choose')}</span>
        <FileButton
          multiple
          primary={!left}
          accept=".csv,.txt,.xlsx"
          disabled={busy}
          onFiles={(files) => {
            setOutcome(null);
            setFailed(null);
            hand(files);
          }}
        >
          {t('import.choose')}
        </FileButton>
        {busy && <span role="status">{t('tables.reading')}</span>}
      </div>
      {(failure ?? failed) !== null && <ErrorPanel compact error={toDisplayError(failure ?? failed)} />}
      {refused.map(({ file, message }) => (
        <p key={file} className="bill-refused">
          <strong>{file}</strong> {message}
        </p>
      ))}
      {left && (
        <Columns
          key={`${left.file} ${right?.file ?? ''}`}
          left={left}
          right={right ?? null}
          onCompare={(body) => {
            setFailed(null);
            setOutcome(null);
            run<Outcome>('BillTable/compare', body).then(setOutcome, setFailed);
          }}
        />
      )}
      {outcome && <Differences outcome={outcome} />}
    </div>
  );
}

function Differences({ outcome }: { outcome: Outcome }) {
  const t = useWords();
  const figures = useFigures();
  const save = ({ name, mediaType, content }: Outcome['file']) => {
    const bytes = Uint8Array.from(atob(content), (sign) => sign.charCodeAt(0));
    saveFile({ name, blob: new Blob([bytes], { type: mediaType }) });
  };
  return (
    <>
      <div className="bill-tools">
        {(['same', 'differs', 'onlyLeft', 'onlyRight'] as const).map((kind) => (
          <span key={kind}>{`${t(`tables.${kind}`)}: ${figures.count(outcome.counts[kind])}`}</span>
        ))}
        <button type="button" className="button" onClick={() => save(outcome.file)}>
          {t('tables.save')}
        </button>
      </div>
      <ReportTable
        title={t('tables.title')}
        rows={outcome.rows}
        of={({ key }) => key}
        columns={[
          { head: t('tables.key'), cell: ({ key }) => key },
          { head: t('tables.kind'), cell: ({ kind }) => t(`tables.${kind}`) },
          ...outcome.names.flatMap((name, at) => [
            {
              head: `${name} 1`,
              number: true,
              cell: (row: Outcome['rows'][number]) => row.values[at]?.left,
            },
            {
              head: `${name} 2`,
              number: true,
              cell: (row: Outcome['rows'][number]) => row.values[at]?.right,
            },
            {
              ...{
                head: [t('compare.difference'), outcome.names.length > 1 ? name : ''].join(' ').trim(),
                number: true,
              },
              cell: (row: Outcome['rows'][number]) => row.values[at]?.difference,
            },
          ]),
        ]}
      />
    </>
  );
}

interface ColumnsProps {
  readonly left: GivenTable;
  readonly right: GivenTable | null;
  onCompare(body: object): void;
}

function Columns({ left, right, onCompare }: ColumnsProps) {
  const t = useWords();
  const [number, amount] = [headingPattern('comparedNumber'), headingPattern('comparedAmount')];
  const likelyOf = (words: RegExp): [number, number] => [
    likely(left.headings, words),
    right ? likely(right.headings, words) : 0,
  ];
  const [key, setKey] = useState(() => likelyOf(number));
  const [value, setValue] = useState(() => likelyOf(amount));
  const [tolerance, setTolerance] = useState('0.00');
  return (
    <form
      className="bill-import"
      onSubmit={(event) => {
        event.preventDefault();
        onCompare({ left: left.file, right: right?.file ?? null, keys: [key], values: [value], tolerance });
      }}
    >
      <div className="bill-tools">
        <strong>{left.name}</strong>
        <ColumnField label={t('tables.key')} of={left} chosen={key[0]} onChoose={(at) => setKey([at, key[1]])} />
        <ColumnField
          label={t('tables.value')}
          of={left}
          chosen={value[0]}
          onChoose={(at) => setValue([at, value[1]])}
        />
      </div>
      <div className="bill-tools">
        <strong>{right?.name ?? t('billing.tables.ours')}</strong>
        {right && (
          <>
            <ColumnField label={t('tables.key')} of={right} chosen={key[1]} onChoose={(at) => setKey([key[0], at])} />
            <ColumnField
              label={t('tables.value')}
              of={right}
              chosen={value[1]}
              onChoose={(at) => setValue([value[0], at])}
            />
          </>
        )}
      </div>
      <div className="bill-tools">
        <label>
          {t('tables.tolerance')}{' '}
          <input
            className="bill-input"
            inputMode="decimal"
            pattern="[0-9]{1,6}([.][0-9]{1,2})?"
            value={tolerance}
            onChange={({ target }) => setTolerance(target.value)}
          />
        </label>
        <button type="submit" className="button is-primary">
          {t('tables.compare')}
        </button>
      </div>
    </form>
  );
}

interface ColumnFieldProps {
  readonly label: string;
  readonly of: GivenTable;
  readonly chosen: number;
  onChoose(at: number): void;
}

/** One of a table's columns, by its heading or its number. */
function ColumnField({ label, of, chosen, onChoose }: ColumnFieldProps) {
  return (
    <SelectField
      label={label}
      value={String(chosen)}
      options={of.headings.map((heading, at) => [String(at), heading === '' ? String(at + 1) : heading] as const)}
      onChange={(at) => onChoose(Number(at))}
    />
  );
}
