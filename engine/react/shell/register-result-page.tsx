import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { DoorFrame } from './door-frame.tsx';
import { DoneMark } from './done-mark.tsx';

/** What happens next, for somebody who has asked for an account. */
export default function RegisterResultPage() {
  const { t } = useTranslation();
  const { state } = useLocation();
  const to = (state as { to?: unknown } | null)?.to;
  return (
    <DoorFrame title={t('door.result.title')}>
      <DoneMark />
      <p className="door-told">{typeof to === 'string' ? t('door.result.noteTo', { to }) : t('door.result.note')}</p>
      <ol className="door-steps">
        <li>{t('door.result.step1')}</li>
        <li>{t('door.result.step2')}</li>
        <li>{t('door.result.step3')}</li>
      </ol>
      <Link to="/user/client-login" className="button is-primary sign-in-submit">
        {t('door.back')}
      </Link>
    </DoorFrame>
  );
}
