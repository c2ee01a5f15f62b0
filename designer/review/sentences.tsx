import { useTranslation } from 'react-i18next';
import type { PublishPlan } from '../document/api.ts';
import { usePartWords } from '../panels/parts.tsx';

type Sentence = NonNullable<PublishPlan['sentences']>[number];

/** Those that count something are said here: one is not many in every language. */
const counting = ['tables', 'columns', 'keys', 'background', 'written', 'words'];

/** More items than a person reads before deciding. */
const shown = 5;

/** What a publish does, in the reader's words: five sentences, the others folded away. */
export function Sentences({ sentences }: { sentences: readonly Sentence[] }) {
  const { t } = useTranslation('designer');
  const words = usePartWords();
  const sentenceOf = ({ code, params, message }: Sentence): string => {
    const name = code.replace(/^plan\./, '');
    if (params && counting.includes(name)) return t(`review.plan.${name}`, { count: Number(params['count']) });
    // Roles and codes have their names in the designer.
    return params && (name === 'gained' || name === 'lost')
      ? t(name === 'gained' ? 'review.roleGains' : 'review.roleLoses', {
          role: words.role(String(params['role'])),
          codes: words.list(String(params['codes']).split(', ').map(words.code)),
        })
      : message;
  };
  const lines = sentences.map(sentenceOf);
  return (
    <>
      <SentenceList lines={lines.slice(0, shown)} />
      {lines.length > shown ? (
        <details className="option-advanced">
          <summary>{t('review.plan.more', { count: lines.length - shown })}</summary>
          <SentenceList lines={lines.slice(shown)} />
        </details>
      ) : null}
    </>
  );
}

const SentenceList = ({ lines }: { lines: readonly string[] }) => (
  <ul className="change-list">
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </ul>
);
