import { theme, type ThemeConfig } from 'antd';
import { paletteOf, type Taste } from './palette.ts';
import { fontFamily, measures } from './tokens.ts';

/** The tokens in antd's words. CSS variables on, so that a change of brightness repaints without new style sheets. */
export function antdTheme(taste: Taste, motion = true): ThemeConfig {
  const { brightness } = taste;
  const c = paletteOf(taste);
  return {
    cssVar: true,
    hashed: false,
    algorithm: brightness === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: {
      colorPrimary: c.primary,
      colorPrimaryHover: c.primaryHover,
      colorPrimaryText: c.link,
      colorPrimaryBg: c.primarySoft,
      colorLink: c.link,
      colorLinkHover: c.primaryHover,
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
      motion,
    },
    components: {
      Button: {
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
        itemSelectedColor: c.link,
        itemActiveColor: c.link,
        itemHoverColor: c.link,
        inkBarColor: c.primary,
      },
    },
  };
}
