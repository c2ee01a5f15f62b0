import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newKey } from '../../kit/data/new-key.ts';
import type { LoginUser } from '../../kit/data/session-client.ts';
import { Icon } from '../../kit/ui/icon.tsx';
import { leavePreview, takeOwnSession } from '../../kit/data/preview.ts';
import { useSession } from '../session/session.ts';
import './preview-banner.css';

/** Says over everything that this is not one's own view, and the way back. */
export function PreviewBanner({ user }: { user: LoginUser }) {
  const { t } = useTranslation();
  const client = useSession((session) => session.client);
  const [busy, setBusy] = useState(false);
  if (!user.preview) return null;
  const end = async () => {
    setBusy(true);
    // Over on the server or not, here it ends in any case.
    await client.act('sysRole', { action: 'endPreview', input: {} }, newKey()).catch(() => undefined);
    takeOwnSession();
    leavePreview();
  };
  return (
    <div className="preview-banner" role="status">
      <Icon name="safety-certificate" />
      <span>{t('preview.banner', { role: user.preview.role })}</span>
      <button type="button" className="button" disabled={busy} onClick={() => void end()}>
        {t('preview.end')}
      </button>
    </div>
  );
}
