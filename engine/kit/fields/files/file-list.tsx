import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../data/save-file.ts';
import { FilePreview } from './file-preview.tsx';
import { useFieldHost } from '../controls/field-host.tsx';
import type { ReadProps } from '../controls/field-view.ts';
import { FileThumb } from './stored-picture.tsx';
import { isShownInPlace } from './file-rules.ts';
import { fileName, idsOf, titlesOf } from './file-values.ts';
import { EmptyValue } from '../controls/text-read.tsx';

/** Kept files by name; a press fetches one. */
export function FileList({ field, value, record, picture }: ReadProps & { picture: boolean }) {
  const { t } = useTranslation();
  const { client } = useFieldHost();
  const [shown, setShown] = useState<{ id: string; name: string } | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const ids = idsOf(value);
  if (ids.length === 0) return <EmptyValue />;
  const titles = titlesOf(record[`$${field.name}`]);
  const fetchFile = async (id: string) => {
    setFailed(null);
    try {
      const { name, blob } = await client.download(id);
      saveFile({ name, blob });
    } catch {
      setFailed(id);
    }
  };
  return (
    <>
      <ul className="read-files">
        {ids.map((id, at) => {
          const name = fileName(id, titles[at], t('field.file.numbered', { number: at + 1 }));
          return (
            <li key={id}>
              {picture ? <FileThumb id={id} alt={name} /> : null}
              <button
                type="button"
                className="link-button"
                onClick={() => void fetchFile(id)}
                aria-label={t('field.file.download', { name })}
              >
                {name}
              </button>
              {isShownInPlace(name) ? (
                <button
                  type="button"
                  className="link-button"
                  onClick={() => setShown({ id, name })}
                  aria-label={t('field.file.previewOf', { name })}
                >
                  {t('field.file.preview')}
                </button>
              ) : null}
              {failed === id ? (
                <span className="field-fault" role="alert">
                  {t('field.file.failed', { name })}
                </span>
              ) : null}
            </li>
          );
        })}
      </ul>
      {shown ? <FilePreview id={shown.id} name={shown.name} onClose={() => setShown(null)} /> : null}
    </>
  );
}
