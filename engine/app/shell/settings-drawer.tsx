import { App, Drawer, Segmented, Switch } from 'antd';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { accents } from '../../kit/ui/accent.ts';
import { useAppearance, type Appearance } from '../../kit/ui/appearance.ts';
import { useCulture, useCultures, type Culture } from '../../kit/ui/culture.ts';
import { defaultSettings, useSettings, type Settings } from '../../kit/ui/settings.ts';
import { paletteOf } from '../../kit/ui/palette.ts';
import './settings-drawer.css';

const switches = [
  'fixedHeader',
  'autoHideHeader',
  'fixedSidebar',
  'multiTab',
  'crumbs',
  'colorWeak',
  'singleKeys',
] as const;

/** How the frame looks and behaves; every choice counts at once and is kept in this browser. */
export function SettingsDrawer({
  onClose,
  onKeys,
  onCulture,
}: {
  onClose(): void;
  onKeys(): void;
  onCulture(culture: Culture): void;
}) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { change, ...settings } = useSettings();
  const { appearance, setAppearance } = useAppearance();
  const culture = useCulture();
  const copy = async () => {
    await navigator.clipboard.writeText(JSON.stringify({ ...settings, appearance, culture }, null, 2));
    void message.success(t('shell.settings.copied'));
  };
  return (
    <Drawer
      open
      width={336}
      title={t('shell.settings.title')}
      onClose={onClose}
      closable={{ 'aria-label': t('shell.settings.close') }}
      className="settings-drawer"
    >
      <LookGroup onCulture={onCulture} />
      <FrameGroup />
      <BehaviourGroup />
      <div className="settings-foot">
        <button type="button" className="button" onClick={() => void copy()}>
          {t('shell.settings.copy')}
        </button>
        <button
          type="button"
          className="button"
          onClick={() => {
            change(defaultSettings);
            setAppearance('system');
          }}
        >
          {t('shell.settings.reset')}
        </button>
        <button type="button" className="link-button" onClick={onKeys}>
          {t('shell.keys.title')}
        </button>
      </div>
    </Drawer>
  );
}

function LookGroup({ onCulture }: { onCulture(culture: Culture): void }) {
  const { t } = useTranslation();
  const { change, menuTheme } = useSettings();
  const { appearance, setAppearance } = useAppearance();
  const culture = useCulture();
  const cultures = useCultures();
  return (
    <Group title={t('shell.settings.look')}>
      <Choice
        label={t('shell.settings.appearance')}
        value={appearance}
        options={(['system', 'light', 'dark'] as const).map((value) => ({
          value,
          label: t(`shell.appearance.${value}`),
        }))}
        onChange={(value) => setAppearance(value as Appearance)}
      />
      <Choice
        label={t('shell.settings.menuTheme')}
        value={menuTheme}
        options={(['light', 'dark'] as const).map((value) => ({ value, label: t(`shell.appearance.${value}`) }))}
        onChange={(value) => change({ menuTheme: value as Settings['menuTheme'] })}
      />
      <Accents />
      <Choice
        label={t('shell.language')}
        value={culture}
        options={cultures.map(({ code, name }) => ({ value: code, label: name }))}
        onChange={(value) => onCulture(value)}
      />
    </Group>
  );
}

function FrameGroup() {
  const { t } = useTranslation();
  const { change, layout, contentWidth } = useSettings();
  const top = layout === 'topmenu';
  return (
    <Group title={t('shell.settings.frame')}>
      <Choice
        label={t('shell.settings.layout')}
        value={layout}
        options={(['sidemenu', 'topmenu'] as const).map((value) => ({
          value,
          label: t(`shell.settings.layout.${value}`),
        }))}
        onChange={(value) => change({ layout: value as Settings['layout'] })}
      />
      <Choice
        label={t('shell.settings.width')}
        value={contentWidth}
        options={(['Fixed', 'Fluid'] as const).map((value) => ({
          value,
          label: t(`shell.settings.width.${value}`),
          disabled: value === 'Fluid' && !top,
        }))}
        note={top ? undefined : t('shell.settings.width.note')}
        onChange={(value) => change({ contentWidth: value as Settings['contentWidth'] })}
      />
    </Group>
  );
}

function BehaviourGroup() {
  const { t } = useTranslation();
  const { change, ...settings } = useSettings();
  const off: Partial<Record<(typeof switches)[number], boolean>> = {
    autoHideHeader: !settings.fixedHeader,
    fixedSidebar: settings.layout === 'topmenu',
  };
  return (
    <Group title={t('shell.settings.behaviour')}>
      {switches.map((name) => (
        <Toggle
          key={name}
          label={t(`shell.settings.${name}`)}
          note={off[name] ? t(`shell.settings.${name}.note`) : undefined}
          checked={settings[name]}
          disabled={off[name] === true}
          onChange={(checked) => change({ [name]: checked })}
        />
      ))}
    </Group>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="settings-group">
      <h3>{title}</h3>
      {children}
    </section>
  );
}

/** The eight colours, each drawn as it will be seen. */
function Accents() {
  const { t } = useTranslation();
  const { accent, change } = useSettings();
  const brightness = useAppearance((state) => state.brightness);
  const name = useId();
  return (
    <fieldset className="settings-accents">
      <legend>{t('shell.settings.accent')}</legend>
      <div>
        {accents.map((one) => (
          <label key={one} title={t(`shell.settings.accent.${one.slice(1)}`)}>
            <input
              type="radio"
              className="sr-only"
              name={name}
              value={one}
              checked={accent === one}
              onChange={() => change({ accent: one })}
              aria-label={t(`shell.settings.accent.${one.slice(1)}`)}
            />
            <span style={{ background: paletteOf({ brightness, accent: one, weak: false }).primary }} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Choice({
  label,
  value,
  options,
  note,
  onChange,
}: {
  label: string;
  value: string;
  options: { value: string; label: string; disabled?: boolean }[];
  note?: string;
  onChange(value: string): void;
}) {
  const id = useId();
  return (
    <div className="settings-choice">
      <span id={id}>{label}</span>
      <Segmented
        block
        vertical={options.length > 3}
        value={value}
        options={options}
        onChange={onChange}
        aria-labelledby={id}
      />
      {note ? <small>{note}</small> : null}
    </div>
  );
}

function Toggle({
  label,
  note,
  checked,
  disabled,
  onChange,
}: {
  label: string;
  note?: string;
  checked: boolean;
  disabled: boolean;
  onChange(checked: boolean): void;
}) {
  const id = useId();
  return (
    <div className="settings-toggle">
      <label htmlFor={id}>
        {label}
        {note ? <small>{note}</small> : null}
      </label>
      <Switch id={id} size="small" checked={checked} disabled={disabled} onChange={onChange} />
    </div>
  );
}
