import { Modal, Progress } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListColumn } from '../controllers/list-columns.ts';
import { listQueryParams, type ListState } from '../controllers/list-state.ts';
import { useExport } from '../controllers/use-export.ts';
import { failedToLoad } from '../data/display-error.ts';
import { ErrorPanel } from '../ui/error-panel.tsx';

type Format = 'xlsx' | 'csv' | 'pdf';

interface Props {
  path: string;
  name: string;
  columns: readonly ListColumn[];
  state: ListState;
  narrowed: boolean;
  /** The list has a document of its own. */
  document: boolean;
  onClose(): void;
}

/** A list as a file: which rows, which columns, which format; then progress, then the file. */
export function ListExportDialog({ path, name, columns, state, narrowed, document, onClose }: Props) {
  const { t } = useTranslation();
  const job = useExport(path);
  const [format, setFormat] = useState<Format>('xlsx');
  const [rows, setRows] = useState<'matching' | 'all'>('matching');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(columns.filter((column) => !column.hidden).map(({ field }) => field.name)),
  );
  const names = columns.map(({ field }) => field.name).filter((field) => chosen.has(field));
  const run = () =>
    job.start({
      format,
      columns: names,
      query: listQueryParams(rows === 'matching' ? state : { ...state, view: '', search: '', filters: [] }),
    });
  const choosing = job.state.state === 'idle';
  return (
    <Modal
      open
      centered
      width={560}
      maskClosable={false}
      title={t('export.title', { name })}
      onCancel={onClose}
      footer={<ExportFooter job={job} disabled={names.length === 0} onRun={run} onClose={onClose} />}
    >
      {choosing ? (
        <div className="export-choices">
          <FormatChoice document={document} value={format} onChange={setFormat} />
          {narrowed ? (
            <Choice<'matching' | 'all'>
              legend={t('export.rows')}
              name="rows"
              value={rows}
              options={[
                ['matching', t('export.matching')],
                ['all', t('export.all')],
              ]}
              onChange={(next) => setRows(next)}
            />
          ) : null}
          {format === 'pdf' ? (
            <p className="quiet">{t('export.documentHint')}</p>
          ) : (
            <ColumnChoice columns={columns} chosen={chosen} onChange={setChosen} />
          )}
        </div>
      ) : null}
      <ExportProgress job={job} onRetry={run} />
    </Modal>
  );
}

interface FormatChoiceProps {
  readonly document: boolean;
  readonly value: Format;
  onChange(format: Format): void;
}

function FormatChoice({ document, value, onChange }: FormatChoiceProps) {
  const { t } = useTranslation();
  return (
    <Choice<Format>
      legend={t('export.format')}
      name="format"
      value={value}
      options={[
        ['xlsx', 'Excel (.xlsx)'],
        ['csv', 'CSV (.csv)'],
        ...(document ? [['pdf', t('export.document')] as const] : []),
      ]}
      onChange={onChange}
    />
  );
}

interface FooterProps {
  readonly job: ReturnType<typeof useExport>;
  /** Whether nothing is chosen that could be exported. */
  readonly disabled: boolean;
  onRun(): void;
  onClose(): void;
}

function ExportFooter({ job, disabled, onRun, onClose }: FooterProps) {
  const { t } = useTranslation();
  const { state: now } = job;
  const choosing = now.state === 'idle';
  return (
    <div className="dialog-foot">
      <button type="button" className="button" onClick={choosing || now.state === 'done' ? onClose : job.reset}>
        {t(choosing ? 'ui.cancel' : now.state === 'done' ? 'ui.close' : 'export.back')}
      </button>
      {choosing ? (
        <button type="button" className="button is-primary" disabled={disabled} onClick={onRun}>
          {t('export.start')}
        </button>
      ) : null}
      {now.state === 'done' ? (
        <button type="button" className="button is-primary" onClick={() => void job.again(now.file)}>
          {t('export.again')}
        </button>
      ) : null}
    </div>
  );
}

interface ColumnChoiceProps {
  readonly columns: readonly ListColumn[];
  readonly chosen: ReadonlySet<string>;
  onChange(chosen: ReadonlySet<string>): void;
}

function ColumnChoice({ columns, chosen, onChange }: ColumnChoiceProps) {
  const { t } = useTranslation();
  const count = columns.filter(({ field }) => chosen.has(field.name)).length;
  const toggle = (field: string) =>
    onChange(chosen.has(field) ? new Set([...chosen].filter((one) => one !== field)) : new Set([...chosen, field]));
  return (
    <fieldset>
      <legend>
        {t('export.columns', { count })}
        <button
          type="button"
          className="link-button"
          onClick={() => onChange(new Set(columns.map(({ field }) => field.name)))}
        >
          {t('export.every')}
        </button>
      </legend>
      <div className="export-columns">
        {columns.map(({ field, label }) => (
          <label key={field.name}>
            <input type="checkbox" checked={chosen.has(field.name)} onChange={() => toggle(field.name)} /> {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** How far the export is, that it is done, or why it has failed. */
function ExportProgress({ job: { state: now }, onRetry }: { job: FooterProps['job']; onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <>
      {now.state === 'running' ? (
        <div className="bulk-words" role="status">
          <Progress percent={now.total ? Math.round((now.done / now.total) * 100) : 0} status="active" />
          <p>
            {now.total
              ? t('export.progress', { done: now.done.toLocaleString(), total: now.total.toLocaleString() })
              : t('export.preparing')}
          </p>
        </div>
      ) : null}
      {now.state === 'done' ? <p role="status">{t('export.done', { count: now.rows.toLocaleString() })}</p> : null}
      {now.state === 'failed' ? (
        <ErrorPanel error={failedToLoad('export', now.error)} onRetry={onRetry} compact />
      ) : null}
    </>
  );
}

interface ChoiceProps<T extends string> {
  legend: string;
  name: string;
  value: T;
  options: readonly (readonly [NoInfer<T>, string])[];
  onChange(value: T): void;
}

function Choice<T extends string>({ legend, name, value, options, onChange }: ChoiceProps<T>) {
  return (
    <fieldset className="segments">
      <legend>{legend}</legend>
      {options.map(([one, label]) => (
        <label key={one}>
          <input type="radio" name={name} checked={one === value} onChange={() => onChange(one)} />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
