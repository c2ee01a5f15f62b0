import { useTranslation } from 'react-i18next';
import { withLeaf, type Conflict } from '../../engine/index.ts';
import { useRun } from '../panels/parts.tsx';
import { useDesigner } from '../store.ts';
import { shownValue } from './change-words.ts';

/** What the base and this tenant changed differently: the tenant's word holds until somebody takes the other one. */
export function Conflicts() {
  const { t } = useTranslation('designer');
  const conflicts = useDesigner((state) => state.conflicts);
  return (
    <ul className="conflict-list">
      {conflicts.map((conflict) => (
        <ConflictRow key={conflict.at} conflict={conflict} />
      ))}
      {conflicts.length === 0 ? <li className="panel-hint">{t('review.noConflicts')}</li> : null}
    </ul>
  );
}

function ConflictRow({ conflict }: { conflict: Conflict }) {
  const { t } = useTranslation('designer');
  const run = useRun();
  const document = useDesigner((state) => state.document);
  const name = conflict.at.replaceAll('/', ' › ');
  const take = (whose: 'mine' | 'theirs') =>
    run(t('review.step.resolve', { name }), [
      { do: 'replace', document: withLeaf(document, conflict.at, conflict[whose]) },
    ]);
  return (
    <li className="panel-card">
      <strong>{name}</strong>
      <dl className="conflict-sides">
        {(['base', 'theirs', 'mine'] as const).map((side) => (
          <div key={side}>
            <dt>{t(`review.side.${side}`)}</dt>
            <dd>{said(conflict[side])}</dd>
          </div>
        ))}
      </dl>
      <div className="panel-bar">
        <button type="button" className="button" onClick={() => take('mine')}>
          {t('review.takeMine')}
        </button>
        <button type="button" className="button" onClick={() => take('theirs')}>
          {t('review.takeTheirs')}
        </button>
      </div>
    </li>
  );
}

const said = (leaf: Conflict['mine']): string =>
  leaf === undefined ? '—' : 'list' in leaf ? leaf.list.join(', ') : shownValue(leaf.value);
