import { useTranslation } from 'react-i18next';
import { useViewer } from '../../../kit/data/viewer.ts';
import { LazyDropdown } from '../../../kit/ui/lazy-popover.tsx';
import { FrameIcon } from './frame-icons.tsx';
import { applicationsOf } from './menu.ts';

/** Which application the menu is of, and the way into another one; nothing where there is one alone. */
export function ApplicationSwitch({
  application,
  onApplication,
}: {
  application: string | null;
  onApplication(code: string): void;
}) {
  const { t } = useTranslation();
  const applications = applicationsOf(useViewer());
  const here = applications.find(({ code }) => code === application);
  if (!here) return null;
  return (
    <LazyDropdown
      placement="bottomLeft"
      menu={{
        selectedKeys: [here.code],
        items: applications.map(({ code, name }) => ({ key: code, label: name })),
        onClick: ({ key }) => onApplication(key),
      }}
    >
      <button type="button" className="application-switch" aria-haspopup="menu" title={t('shell.application')}>
        <span className="sr-only">{t('shell.application')}: </span>
        <span className="application-name">{here.name}</span>
        <FrameIcon name="down" size={14} />
      </button>
    </LazyDropdown>
  );
}
