import { App, Button } from 'antd';
import { useTranslation } from 'react-i18next';

/** Recovery codes, shown this once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => void message.success(t('password.copied')),
      () => void message.error(t('factor.copyFailed')),
    );
  return (
    <div className="account-form is-narrow">
      <p>{t('factor.recoveryNote')}</p>
      <ul className="account-factor-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Button block onClick={() => void copy()}>
        {t('factor.copy')}
      </Button>
      <Button type="primary" block onClick={onDone}>
        {t('factor.stored')}
      </Button>
    </div>
  );
}
