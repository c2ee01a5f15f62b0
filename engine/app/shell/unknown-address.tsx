import { App } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { usePane } from '../../kit/ui/pane.ts';
import { usualHome } from './home-page.ts';

/** An address at which there is nothing leads home; a message names it, so that a mistyped one is noticed. */
export default function UnknownAddress() {
  const { t } = useTranslation();
  const { notification } = App.useApp();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { active } = usePane();
  useEffect(() => {
    if (!active) return;
    notification.info({
      key: 'unknown-address',
      message: t('shell.error.404'),
      description: t('shell.unknownAddress', { address: pathname }),
      placement: 'bottomRight',
    });
    navigate(usualHome, { replace: true });
  }, [active, navigate, notification, pathname, t]);
  return null;
}
