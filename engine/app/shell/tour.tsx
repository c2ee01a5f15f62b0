import { Tour as Stops } from 'antd';
import { useTranslation } from 'react-i18next';
import type { LoginUser } from '../../kit/data/session-client.ts';
import { useViewer } from '../../kit/data/viewer.ts';

/** Stops of the tour: what is pointed at, where the page has it. */
const places = {
  tasks: '.welcome [data-kind="tasks"]',
  menu: '.side-menu nav, .top-menu',
  search: '.frame-header [data-tour="search"]',
  role: '',
  help: '.frame-header .frame-user',
} as const;

/** The tour for a new user, in the words of their role. */
export default function Tour({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const role = roleOf(useViewer());
  const stops = Object.entries(places).flatMap(([stop, selector]) => {
    const target = selector ? document.querySelector<HTMLElement>(selector) : null;
    // What a page does not have, such as the menu on a phone, is no stop.
    if (selector && !target?.checkVisibility()) return [];
    const key = stop === 'role' ? `role.${role}` : stop;
    return [
      {
        title: t(`shell.tour.${key}.title`),
        description: t(`shell.tour.${key}.text`),
        ...(target ? { target: () => target } : {}),
      },
    ];
  });
  return <Stops open steps={stops} onClose={onClose} onFinish={onClose} />;
}

function roleOf({ member, roleCodes = [] }: Pick<LoginUser, 'member' | 'roleCodes'>): string {
  if (member) return 'member';
  return ['finance', 'clerk'].find((code) => roleCodes.includes(code)) ?? 'admin';
}
