import { Button, Progress } from 'antd';
import { useRef, useState, type DragEvent } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { EditProps } from '../controls/field-view.ts';
import { FileThumb } from './stored-picture.tsx';
import { acceptOf, fileSize, kindName } from './file-rules.ts';
import { fileName, idsOf, titlesOf } from './file-values.ts';
import { useUploads, type UploadFault } from './use-uploads.ts';

/** Files by button, drop or paste; each is sent at once and kept as its id. */
export function FileControl(props: EditProps & { picture: boolean }) {
  const { field, control, label, picture } = props;
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const many = field.meta.many === true;
  const { ids, titles, uploads, take, remove } = useFileValue(props);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!control.disabled) void take(event.dataTransfer.files);
  };
  const verb = t(ids.length > 0 && !many ? 'field.file.replace' : 'field.file.choose');

  return (
    <div
      className={`field-files${over ? ' is-over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      onPaste={(event) => void take(event.clipboardData.files)}
    >
      {ids.map((id, at) => (
        <StoredFile key={id} {...{ id, at, picture }} title={titles[at]} onRemove={() => remove(id, at)} />
      ))}
      {uploads.running.map((one) => (
        <RunningUpload key={one.key} one={one} />
      ))}
      <div className="field-file-pick">
        <Button
          {...control}
          // A button has no `required` attribute; the label carries it.
          aria-required={undefined}
          aria-label={t('field.file.of', { verb, field: label })}
          onClick={() => input.current?.click()}
        >
          {verb}
        </Button>
        <span className="field-hint">{[t('field.file.drop'), ...limitsOf(field.meta, t)].join(' · ')}</span>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        multiple={many}
        accept={acceptOf(field.meta).join(',')}
        onChange={({ target }) => {
          void take(target.files);
          target.value = '';
        }}
      />
      {uploads.faults.map((fault, at) => (
        <FaultLine key={at} fault={fault} />
      ))}
    </div>
  );
}

/** The files of a field: those that are stored, those on their way, and how one comes and goes. */
function useFileValue({ field, value, onChange, control, record, patch }: EditProps) {
  const many = field.meta.many === true;
  const ids = idsOf(value);
  const latest = useRef(ids);
  latest.current = ids;
  const change = (next: string[]) => {
    latest.current = next;
    onChange(next.length === 0 ? null : many ? next : (next.at(-1) ?? null));
  };
  const uploads = useUploads(field.meta, (id) => change(many ? [...latest.current, id] : [id]));
  const titles = titlesOf(record()[`$${field.name}`]);
  const take = (files: FileList | null) => uploads.send([...(files ?? [])].slice(0, many ? undefined : 1));
  const remove = (id: string, at: number) => {
    patch({ [`$${field.name}`]: titles.filter((_, other) => other !== at) });
    change(ids.filter((other) => other !== id));
    document.getElementById(control.id)?.focus();
  };
  return { ids, titles, uploads, take, remove };
}

/** The kinds and the size that a field takes, as words. */
const limitsOf = (meta: EditProps['field']['meta'], t: TFunction): string[] =>
  [
    acceptOf(meta)
      .map((kind) => kindName(kind, t))
      .join(t('ui.listComma')),
    meta.maxSize ? fileSize(meta.maxSize) : '',
  ].filter(Boolean);

interface StoredProps {
  id: string;
  /** Its place among the files of the field. */
  at: number;
  title: string | undefined;
  picture: boolean;
  onRemove(): void;
}

function StoredFile({ id, at, title, picture, onRemove }: StoredProps) {
  const { t } = useTranslation();
  const name = fileName(id, title, t('field.file.numbered', { number: at + 1 }));
  return (
    <div className="field-file">
      {picture ? <FileThumb id={id} alt={name} /> : null}
      <span className="field-file-name">{name}</span>
      <Button
        type="text"
        size="small"
        aria-label={t('field.file.remove', { name: fileName(id, title, String(at + 1)) })}
        onClick={onRemove}
      >
        ✕
      </Button>
    </div>
  );
}

function RunningUpload({ one }: { one: ReturnType<typeof useUploads>['running'][number] }) {
  const { t } = useTranslation();
  return (
    <div className="field-file">
      <span className="field-file-name">{one.name}</span>
      <Progress
        percent={Math.round(one.fraction * 100)}
        size="small"
        aria-label={t('field.file.sending', { name: one.name })}
      />
      <Button type="text" size="small" aria-label={t('field.file.stop', { name: one.name })} onClick={one.stop}>
        ✕
      </Button>
    </div>
  );
}

function FaultLine({ fault }: { fault: UploadFault }) {
  const { t } = useTranslation();
  return (
    <p className="field-fault" role="alert">
      {'message' in fault ? fault.message : t(fault.code, fault.params)}{' '}
      {fault.again ? (
        <button type="button" className="link-button" onClick={fault.again}>
          {t('ui.retry')}
        </button>
      ) : null}
    </p>
  );
}
