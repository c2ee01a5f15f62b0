import { useTranslation } from 'react-i18next';
import type { Change } from '../../engine/core/index.ts';
import { StatusTag, type TagTone } from '../../engine/kit/index.ts';
import { useDraft } from '../store.ts';
import { useChangeWords } from './change-words.ts';

const tones: Readonly<Record<Change['kind'], TagTone>> = {
  added: 'good',
  removed: 'bad',
  changed: 'info',
  moved: 'neutral',
  renamed: 'warn',
};

/** Changes as text, with the values before and after. */
export function ChangeList({ changes }: { changes: readonly Change[] }) {
  const { t } = useTranslation('designer');
  const select = useDraft((state) => state.select);
  const line = useChangeWords();
  if (changes.length === 0) return <p className="panel-hint">{t('change.none')}</p>;
  return (
    <ul className="change-list">
      {changes.map((change, at) => {
        const { text, from, to } = line(change);
        return (
          <li key={at}>
            <StatusTag tone={tones[change.kind]} text={t(`change.kind.${change.kind}`)} />
            <div>
              <button type="button" className="link-button" onClick={() => select([change.at.replaceAll('/', '.')])}>
                {text}
              </button>
              {from !== undefined || to !== undefined ? (
                <p className="change-values">
                  <del>
                    <span className="sr-only">{t('change.before')} </span>
                    {from ?? '—'}
                  </del>{' '}
                  →{' '}
                  <ins>
                    <span className="sr-only">{t('change.after')} </span>
                    {to ?? '—'}
                  </ins>
                </p>
              ) : null}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
