import { theme, type ThemeConfig } from 'antd';
import { paletteOf, type ThemePreference } from './palette.ts';
import { fontFamily, measures, type Palette } from './tokens.ts';

/** The tokens in antd's words. CSS variables on, so that a change of brightness repaints without new style sheets. */
export function antdTheme(preference: ThemePreference, motion = true): ThemeConfig {
  const { brightness } = preference;
  const c = paletteOf(preference);
  return {
    cssVar: true,
    hashed: false,
    algorithm: brightness === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: { ...tokensOf(c), motion },
    components: componentsOf(c, brightness),
  };
}

const tokensOf = (c: Palette): ThemeConfig['token'] => ({
  // What is chosen or has the focus; the brand is the primary button's alone.
  colorPrimary: c.focus,
  colorPrimaryHover: c.textFaint,
  colorPrimaryActive: c.focus,
  colorPrimaryText: c.link,
  colorPrimaryBg: c.infoSoft,
  colorLink: c.link,
  colorLinkHover: c.link,
  colorInfo: c.info,
  colorSuccess: c.good,
  colorWarning: c.warn,
  colorError: c.bad,
  colorSuccessBg: c.goodSoft,
  colorSuccessBorder: c.goodSoft,
  colorWarningBg: c.warnSoft,
  colorWarningBorder: c.warnSoft,
  colorErrorBg: c.badSoft,
  colorErrorBorder: c.badSoft,
  colorInfoBg: c.infoSoft,
  colorInfoBorder: c.infoSoft,
  colorBgLayout: c.page,
  colorBgContainer: c.surface,
  colorBgElevated: c.raised,
  colorText: c.text,
  colorTextSecondary: c.textSoft,
  colorTextTertiary: c.textFaint,
  colorTextDescription: c.textFaint,
  colorTextPlaceholder: c.textFaint,
  colorTextDisabled: c.textFaint,
  colorBorder: c.lineStrong,
  colorBorderSecondary: c.line,
  colorSplit: c.line,
  fontFamily,
  fontSize: measures.text.base,
  fontSizeSM: measures.text.small,
  fontSizeLG: measures.text.large,
  borderRadius: measures.radius,
  controlHeight: measures.control,
  motionDurationSlow: '0.2s',
  motionDurationMid: '0.15s',
  wireframe: false,
});

const componentsOf = (c: Palette, brightness: ThemePreference['brightness']): ThemeConfig['components'] => ({
  Button: {
    colorPrimary: c.primary,
    colorPrimaryHover: c.primaryHover,
    colorPrimaryActive: c.primaryHover,
    defaultHoverColor: c.text,
    defaultHoverBorderColor: c.textFaint,
    defaultActiveColor: c.text,
    defaultActiveBorderColor: c.textFaint,
    primaryColor: c.onPrimary,
    primaryShadow: 'none',
    defaultShadow: 'none',
    dangerColor: brightness === 'dark' ? c.onPrimary : '#ffffff',
    dangerShadow: 'none',
  },
  Dropdown: { paddingBlock: 6 },
  Modal: { titleFontSize: measures.text.large },
  Segmented: { itemSelectedBg: c.surface, trackBg: c.neutralSoft },
  Tabs: {
    horizontalItemPadding: '10px 0',
    horizontalItemGutter: 24,
    itemSelectedColor: c.brandText,
    itemActiveColor: c.brandText,
    itemHoverColor: c.text,
    inkBarColor: c.primary,
  },
});
