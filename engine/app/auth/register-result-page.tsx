import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { AuthFrame } from './auth-frame.tsx';
import { SuccessIcon } from './success-icon.tsx';

/** What happens next after a registration. */
export default function RegisterResultPage() {
  const { t } = useTranslation();
  const { state } = useLocation();
  const to = (state as { to?: unknown } | null)?.to;
  return (
    <AuthFrame title={t('door.result.title')}>
      <SuccessIcon />
      <p className="door-told">{typeof to === 'string' ? t('door.result.noteTo', { to }) : t('door.result.note')}</p>
      <ol className="door-steps">
        <li>{t('door.result.step1')}</li>
        <li>{t('door.result.step2')}</li>
        <li>{t('door.result.step3')}</li>
      </ol>
      <Link to="/user/client-login" className="button is-primary sign-in-submit">
        {t('door.back')}
      </Link>
    </AuthFrame>
  );
}
