import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { FormController } from '../controllers/form-controller.ts';

interface DraftNoticeProps {
  readonly controller: FormController;
  readonly message: string;
  readonly showIcon?: boolean;
}

/** Offers what was typed before and not saved. */
export function DraftNotice({ controller, message, showIcon = false }: DraftNoticeProps) {
  const { t } = useTranslation();
  return (
    <Alert
      className="form-notice"
      type="info"
      showIcon={showIcon}
      message={message}
      action={
        <span className="form-notice-actions">
          <Button size="small" type="primary" onClick={controller.restoreDraft}>
            {t('form.draft.restore')}
          </Button>
          <Button size="small" onClick={controller.discardDraft}>
            {t('form.draft.discard')}
          </Button>
        </span>
      }
    />
  );
}
