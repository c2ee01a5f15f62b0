import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { isScreen, type SchemaDocument } from '../../engine/core/index.ts';
import type { PublishPlan } from '../document/api.ts';
import { placeOf } from '../document/repairs.ts';
import { Tick } from '../panels/parts.tsx';
import { RepairButtons, useWordRepairs } from '../panels/word-repairs.tsx';
import { useDraft } from '../store.ts';

type Found = PublishPlan['blockers'][number];

/** Goes to where an issue can be put right, and closes what lies over it. */
export function useGoTo(onLeave: () => void): (path: string) => void {
  const [, setSearch] = useSearchParams();
  const select = useDraft((state) => state.select);
  return (path) => {
    const { tab, place } = placeOf(path);
    setSearch({ tab, ...(tab === 'texts' ? { words: 'missing' } : {}) }, { replace: true });
    if (place) select([place]);
    onLeave();
  };
}

/** What an issue says, as a way to where it can be put right; in a screen there is one place only. */
export function IssueLink({ path, message, onGo }: { path: string; message: string; onGo: (path: string) => void }) {
  const hasTabs = useDraft((state) => !isScreen(state.document));
  return hasTabs && path !== '' ? (
    <button type="button" className="link-button" onClick={() => onGo(path)}>
      {message}
    </button>
  ) : (
    <span>{message}</span>
  );
}

const shown = 5;

/** Problems that can be accepted, each with a link to its place; missing texts are one problem, with a way to fill them in. */
export function Problems({
  found,
  signed,
  onSign,
  onGo,
}: {
  found: readonly Found[];
  signed: boolean;
  onSign: (signed: boolean) => void;
  onGo: (path: string) => void;
}) {
  const { t } = useTranslation('designer');
  const document = useDraft<SchemaDocument>((state) => state.document);
  const [isWhole, setWhole] = useState(false);
  const hasWords = !isScreen(document);
  const others = found.filter(({ code }) => !(hasWords && code === 'lint.missingText'));
  const words = found.length - others.length;
  return (
    <article className="review-blocker">
      <p>
        <strong>{t('review.problems', { count: found.length })}</strong>
      </p>
      {words > 0 ? <MissingWords count={words} onGo={() => onGo('texts')} /> : null}
      <ul>
        {others.slice(0, isWhole ? others.length : shown).map(({ code, path, message }) => (
          <li key={code + path}>
            <IssueLink path={path} message={message} onGo={onGo} />
          </li>
        ))}
      </ul>
      {others.length > shown && !isWhole ? (
        <button type="button" className="link-button" onClick={() => setWhole(true)}>
          {t('review.showAll', { count: others.length })}
        </button>
      ) : null}
      <Tick label={t('review.accept')} checked={signed} onChange={onSign} />
    </article>
  );
}

/** How many words are missing, and three ways to have them: by the product's own words, by the other language, by hand. */
function MissingWords({ count, onGo }: { count: number; onGo: () => void }) {
  const { t } = useTranslation('designer');
  const repairs = useWordRepairs();
  return (
    <div className="review-repair">
      <p>{t('review.missingWords', { count })}</p>
      <div className="panel-bar">
        <RepairButtons {...repairs} />
        <button type="button" className="button" onClick={onGo}>
          {t('review.fillWords')}
        </button>
      </div>
    </div>
  );
}
