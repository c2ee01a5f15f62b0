// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { accents, contrastOf } from '../../../engine/kit/ui/accent.ts';
import { cssVariables, paletteOf } from '../../../engine/kit/ui/palette.ts';
import { changeSettings, defaultSettings, storedSettings, useSettings } from '../../../engine/kit/ui/settings.ts';
import { antdTheme } from '../../../engine/kit/ui/antd-theme.ts';

const kept = (key: string) => JSON.parse(localStorage.getItem(`pro__${key}`) ?? 'null') as unknown;

describe('the settings of the frame', () => {
  beforeEach(() => localStorage.clear());

  it('start as the clients of this wire start', () => {
    expect(storedSettings()).toMatchObject({
      ...{ accent: '#FA541C', menuTheme: 'light', layout: 'sidemenu', contentWidth: 'Fixed' },
      ...{ fixedHeader: true, fixedSidebar: true, autoHideHeader: false, multiTab: false, crumbs: false },
    });
  });

  it('are stored one by one with their expiry, under the names of the wire', () => {
    useSettings.getState().change({ accent: '#1890FF', crumbs: true });
    expect(kept('DEFAULT_COLOR')).toEqual({ value: '#1890FF', expire: null });
    expect(kept('DEFAULT_CRUMBS_STATE')).toEqual({ value: true, expire: null });
    expect(kept('DEFAULT_MULTI_TAB')).toBeNull();
    expect(storedSettings()).toMatchObject({ accent: '#1890FF', crumbs: true });
  });

  it('fall back to the defaults where something invalid was stored', () => {
    localStorage.setItem('pro__DEFAULT_COLOR', '{"value":"url(//evil)","expire":null}');
    localStorage.setItem('pro__DEFAULT_LAYOUT_MODE', '{"value":"nowhere","expire":null}');
    localStorage.setItem('pro__DEFAULT_MULTI_TAB', '{"value":"yes","expire":null}');
    localStorage.setItem('pro__DEFAULT_FIXED_HEADER', 'not json');
    expect(storedSettings()).toEqual(defaultSettings);
  });

  it('let the sidebar go with another layout, and the fluid width go with the top menu', () => {
    const top = changeSettings(defaultSettings, { layout: 'topmenu' });
    expect(top).toMatchObject({ layout: 'topmenu', fixedSidebar: false });
    expect(changeSettings(top, { fixedSidebar: true }).fixedSidebar).toBe(false);
    const fluid = changeSettings(top, { contentWidth: 'Fluid' });
    expect(fluid.contentWidth).toBe('Fluid');
    expect(changeSettings(fluid, { layout: 'sidemenu' })).toMatchObject({ contentWidth: 'Fixed', fixedSidebar: false });
    expect(changeSettings(defaultSettings, { contentWidth: 'Fluid' }).contentWidth).toBe('Fixed');
  });

  it('hide the header on the way down only while it is fixed', () => {
    const hiding = changeSettings(defaultSettings, { autoHideHeader: true });
    expect(hiding.autoHideHeader).toBe(true);
    const loose = changeSettings(hiding, { fixedHeader: false });
    expect(loose.autoHideHeader).toBe(false);
    expect(changeSettings(loose, { autoHideHeader: true }).autoHideHeader).toBe(false);
  });
});

describe.each(accents)('the colour %s', (accent) => {
  it.each(['light', 'dark'] as const)('can be read everywhere in %s', (brightness) => {
    const c = paletteOf({ brightness, accent, weak: false });
    const onButton = contrastOf(c.primary, c.onPrimary);
    const links = [c.surface, c.page, c.raised, c.primarySoft].map((on) => contrastOf(c.link, on));
    expect(Math.min(onButton, ...links)).toBeGreaterThanOrEqual(4.5);
    expect(contrastOf(c.primary, c.surface)).toBeGreaterThanOrEqual(3);
    expect(contrastOf(c.text, c.primarySoft)).toBeGreaterThanOrEqual(7);
  });
});

describe.each(['light', 'dark'] as const)('what a colour says in %s', (brightness) => {
  it.each(accents)('is said by no other: the brand %s is no link, no focus and no fault', (accent) => {
    const c = paletteOf({ brightness, accent, weak: false });
    const own = paletteOf({ brightness, accent: '#FA541C', weak: false });
    expect([c.link, c.focus, c.bad, c.good]).toEqual([own.link, own.focus, own.bad, own.good]);
    for (const other of [own.link, own.focus, own.bad, own.good]) {
      expect([own.primary, own.primaryHover, own.brandText]).not.toContain(other);
    }
    const { token, components } = antdTheme({ brightness, accent, weak: false });
    expect(token).toMatchObject({ colorPrimary: c.focus, colorPrimaryHover: c.textFaint, colorError: c.bad });
    expect(components?.Button).toMatchObject({ colorPrimary: c.primary, defaultHoverBorderColor: c.textFaint });
    expect(contrastOf(c.focus, c.surface)).toBeGreaterThanOrEqual(3);
    expect(contrastOf(c.brandText, c.primarySoft)).toBeGreaterThanOrEqual(4.5);
  });
});

describe('eyes that do not tell red from green', () => {
  it.each(['light', 'dark'] as const)('get blue and orange in %s', (brightness) => {
    const usual = paletteOf({ brightness, accent: '#FA541C', weak: false });
    const weak = paletteOf({ brightness, accent: '#FA541C', weak: true });
    expect(weak).toMatchObject({ good: usual.info, bad: usual.warn });
    expect(contrastOf(weak.good, weak.goodSoft)).toBeGreaterThanOrEqual(4.5);
    expect(contrastOf(weak.bad, weak.badSoft)).toBeGreaterThanOrEqual(4.5);
  });
});

describe('colours on their way to the screen', () => {
  it('have the same names in CSS and antd, and antd does not animate where reduced motion is preferred', () => {
    const taste = { brightness: 'dark', accent: '#722ED1', weak: false } as const;
    const variables = cssVariables(paletteOf(taste));
    expect(variables['--c-text-soft']).toMatch(/^#/);
    const { token, components } = antdTheme(taste, false);
    expect(token).toMatchObject({ colorLink: variables['--c-link'], motion: false });
    expect(components?.Button).toMatchObject({ colorPrimary: variables['--c-primary'] });
  });
});
