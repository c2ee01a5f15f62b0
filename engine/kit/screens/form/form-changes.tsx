import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import type { FormChange } from '../../controllers/carry-over.ts';

/** Lists what a publish changed in the form while a person was typing. */
export function FormChanges({ changes, onDismiss }: { changes: readonly FormChange[]; onDismiss: () => void }) {
  const { t } = useTranslation();
  const isLoss = changes.some(({ kind }) => kind === 'removed' || kind === 'retyped');
  return (
    <Alert
      className="form-notice"
      type={isLoss ? 'warning' : 'info'}
      showIcon
      closable
      role={isLoss ? 'alert' : 'status'}
      message={t('form.changed')}
      description={
        <ul className="form-changes">
          {changes.map((change, at) => (
            <li key={at}>{t(`form.changed.${change.kind}`, { ...change })}</li>
          ))}
        </ul>
      }
      onClose={onDismiss}
    />
  );
}
