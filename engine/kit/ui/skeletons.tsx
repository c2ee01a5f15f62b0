import { useTranslation } from 'react-i18next';
import { useDelayedLoading } from './use-delayed-loading.ts';

/** The outline of what is coming, in its final measures. Nothing is drawn for the first 200 ms. */
export function Skeleton({ shape }: { shape: 'list' | 'form' | 'detail' | 'page' }) {
  const { t } = useTranslation();
  const shown = useDelayedLoading(true);
  return (
    <div
      className="skeleton"
      data-shape={shape}
      aria-busy="true"
      aria-live="polite"
      style={shown ? undefined : { visibility: 'hidden' }}
    >
      <span className="sr-only">{t('ui.loading')}</span>
      <div className="bone is-title" />
      {shape === 'list' ? <div className="bone is-bar" /> : null}
      {Array.from({ length: shape === 'list' ? 12 : 6 }, (_, index) => (
        <div key={index} className={`bone ${shape === 'list' ? 'is-row' : 'is-field'}`} />
      ))}
    </div>
  );
}
