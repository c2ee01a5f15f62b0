import { App, Modal, Progress } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { missingFields } from '../../controllers/import/import-columns.ts';
import type { ImportResult } from '../../controllers/import/import-state.ts';
import { useImport } from '../../controllers/import/use-import.ts';
import type { EntityLabels } from '../../data/entity-labels.ts';
import { errorMessage, toDisplayError } from '../../data/display-error.ts';
import type { ReadyEntity } from '../../data/use-entity.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Skeleton } from '../../ui/skeletons.tsx';
import { ImportRead } from './import-read.tsx';
import { ImportTable } from './import-table.tsx';
import './import.css';

interface Props {
  ready: ReadyEntity;
  words: EntityLabels;
  onClose(): void;
  onAdded(): void;
}

/** Rows of a file into a list: choose it, say what its columns are, look at its first rows, then let the server work. */
export function ImportWizard({ ready, words, onClose, onAdded }: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { entity, answer } = ready;
  const suffices = (mapping: readonly (string | null)[]) => missingFields(entity, mapping).length === 0;
  const job = useImport(entity.path, onAdded, answer.reader === true ? suffices : null);
  const { state } = job;
  const showFailure = (work: Promise<void>) => void work.catch((error: unknown) => message.error(errorMessage(error)));
  return (
    <Modal
      open
      centered
      width={state.step === 'mapping' || state.step === 'understood' ? 1080 : 620}
      maskClosable={false}
      title={t('import.title', { name: words.plural })}
      onCancel={onClose}
      footer={<WizardFooter job={job} onClose={onClose} />}
    >
      <Steps step={state.step} />
      {state.step === 'choosing' ? (
        <Chooser onChoose={job.choose} onTemplate={() => showFailure(job.template())} />
      ) : null}
      {state.step === 'reading' ? <Skeleton shape="page" /> : null}
      {state.step === 'mapping' ? (
        <ImportTable
          ready={ready}
          words={words}
          preview={state.preview}
          mapping={state.mapping}
          busy={state.busy}
          onMap={job.map}
        />
      ) : null}
      {state.step === 'understood' ? (
        <ImportRead
          key={state.file.name}
          ready={ready}
          words={words}
          file={state.file}
          found={state.found}
          onAdded={onAdded}
          onRows={() => job.asRows(state.file)}
        />
      ) : null}
      {state.step === 'running' ? <Running state={state} /> : null}
      <Outcome job={job} onFailure={showFailure} />
    </Modal>
  );
}

type Job = ReturnType<typeof useImport>;

const steps = ['choosing', 'mapping', 'running'] as const;

/** Which of the three steps a state of the import belongs to. */
function stepOf(step: Job['state']['step']): number {
  if (step === 'choosing' || step === 'reading') return 0;
  return step === 'mapping' || step === 'understood' ? 1 : 2;
}

function Steps({ step: current }: { step: Job['state']['step'] }) {
  const { t } = useTranslation();
  const at = stepOf(current);
  return (
    <ol className="import-steps">
      {steps.map((step, index) => (
        <li key={step} aria-current={index === at ? 'step' : undefined} data-past={index < at}>
          {t(`import.step.${step}`)}
        </li>
      ))}
    </ol>
  );
}

function WizardFooter({ job, onClose }: { job: Job; onClose: () => void }) {
  const { t } = useTranslation();
  const { state } = job;
  return (
    <div className="dialog-foot">
      {state.step === 'mapping' ? (
        <>
          <button type="button" className="button" onClick={job.restart}>
            {t('import.other')}
          </button>
          <button
            type="button"
            className="button is-primary"
            disabled={state.busy || state.preview.problems.length > 0 || state.mapping.every((one) => one === null)}
            onClick={() => void job.start()}
          >
            {t('import.start')}
          </button>
        </>
      ) : (
        <button type="button" className="button" onClick={onClose}>
          {t(state.step === 'running' ? 'import.leave' : 'ui.close')}
        </button>
      )}
    </div>
  );
}

/** What became of the import: rows that were added and refused, or why it has failed. */
function Outcome({ job, onFailure }: { job: Job; onFailure: (work: Promise<void>) => void }) {
  const { state } = job;
  return (
    <>
      {state.step === 'done' ? (
        <Done
          name={state.name}
          result={state.result}
          repeated={state.repeated}
          onReasons={(file) => onFailure(job.reasons(file))}
          onAgain={state.repeated && state.file ? () => void job.start(true) : null}
          onMore={job.restart}
        />
      ) : null}
      {state.step === 'failed' ? (
        <ErrorPanel
          compact
          error={toDisplayError(state.error)}
          onRetry={() => (state.file ? job.choose(state.file) : job.restart())}
        />
      ) : null}
    </>
  );
}

function Running({ state }: { state: Extract<Job['state'], { step: 'running' }> }) {
  const { t } = useTranslation();
  return (
    <div className="bulk-words" role="status">
      <Progress percent={state.total ? Math.round((state.done / state.total) * 100) : 0} status="active" />
      <p>{t('import.progress', { name: state.name, done: state.done.toLocaleString() })}</p>
      <p className="import-note">{t('import.runningNote')}</p>
    </div>
  );
}

function Chooser({ onChoose, onTemplate }: { onChoose(file: File): void; onTemplate(): void }) {
  const { t } = useTranslation();
  const [over, setOver] = useState(false);
  return (
    <div className="import-choose">
      <label
        className="import-drop"
        data-over={over}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          const [file] = event.dataTransfer.files;
          if (file) onChoose(file);
        }}
      >
        <strong>{t('import.choose')}</strong>
        <span>{t('import.kinds')}</span>
        <input
          type="file"
          className="sr-only"
          accept=".csv,.tsv,.txt,.xlsx,.xls"
          aria-label={t('import.choose')}
          onChange={({ target }) => target.files?.[0] && onChoose(target.files[0])}
        />
      </label>
      <p className="import-note">
        {t('import.templateNote')}{' '}
        <button type="button" className="link-button" onClick={onTemplate}>
          {t('import.template')}
        </button>
      </p>
    </div>
  );
}

interface DoneProps {
  name: string;
  result: ImportResult;
  repeated: boolean;
  onReasons(file: string): void;
  onAgain: (() => void) | null;
  onMore(): void;
}

function Done({ name, result, repeated, onReasons, onAgain, onMore }: DoneProps) {
  const { t } = useTranslation();
  const { added, refused, errorFile } = result;
  return (
    <div className="import-done" role="status">
      {repeated ? <p className="import-note is-warn">{t('import.repeated', { name })}</p> : null}
      <p>
        <strong>{t('import.added', { count: added.toLocaleString() })}</strong>
        {refused > 0 ? <span> {t('import.refused', { count: refused.toLocaleString() })}</span> : null}
      </p>
      {errorFile ? <p className="import-note">{t('import.refusedNote')}</p> : null}
      <div className="import-done-actions">
        {errorFile ? (
          <button type="button" className="button is-primary" onClick={() => onReasons(errorFile)}>
            {t('import.reasons')}
          </button>
        ) : null}
        {onAgain ? (
          <button type="button" className="button" onClick={onAgain}>
            {t('import.again')}
          </button>
        ) : null}
        <button type="button" className="button" onClick={onMore}>
          {t('import.more')}
        </button>
      </div>
    </div>
  );
}
