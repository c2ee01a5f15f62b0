import '@ant-design/v5-patch-for-react-19';
import { App, ConfigProvider } from 'antd';
import enUs from 'antd/es/locale/en_US';
import zhCn from 'antd/es/locale/zh_CN';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import { useMemo, type ReactNode } from 'react';
import { antdTheme } from './antd-theme.ts';
import { useAppearance } from './appearance.ts';
import { useCulture } from './culture.ts';

const locales = { 'zh-CN': zhCn, 'en-US': enUs };
const dayjsLocales = { 'zh-CN': 'zh-cn', 'en-US': 'en' };

/** Theme, words of antd and dayjs, and the host of messages and dialogs. Loaded with the first screen that needs antd. */
export function AntdProvider({ children }: { children: ReactNode }) {
  const culture = useCulture();
  const brightness = useAppearance((state) => state.brightness);
  const themeConfig = useMemo(() => antdTheme(brightness), [brightness]);
  // During render, so that children format their dates in the new culture at once.
  dayjs.locale(dayjsLocales[culture]);
  return (
    <ConfigProvider
      theme={themeConfig}
      locale={locales[culture]}
      button={{ autoInsertSpace: false }}
      wave={{ disabled: true }}
    >
      <App className="app-host" message={{ maxCount: 3 }}>
        {children}
      </App>
    </ConfigProvider>
  );
}
