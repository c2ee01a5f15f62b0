import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { WhyQuestion } from '../data/why-question.ts';
import { useViewer } from '../data/viewer.ts';

/** From a refusal to the page that explains it, with the question filled in; nothing for those whose menu lacks the page. */
export function WhyLink({ path, code, record }: Omit<WhyQuestion, 'account'>) {
  const { t } = useTranslation();
  const viewer = useViewer();
  if (!viewer.menus.some((node) => node.path?.toLowerCase() === '/why')) return null;
  const why: WhyQuestion = { account: { id: viewer.id, title: viewer.name }, path, code, record };
  return (
    <Link to="/why" state={{ why }} className="why-link">
      {t('why.askMe')}
    </Link>
  );
}
