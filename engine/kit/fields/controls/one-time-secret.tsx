import { App, Button } from 'antd';
import { useTranslation } from 'react-i18next';

/** A secret that the server made up and tells this one time. */
export function OneTimeSecret({ secret }: { secret: string }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const copy = async () => {
    await navigator.clipboard.writeText(secret);
    void message.success(t('password.copied'));
  };
  return (
    <div className="told-once">
      <p>
        <code>{secret}</code>
        <Button onClick={() => void copy()}>{t('password.copy')}</Button>
      </p>
      <p>{t('password.toldNote')}</p>
    </div>
  );
}
