import { useTranslation } from 'react-i18next';
import type { TextCoverage } from '../../kit/data/data-client.ts';
import { useCulture } from '../../kit/ui/culture.ts';

interface Props {
  cultures: readonly TextCoverage[];
  chosen: string;
  onChoose: (code: string) => void;
}

/** Every language with how far it has come; a press shows its texts. */
export function CoverageCards({ cultures, chosen, onChoose }: Props) {
  const { t } = useTranslation();
  const culture = useCulture();
  const percent = new Intl.NumberFormat(culture, { style: 'percent', maximumFractionDigits: 0 });
  const count = new Intl.NumberFormat(culture);
  return (
    <div className="coverage" role="group" aria-label={t('localizer.target')}>
      {cultures.map(({ code, name, own, total, edited, pseudo }) => {
        const share = pseudo || total === 0 ? 1 : own / total;
        return (
          <button
            key={code}
            type="button"
            className="coverage-card"
            aria-pressed={code === chosen}
            onClick={() => onChoose(code)}
          >
            <span className="coverage-name">
              <strong lang={code}>{name}</strong>
              <code>{code}</code>
            </span>
            <span className="coverage-share">{percent.format(Math.floor(share * 100) / 100)}</span>
            <span className="coverage-track" aria-hidden="true">
              <span style={{ inlineSize: `${share * 100}%` }} />
            </span>
            <span className="coverage-note">
              {pseudo
                ? t('localizer.pseudo')
                : t('localizer.coverage', { own: count.format(own), total: count.format(total) })}
              {!pseudo && own < total ? (
                <b>{t('localizer.missingCount', { count: total - own })}</b>
              ) : edited > 0 ? (
                <span>{t('localizer.editedCount', { count: edited })}</span>
              ) : null}
            </span>
          </button>
        );
      })}
    </div>
  );
}
