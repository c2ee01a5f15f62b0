import { App, Progress } from 'antd';
import { useRef, useState, type DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldMeta } from '../../../core/index.ts';
import { useDataClient } from '../../data/client.ts';
import type { RecordFile } from '../../data/data-client.ts';
import { failedLine, toDisplayError } from '../../data/display-error.ts';
import { saveFile } from '../../data/save-file.ts';
import type { LoadedAtRest } from '../../data/use-at-rest.ts';
import { useViewer } from '../../data/viewer.ts';
import { useFieldHost } from '../../fields/controls/field-host.tsx';
import { FilePreview } from '../../fields/files/file-preview.tsx';
import { fileSize, isShownInPlace } from '../../fields/files/file-rules.ts';
import { useUploads } from '../../fields/files/use-uploads.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Skeleton } from '../../ui/skeletons.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { useConfirm } from '../../ui/use-confirm.ts';

interface Props {
  path: string;
  record: string;
  loaded: LoadedAtRest<readonly RecordFile[]>;
}

/** Refused before it is sent; the server looks at what a file really is. */
const taken: FieldMeta = { type: 'file', many: true, maxSize: 20 * 1024 * 1024 };

/** Files that people have put on a record: by button, drop or paste; each is opened, saved, and taken off again. */
export default function RecordFiles({ path, record, loaded }: Props) {
  const { t } = useTranslation();
  const [over, setOver] = useState(false);
  const [shown, setShown] = useState<RecordFile | null>(null);
  const { found, error, reload } = loaded;
  const adding = useAdding({ path, record, onAdded: reload });
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    adding.take(event.dataTransfer.files);
  };
  return (
    <section
      className={`record-files${over ? ' is-over' : ''}`}
      aria-label={t('attachment.title')}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      onPaste={(event) => adding.take(event.clipboardData.files)}
    >
      {error ? <ErrorPanel compact error={toDisplayError(error)} onRetry={reload} /> : null}
      {!found && !error ? <Skeleton shape="form" /> : null}
      {found?.length === 0 ? (
        <EmptyState kind="nothing" compact title={t('attachment.none')} note={t('attachment.noneNote')} />
      ) : null}
      <ul className="comment-list">
        {(found ?? []).map((file) => (
          <FileLine key={file.id} file={file} onShow={() => setShown(file)} onGone={reload} />
        ))}
      </ul>
      <AddFiles adding={adding} />
      {shown ? <FilePreview id={shown.file} name={shown.fileName} onClose={() => setShown(null)} /> : null}
    </section>
  );
}

type Adding = ReturnType<typeof useAdding>;

/** Files on their way to a record, and for whom they are. */
function useAdding({ path, record, onAdded }: Omit<Props, 'loaded'> & { onAdded: () => void }) {
  const { message } = App.useApp();
  const client = useDataClient();
  const [shared, setShared] = useState(false);
  const uploads = useUploads(taken, (file) => {
    // Unticked again, so that no file is shown to a customer because the one before it was.
    setShared(false);
    client.addAttachment({ path, record, file, internal: !shared }).then(onAdded, (failure: unknown) => {
      void message.error(failedLine('upload', failure));
    });
  });
  return { uploads, shared, setShared, take: (files: FileList | null) => void uploads.send([...(files ?? [])]) };
}

function AddFiles({ adding: { uploads, shared, setShared, take } }: { adding: Adding }) {
  const { t } = useTranslation();
  const viewer = useViewer();
  const { entity } = useFieldHost();
  const input = useRef<HTMLInputElement>(null);
  // A customer sees a file of the staff on a record of theirs only where that is meant.
  const mayShare = !viewer.member && entity.owner !== null;
  return (
    <div className="comment-form">
      {uploads.running.map((one) => (
        <div className="field-file" key={one.key}>
          <span className="field-file-name">{one.name}</span>
          <Progress
            percent={Math.round(one.fraction * 100)}
            size="small"
            aria-label={t('field.file.sending', { name: one.name })}
          />
        </div>
      ))}
      {uploads.faults.map((fault, at) => (
        <p className="field-fault" role="alert" key={at}>
          {'message' in fault ? fault.message : t(fault.code, fault.params)}
        </p>
      ))}
      <div className="comment-form-foot">
        {mayShare ? (
          <label>
            <input type="checkbox" checked={shared} onChange={({ target }) => setShared(target.checked)} />{' '}
            {t('attachment.shared')}
          </label>
        ) : (
          <span />
        )}
        <button type="button" className="button is-primary" onClick={() => input.current?.click()}>
          {t('attachment.add')}
        </button>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        onChange={({ target }) => {
          take(target.files);
          target.value = '';
        }}
      />
    </div>
  );
}

/** What can be done with a file on a record. */
function useSteps({ id, file, fileName: name }: RecordFile, onGone: () => void) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const client = useDataClient();
  const confirm = useConfirm();
  const save = () =>
    client.download(file).then(saveFile, (failure: unknown) => void message.error(failedLine('download', failure)));
  const drop = async () => {
    if (!(await confirm({ title: t('attachment.dropQuestion', { name }), okText: t('attachment.drop'), danger: true })))
      return;
    await client.dropAttachment(id).then(onGone, (failure: unknown) => {
      void message.error(failedLine('deletion', failure));
    });
  };
  return { save, drop };
}

function FileLine({ file, onShow, onGone }: { file: RecordFile; onShow: () => void; onGone: () => void }) {
  const { t } = useTranslation();
  const { facts } = useFieldHost();
  const { fileName: name } = file;
  const { save, drop } = useSteps(file, onGone);
  return (
    <li className="record-comment record-file">
      <header>
        <button
          type="button"
          className="link-button record-file-name"
          aria-label={t('field.file.download', { name })}
          onClick={() => void save()}
        >
          {name}
        </button>
        <span className="record-file-size">{fileSize(file.size)}</span>
        {file.internal ? <span className="comment-mark">{t('attachment.internal')}</span> : null}
        <span className="record-file-tools">
          {isShownInPlace(name) ? (
            <button
              type="button"
              className="link-button"
              aria-label={t('field.file.previewOf', { name })}
              onClick={onShow}
            >
              {t('field.file.preview')}
            </button>
          ) : null}
          {file.own ? (
            <button
              type="button"
              className="link-button"
              aria-label={t('attachment.dropOf', { name })}
              onClick={() => void drop()}
            >
              {t('attachment.drop')}
            </button>
          ) : null}
        </span>
      </header>
      <p>
        {file.name} <time dateTime={file.at}>{file.at.slice(0, 16)}</time>{' '}
        <TimeAgo at={file.at} localNow={facts().now} />
      </p>
    </li>
  );
}
