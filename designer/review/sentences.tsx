import { useTranslation } from 'react-i18next';
import type { PublishPlan } from '../document/api.ts';
import { usePartWords } from '../panels/parts.tsx';

type Sentence = NonNullable<PublishPlan['sentences']>[number];

/** What a publish does, in the reader's words. */
export function Sentences({ sentences }: { sentences: readonly Sentence[] }) {
  const { t } = useTranslation('designer');
  const words = usePartWords();
  // Roles and codes have their names in the designer.
  const sentenceOf = ({ code, params, message }: Sentence): string =>
    (code === 'plan.gained' || code === 'plan.lost') && params
      ? t(code === 'plan.gained' ? 'review.roleGains' : 'review.roleLoses', {
          role: words.role(String(params['role'])),
          codes: words.list(String(params['codes']).split(', ').map(words.code)),
        })
      : message;
  return (
    <ul className="change-list">
      {sentences.map((sentence) => (
        <li key={sentence.message}>{sentenceOf(sentence)}</li>
      ))}
    </ul>
  );
}
