import { Button, Progress } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { filesIn } from '../../../core/index.ts';
import { acceptOf } from './file-rules.ts';
import { FileThumb } from './stored-picture.tsx';
import type { UploadFault, Uploads } from './use-uploads.ts';

/** The pictures of a text: a button that chooses them, and those that are there or on their way. */
export const RichPictures = { Choose, List };

function Choose({ disabled, onFiles }: { disabled: boolean; onFiles: (files: readonly File[]) => void }) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button type="text" size="small" disabled={disabled} onClick={() => input.current?.click()}>
        {t('field.rich.addPicture')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={acceptOf({ type: 'image' }).join(',')}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          target.value = '';
        }}
      />
    </>
  );
}

function List({ value, pictures, onRemove }: { value: unknown; pictures: Uploads; onRemove: (id: string) => void }) {
  const { t } = useTranslation();
  const word = (fault: UploadFault) => ('message' in fault ? fault.message : t(fault.code, fault.params));
  return (
    <>
      <div className="rich-pictures">
        {filesIn(value).map((id, at) => {
          const name = t('field.file.numbered', { number: at + 1 });
          return (
            <span key={id} className="rich-picture-kept">
              <FileThumb id={id} alt={name} />
              <Button
                type="text"
                size="small"
                aria-label={t('field.file.remove', { name })}
                onClick={() => onRemove(id)}
              >
                ✕
              </Button>
            </span>
          );
        })}
        {pictures.running.map(({ key, name, fraction, stop }) => (
          <span key={key} className="rich-picture-kept">
            <Progress
              percent={Math.round(fraction * 100)}
              size="small"
              aria-label={t('field.file.sending', { name })}
            />
            <Button type="text" size="small" aria-label={t('field.file.stop', { name })} onClick={stop}>
              ✕
            </Button>
          </span>
        ))}
      </div>
      {pictures.faults.map((fault, at) => (
        <p className="field-fault" role="alert" key={at}>
          {word(fault)}{' '}
          {fault.again ? (
            <button type="button" className="link-button" onClick={fault.again}>
              {t('ui.retry')}
            </button>
          ) : null}
        </p>
      ))}
    </>
  );
}
