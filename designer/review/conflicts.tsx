import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import type { DraftConflict } from '../../engine/index.ts';
import { newKey, StatusTag, troubleLine, WireError } from '../../engine/react/index.ts';
import { useDesigner } from '../store.ts';
import { useIssueLine } from '../use-designer-words.ts';
import { shownValue } from './change-words.ts';

/** What the ground of the draft and the draft changed differently: one of them holds until somebody decides. */
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

function ConflictRow({ conflict }: { conflict: DraftConflict }) {
  const { t } = useTranslation('designer');
  const { message } = App.useApp();
  const line = useIssueLine();
  const said = useSaid();
  const api = useDesigner((state) => state.api);
  const entity = useDesigner((state) => state.entity);
  const stamp = useDesigner((state) => state.stamp);
  const saving = useDesigner((state) => state.saving);
  const reload = useDesigner((state) => state.reload);
  const name = said.place(conflict.at);
  const take = async (whose: 'mine' | 'theirs') => {
    try {
      await api.settle(
        entity,
        { stamp, at: conflict.at, take: whose, name: t('review.step.resolve', { name }) },
        newKey(),
      );
    } catch (error) {
      const issues = error instanceof WireError ? error.issues.map((found) => found.message) : [];
      void message.error([troubleLine(error), ...issues].join(' '), 6);
    }
    await reload();
  };
  return (
    <li className="panel-card">
      <strong>{name}</strong>
      <dl className="conflict-sides">
        {(['base', 'theirs', 'mine'] as const).map((side) => (
          <div key={side}>
            <dt>
              {t(`review.side.${side}`)}
              {side === conflict.holds ? <StatusTag tone="info" text={t('review.holds')} /> : null}
            </dt>
            <dd>{said.leaf(conflict[side])}</dd>
          </div>
        ))}
      </dl>
      {(conflict.issues ?? []).map((found) => (
        <p key={found.code + found.path} className="panel-hint">
          {line(found)}
        </p>
      ))}
      <div className="panel-bar">
        {(['mine', 'theirs'] as const).map((whose) => (
          <button
            key={whose}
            type="button"
            className="button"
            disabled={saving !== 'saved'}
            onClick={() => void take(whose)}
          >
            {t(whose === 'mine' ? 'review.takeMine' : 'review.takeTheirs')}
          </button>
        ))}
      </div>
    </li>
  );
}

/** Addresses and values with fields called by their names; conflicts speak of them by id. */
function useSaid() {
  const mine = useDesigner((state) => state.document.meta.fields);
  const live = useDesigner((state) => state.published?.meta.fields);
  const names = new Map(
    Object.entries({ ...live, ...mine }).flatMap(([name, { id }]) => (id === undefined ? [] : [[id, name] as const])),
  );
  const named = (text: string) => text.replace(/\w+/g, (word) => names.get(word) ?? word);
  return {
    place: (at: string) => at.split('/').map(named).join(' › '),
    leaf: (leaf: DraftConflict['mine']): string =>
      leaf === undefined ? '—' : 'list' in leaf ? leaf.list.map(named).join(', ') : named(shownValue(leaf.value)),
  };
}
