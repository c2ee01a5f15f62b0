import { Button, Modal } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** Why something cannot be done now, for fingers and keys: a hint that follows the pointer is out of their reach. */
export function RefusedDialog({
  title,
  reason,
  solution,
  onClose,
}: {
  title: string;
  reason: string;
  solution: ReactNode;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Modal
      open
      centered
      width={440}
      title={t('detail.refused', { action: title })}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('ui.close')}
        </Button>
      }
    >
      <p>{reason}</p>
      {solution ? <p>{solution}</p> : null}
    </Modal>
  );
}
