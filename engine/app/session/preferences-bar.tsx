import { useTranslation } from 'react-i18next';
import { useAppearance, type Appearance } from '../../kit/ui/appearance.ts';
import { switchCulture, useCulture, useCultures } from '../../kit/ui/culture.ts';

const appearances: readonly Appearance[] = ['system', 'light', 'dark'];

/** Language and brightness, for everybody, signed in or not. Native controls: they need nothing loaded. */
export function PreferencesBar() {
  const { t } = useTranslation();
  const culture = useCulture();
  const cultures = useCultures();
  const { appearance, setAppearance } = useAppearance();
  const next = appearances[(appearances.indexOf(appearance) + 1) % appearances.length]!;
  return (
    <div className="preferences-bar">
      <button
        type="button"
        className="icon-button"
        onClick={() => setAppearance(next)}
        title={t(`shell.appearance.${appearance}`)}
        aria-label={t('shell.appearance.change', { now: t(`shell.appearance.${appearance}`) })}
      >
        <svg
          viewBox="0 0 20 20"
          width="18"
          height="18"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.6"
          strokeLinecap="round"
          aria-hidden="true"
        >
          {appearance === 'light' ? (
            <>
              <circle cx="10" cy="10" r="3.6" />
              <path d="M10 1.8v2M10 16.2v2M1.8 10h2M16.2 10h2M4.2 4.2l1.4 1.4M14.4 14.4l1.4 1.4M4.2 15.8l1.4-1.4M14.4 5.6l1.4-1.4" />
            </>
          ) : appearance === 'dark' ? (
            <path d="M16.8 12.2A7.3 7.3 0 0 1 7.8 3.2a7.3 7.3 0 1 0 9 9z" strokeLinejoin="round" />
          ) : (
            <>
              <circle cx="10" cy="10" r="7.2" />
              <path d="M10 2.8a7.2 7.2 0 0 1 0 14.4z" fill="currentColor" />
            </>
          )}
        </svg>
      </button>
      <select
        className="culture-select"
        aria-label={t('shell.language')}
        value={culture}
        onChange={(event) => void switchCulture(event.target.value)}
      >
        {cultures.map(({ code, name }) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
