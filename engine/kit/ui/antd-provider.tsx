import '@ant-design/v5-patch-for-react-19';
import { createTheme } from '@ant-design/cssinjs';
import { App, ConfigProvider, type ThemeConfig } from 'antd';
import enUs from 'antd/es/locale/en_US';
import zhCn from 'antd/es/locale/zh_CN';
import { DesignTokenContext } from 'antd/es/theme/context';
import defaultSeed from 'antd/es/theme/themes/seed';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import { useMemo, type ContextType, type ReactNode } from 'react';
import { ownOf } from '../../core/index.ts';
import { antdTheme } from './antd-theme.ts';
import { useThemePreference } from './appearance.ts';
import { useCulture } from './culture.ts';
import { useFieldFocus } from './first-field.ts';
import { useMedia } from './use-media.ts';

/** The libraries' own words; an added language borrows the English ones. */
const locales: Partial<Record<string, typeof enUs>> = { 'zh-CN': zhCn };
const dayjsLocales: Partial<Record<string, string>> = { 'zh-CN': 'zh-cn' };

/** Theme, words of antd and dayjs, and the host of messages and dialogs. Loaded with the first screen that needs antd. */
export function AntdProvider({ children }: { children: ReactNode }) {
  const culture = useCulture();
  const { brightness, accent, weak } = useThemePreference();
  const still = useMedia('(prefers-reduced-motion: reduce)');
  const themeConfig = useMemo(
    () => ({ ...antdTheme({ brightness, accent, weak }, !still), cssVar }),
    [brightness, accent, weak, still],
  );
  useFieldFocus();
  // During render, so that children format their dates in the new culture at once.
  dayjs.locale(ownOf(dayjsLocales, culture) ?? 'en');
  return (
    <DesignTokenContext.Provider value={useMemo(() => designOf(themeConfig), [themeConfig])}>
      <ConfigProvider
        theme={themeConfig}
        locale={ownOf(locales, culture) ?? enUs}
        button={{ autoInsertSpace: false }}
        wave={{ disabled: true }}
      >
        <App className="app-host" message={{ maxCount: 3 }}>
          {children}
        </App>
      </ConfigProvider>
    </DesignTokenContext.Provider>
  );
}

const cssVar = { prefix: 'ant', key: 'css-var-app' };

/**
 * The theme for nested providers. The outermost one uses a static theme, because antd would compute a full design that
 * is never shown.
 */
function designOf({ algorithm, token, components = {}, hashed }: ThemeConfig): ContextType<typeof DesignTokenContext> {
  const seed = { ...defaultSeed, ...token };
  const parts = components as Record<string, object>;
  return {
    hashed,
    theme: algorithm ? createTheme(algorithm) : undefined,
    token: seed,
    components: parts,
    override: { override: seed, ...parts },
    cssVar,
  };
}
