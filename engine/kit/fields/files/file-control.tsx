import { Button, Progress } from 'antd';
import { useRef, useState, type DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { EditProps } from '../controls/field-view.ts';
import { FileThumb } from './stored-picture.tsx';
import { acceptOf, fileSize, kindName } from './file-rules.ts';
import { fileName, idsOf, titlesOf } from './file-values.ts';
import { useUploads, type UploadFault } from './use-uploads.ts';

/** Files by button, drop or paste; each is sent at once and kept as its id. */
export function FileControl({
  field,
  value,
  onChange,
  control,
  label,
  record,
  patch,
  picture,
}: EditProps & { picture: boolean }) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const ids = idsOf(value);
  const latest = useRef(ids);
  latest.current = ids;
  const many = field.meta.many === true;
  const change = (next: string[]) => {
    latest.current = next;
    onChange(next.length === 0 ? null : many ? next : (next.at(-1) ?? null));
  };
  const uploads = useUploads(field.meta, (id) => change(many ? [...latest.current, id] : [id]));
  const titles = titlesOf(record()[`$${field.name}`]);
  const take = (files: FileList | null) => uploads.send([...(files ?? [])].slice(0, many ? undefined : 1));
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!control.disabled) void take(event.dataTransfer.files);
  };
  const remove = (id: string, at: number) => {
    patch({ [`$${field.name}`]: titles.filter((_, other) => other !== at) });
    change(ids.filter((other) => other !== id));
    document.getElementById(control.id)?.focus();
  };
  const word = (fault: UploadFault) => ('message' in fault ? fault.message : t(fault.code, fault.params));
  const limits = [
    acceptOf(field.meta)
      .map((kind) => kindName(kind, t))
      .join(t('ui.listComma')),
    field.meta.maxSize ? fileSize(field.meta.maxSize) : '',
  ].filter(Boolean);

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
        <div className="field-file" key={id}>
          {picture ? (
            <FileThumb id={id} alt={fileName(id, titles[at], t('field.file.numbered', { number: at + 1 }))} />
          ) : null}
          <span className="field-file-name">
            {fileName(id, titles[at], t('field.file.numbered', { number: at + 1 }))}
          </span>
          <Button
            type="text"
            size="small"
            aria-label={t('field.file.remove', { name: fileName(id, titles[at], String(at + 1)) })}
            onClick={() => remove(id, at)}
          >
            ✕
          </Button>
        </div>
      ))}
      {uploads.running.map((one) => (
        <div className="field-file" key={one.key}>
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
        <span className="field-hint">{[t('field.file.drop'), ...limits].join(' · ')}</span>
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
        <p className="field-fault" role="alert" key={at}>
          {word(fault)}{' '}
          {fault.again ? (
            <button type="button" className="link-button" onClick={fault.again}>
              {t('ui.retry')}
            </button>
          ) : null}
        </p>
      ))}
    </div>
  );
}
