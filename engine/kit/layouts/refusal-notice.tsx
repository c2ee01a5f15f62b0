import { Alert, Button } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { failedWith, isUnreached, type Failed } from '../data/display-error.ts';
import type { Refusal } from '../controllers/form-controller.ts';

export interface RefusalNoticeProps {
  refusal: Refusal;
  /** Grows with each refused attempt; the notice then comes into sight and takes the focus. */
  attempts: number;
  onRetry?: () => void;
  /** What was not done. */
  what?: Failed;
}

/** Why nothing was saved, where no single field is to blame. It comes to the reader: Save is pressed at the foot of a long form. */
export function RefusalNotice({ refusal, attempts, onRetry, what = 'operation' }: RefusalNoticeProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'center' });
  }, [attempts]);
  const offline = isUnreached(refusal);
  const marks = [refusal.code ? `${t('ui.code')} ${refusal.code}` : '', refusal.traceId].filter(Boolean).join(' · ');
  return (
    <div ref={box} tabIndex={-1}>
      <Alert
        className="form-notice"
        type="error"
        role="alert"
        showIcon
        message={offline ? t('form.offline') : failedWith(what, refusal.message || t('form.refused'))}
        description={offline ? t('form.offlineNote') : marks || undefined}
        action={
          onRetry ? (
            <Button size="small" onClick={onRetry}>
              {t('ui.retry')}
            </Button>
          ) : undefined
        }
      />
    </div>
  );
}
