import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { FactorSetup } from './factor-setup.tsx';
import { loadUser, signOut } from '../session/session.ts';
import '../auth/must-change.css';

/** Shown before everything else while the company asks this person for a second factor that they do not have yet. */
export default function MustEnrol() {
  const { t } = useTranslation();
  return (
    <main className="must-change">
      <div className="must-change-box">
        <h1>{t('factor.due')}</h1>
        <p>{t('factor.dueNote')}</p>
        <FactorSetup onDone={() => void loadUser()} />
        <Button type="link" onClick={() => void signOut()}>
          {t('shell.signOut')}
        </Button>
      </div>
    </main>
  );
}
