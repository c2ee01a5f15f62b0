import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { signOut } from '../../session/session.ts';

/** What is left of the header where it cannot be drawn: the way home and the way out. */
export function BareHeader() {
  const { t } = useTranslation();
  return (
    <header className="frame-header">
      <Link to="/welcome" className="button">
        {t('shell.backHome')}
      </Link>
      <span className="frame-gap" />
      <button type="button" className="button" onClick={() => void signOut()}>
        {t('shell.signOut')}
      </button>
    </header>
  );
}
