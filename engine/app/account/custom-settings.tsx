import { Segmented, Select } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useViewer } from '../../kit/data/viewer.ts';
import { accents } from '../../kit/ui/accent.ts';
import { useAppearance, type Appearance } from '../../kit/ui/appearance.ts';
import { cultureNames, cultures, switchCulture, useCulture, type Culture } from '../../kit/ui/culture.ts';
import { paletteOf } from '../../kit/ui/palette.ts';
import { useSettings, type Settings } from '../../kit/ui/settings.ts';
import { chooseHome, homePages, homePathOf, usualHome } from '../shell/home-page.ts';
import { Panel } from './panel.tsx';

/** Language, colours, layout and the first page; each choice counts at once and is kept in this browser. */
export function CustomSettings() {
  const { t } = useTranslation();
  const culture = useCulture();
  const { appearance, setAppearance } = useAppearance();
  const { layout, change } = useSettings();
  return (
    <Panel title={t('account.custom')} note={t('account.customNote')}>
      <div className="account-choices">
        <Choice label={t('shell.language')}>
          {(label) => (
            <Segmented
              aria-label={label}
              value={culture}
              options={cultures.map((value) => ({ value, label: cultureNames[value] }))}
              onChange={(value) => void switchCulture(value as Culture)}
            />
          )}
        </Choice>
        <Choice label={t('shell.settings.appearance')}>
          {(label) => (
            <Segmented
              aria-label={label}
              value={appearance}
              options={(['system', 'light', 'dark'] as const).map((value) => ({
                value,
                label: t(`shell.appearance.${value}`),
              }))}
              onChange={(value) => setAppearance(value as Appearance)}
            />
          )}
        </Choice>
        <Accents />
        <Choice label={t('shell.settings.layout')}>
          {(label) => (
            <Segmented
              aria-label={label}
              value={layout}
              options={(['sidemenu', 'topmenu'] as const).map((value) => ({
                value,
                label: t(`shell.settings.layout.${value}`),
              }))}
              onChange={(value) => change({ layout: value as Settings['layout'] })}
            />
          )}
        </Choice>
        <HomeChoice />
      </div>
    </Panel>
  );
}

/** The page that one comes to after signing in. */
function HomeChoice() {
  const { t } = useTranslation();
  const user = useViewer();
  const [home, setHome] = useState(() => homePathOf(user));
  const choose = (path: string) => {
    chooseHome(user, path);
    setHome(path);
  };
  return (
    <Choice label={t('account.home')} note={t('account.homeNote')}>
      {(label) => (
        <Select
          aria-label={label}
          className="account-home"
          showSearch
          optionFilterProp="label"
          value={home}
          options={[
            { value: usualHome, label: t('shell.home') },
            ...homePages(user)
              .filter(({ path }) => path !== usualHome)
              .map(({ path, title }) => ({ value: path, label: title })),
          ]}
          onChange={choose}
        />
      )}
    </Choice>
  );
}

function Choice({ label, note, children }: { label: string; note?: string; children: (label: string) => ReactNode }) {
  return (
    <div className="account-choice">
      <div>
        <span>{label}</span>
        {note ? <p className="account-quiet">{note}</p> : null}
      </div>
      {children(label)}
    </div>
  );
}

function Accents() {
  const { t } = useTranslation();
  const { accent, change } = useSettings();
  const brightness = useAppearance((state) => state.brightness);
  const name = useId();
  return (
    <fieldset className="account-choice account-accents">
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
