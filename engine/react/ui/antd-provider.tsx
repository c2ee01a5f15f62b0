import '@ant-design/v5-patch-for-react-19';
import { App, ConfigProvider } from 'antd';
import enUs from 'antd/es/locale/en_US';
import zhCn from 'antd/es/locale/zh_CN';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import { useMemo, type ReactNode } from 'react';
import { antdTheme } from './antd-theme.ts';
import { useTaste } from './appearance.ts';
import { useCulture } from './culture.ts';
import { useMedia } from './use-media.ts';

/** The libraries' own words; an added language borrows the English ones. */
const locales: Partial<Record<string, typeof enUs>> = { 'zh-CN': zhCn };
const dayjsLocales: Partial<Record<string, string>> = { 'zh-CN': 'zh-cn' };

/** Theme, words of antd and dayjs, and the host of messages and dialogs. Loaded with the first screen that needs antd. */
export function AntdProvider({ children }: { children: ReactNode }) {
  const culture = useCulture();
  const { brightness, accent, weak } = useTaste();
  const still = useMedia('(prefers-reduced-motion: reduce)');
  const themeConfig = useMemo(() => antdTheme({ brightness, accent, weak }, !still), [brightness, accent, weak, still]);
  // During render, so that children format their dates in the new culture at once.
  dayjs.locale(dayjsLocales[culture] ?? 'en');
  return (
    <ConfigProvider
      theme={themeConfig}
      locale={locales[culture] ?? enUs}
      button={{ autoInsertSpace: false }}
      wave={{ disabled: true }}
    >
      <App className="app-host" message={{ maxCount: 3 }}>
        {children}
      </App>
    </ConfigProvider>
  );
}
