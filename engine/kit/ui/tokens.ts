/**
 * Design tokens. `applyTokens` exports them to CSS as `--c-*`, `antd-theme.ts` to antd and `grid-theme.ts` to the grid.
 * Text colours have a contrast of at least 4.5:1 on every surface they are used on.
 */
export type Brightness = 'light' | 'dark';

export interface Palette {
  primary: string;
  primaryHover: string;
  primarySoft: string;
  /** Text on a solid primary surface. */
  onPrimary: string;
  /** The brand as text: the active menu entry, tab or view. Nothing else is written in it. */
  brandText: string;
  /** What leads elsewhere. */
  link: string;
  /** The ring of the focus, and what is chosen. */
  focus: string;
  page: string;
  surface: string;
  raised: string;
  sunken: string;
  hover: string;
  text: string;
  textSoft: string;
  textFaint: string;
  line: string;
  lineStrong: string;
  good: string;
  goodSoft: string;
  warn: string;
  warnSoft: string;
  bad: string;
  badSoft: string;
  info: string;
  infoSoft: string;
  neutralSoft: string;
  shadow: string;
  brandFrom: string;
  brandTo: string;
}

export const palettes: Readonly<Record<Brightness, Palette>> = Object.freeze({
  light: {
    primary: '#c5350b',
    primaryHover: '#a82a06',
    primarySoft: '#fff1ea',
    onPrimary: '#ffffff',
    brandText: '#b5300a',
    link: '#0b50b8',
    focus: '#1a66d6',
    page: '#f5f5f4',
    surface: '#ffffff',
    raised: '#ffffff',
    sunken: '#fafaf9',
    hover: '#f5f4f2',
    text: '#1c1b1a',
    textSoft: '#57534e',
    textFaint: '#6b6660',
    line: '#e7e5e2',
    lineStrong: '#d3d0cb',
    good: '#1f6f0a',
    goodSoft: '#edf7e8',
    warn: '#8f4400',
    warnSoft: '#fff4e0',
    bad: '#b3093f',
    badSoft: '#fdedf2',
    info: '#0b50b8',
    infoSoft: '#eaf2fd',
    neutralSoft: '#f0efed',
    shadow: '0 1px 2px rgb(28 27 26 / 5%), 0 4px 16px rgb(28 27 26 / 8%)',
    brandFrom: '#7c2107',
    brandTo: '#c5350b',
  },
  dark: {
    primary: '#f0612e',
    primaryHover: '#ff8457',
    primarySoft: '#3a1c10',
    onPrimary: '#1a0a04',
    brandText: '#ff8c62',
    link: '#8ab8f8',
    focus: '#5b9bf5',
    page: '#121211',
    surface: '#1a1918',
    raised: '#242321',
    sunken: '#161514',
    hover: '#272523',
    text: '#f0eeeb',
    textSoft: '#b8b3ac',
    textFaint: '#9d978f',
    line: '#2f2d2a',
    lineStrong: '#45423e',
    good: '#7fcf63',
    goodSoft: '#1b2c15',
    warn: '#f0b14a',
    warnSoft: '#322410',
    bad: '#ff7d97',
    badSoft: '#3a1620',
    info: '#78adf7',
    infoSoft: '#152640',
    neutralSoft: '#2b2927',
    shadow: '0 1px 2px rgb(0 0 0 / 40%), 0 6px 20px rgb(0 0 0 / 45%)',
    brandFrom: '#3a1206',
    brandTo: '#7c2107',
  },
});

/** Pixels. Space goes in steps of four; text in four sizes. */
export const measures = Object.freeze({
  space: [0, 4, 8, 12, 16, 24, 32, 48],
  text: { small: 12, base: 14, large: 16, title: 20 },
  radius: 6,
  control: 32,
  header: 55,
  tabs: 38,
  side: 230,
  sideCollapsed: 80,
});

export const fontFamily =
  "'Inter', 'Inter stand-in', system-ui, -apple-system, 'Segoe UI', 'PingFang SC', 'Hiragino Sans GB', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC', 'Noto Sans SC Variable', sans-serif";
