import { Modal } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../data/save-file.ts';
import { errorMessage } from '../../data/display-error.ts';
import { useFieldHost } from '../controls/field-host.tsx';

type Shown =
  | { kind: 'picture' | 'document'; url: string; blob: Blob }
  | { kind: 'other'; blob: Blob }
  | { fault: string };

/** A kept file in place: a picture, or a way to a document in a tab of its own; anything else can only be saved. */
export function FilePreview({ id, name, onClose }: { id: string; name: string; onClose(): void }) {
  const { t } = useTranslation();
  const { client } = useFieldHost();
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(() => {
    let url: string | null = null;
    let cancelled = false;
    client.preview(id).then(
      ({ blob }) => {
        if (cancelled) return;
        const kind = blob.type.startsWith('image/')
          ? 'picture'
          : blob.type === 'application/pdf'
            ? 'document'
            : 'other';
        if (kind === 'other') return setShown({ kind, blob });
        url = URL.createObjectURL(blob);
        setShown({ kind, url, blob });
      },
      (error: unknown) => !cancelled && setShown({ fault: errorMessage(error) }),
    );
    return () => {
      cancelled = true;
      if (url) URL.revokeObjectURL(url);
    };
  }, [client, id]);
  const blob = shown && 'blob' in shown ? shown.blob : null;
  return (
    <Modal
      open
      title={name}
      width={920}
      centered
      onCancel={onClose}
      cancelText={t('ui.close')}
      okText={t('field.file.save')}
      okButtonProps={{ disabled: blob === null }}
      onOk={() => blob && saveFile({ name, blob })}
      className="file-preview"
    >
      {shown === null ? <p className="field-hint">{t('ui.loading')}</p> : null}
      {shown && 'fault' in shown ? (
        <p className="field-fault" role="alert">
          {shown.fault}
        </p>
      ) : null}
      {shown && 'url' in shown && shown.kind === 'picture' ? <img src={shown.url} alt={name} /> : null}
      {shown && 'url' in shown && shown.kind === 'document' ? (
        <p>
          <a className="button" href={shown.url} target="_blank" rel="noopener noreferrer">
            {t('field.file.openTab')}
          </a>
        </p>
      ) : null}
      {shown && 'kind' in shown && shown.kind === 'other' ? <p>{t('field.file.noPreview')}</p> : null}
    </Modal>
  );
}
