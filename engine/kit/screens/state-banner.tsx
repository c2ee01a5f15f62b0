import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Entity } from '../../core/index.ts';
import { nextStep } from '../controllers/next-step.ts';
import { useFieldHost } from '../fields/controls/field-host.tsx';

/** What a record in this state still needs, shown above its facts. */
export function StateBanner({ entity, status }: { entity: Entity; status: string | undefined }) {
  const { t } = useTranslation();
  const { words } = useFieldHost();
  const next = nextStep(entity, status);
  const warning = status ? words.banner(status) : undefined;
  const message = warning ?? (next ? t('detail.nextStep', { action: words.action(next) }) : '');
  return message ? (
    <Alert className="form-notice" type={warning ? 'warning' : 'info'} role="note" showIcon message={message} />
  ) : null;
}
