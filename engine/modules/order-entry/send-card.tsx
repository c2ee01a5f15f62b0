import { totalOf, type Offer } from './offers.ts';
import type { Placing } from './use-placing.ts';
import { useFigures, useWords } from './wording.ts';

/** What is chosen, and the buttons that save and place it. */
export function SendCard({
  chosen,
  isFailed,
  placing,
  go,
}: {
  chosen: Offer | undefined;
  isFailed: boolean;
  placing: Placing;
  go: (what: 'save' | 'place') => void;
}) {
  const t = useWords();
  const figures = useFigures();
  const busy = placing.step !== 'idle';
  return (
    <section className="entry-card entry-send">
      <p className="entry-sum">
        {chosen?.available ? (
          <>
            <span>{chosen.service.name}</span>
            <strong>{figures.money(totalOf(chosen), chosen.currency)}</strong>
          </>
        ) : (
          <span className="entry-quiet">{t('gap.choice')}</span>
        )}
      </p>
      <p className="entry-actions">
        <button
          type="button"
          className="button"
          disabled={busy}
          aria-busy={placing.step === 'saving'}
          aria-keyshortcuts="Control+S"
          onClick={() => go('save')}
        >
          {t('save')}
        </button>
        <button
          type="button"
          className="button is-primary"
          disabled={busy}
          aria-busy={placing.step === 'trying' || placing.step === 'submitting'}
          aria-keyshortcuts="Control+Enter"
          onClick={() => go('place')}
        >
          {t(isFailed ? 'retry' : 'place')}
        </button>
      </p>
    </section>
  );
}
