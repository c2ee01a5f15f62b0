import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { isScreen, type DraftConflict, type EntityMeta, type SchemaDocument } from '../../engine/core/index.ts';
import { newKey, StatusTag, errorMessage, WireError } from '../../engine/kit/index.ts';
import { useDraft } from '../store.ts';
import { useIssueLine } from '../use-designer-words.ts';
import { shownValue } from './change-words.ts';

/** What the draft and its base changed differently; one of them applies until a person decides. */
export function Conflicts() {
  const { t } = useTranslation('designer');
  const conflicts = useDraft((state) => state.conflicts);
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
  const describe = useValueText();
  const api = useDraft((state) => state.api);
  const entity = useDraft((state) => state.entity);
  const stamp = useDraft((state) => state.stamp);
  const saving = useDraft((state) => state.saving);
  const reload = useDraft((state) => state.reload);
  const name = describe.place(conflict.at);
  const take = async (whose: 'mine' | 'theirs') => {
    try {
      await api.settle(
        entity,
        { stamp, at: conflict.at, take: whose, name: t('review.step.resolve', { name }) },
        newKey(),
      );
    } catch (error) {
      const issues = error instanceof WireError ? error.issues.map((found) => found.message) : [];
      void message.error([errorMessage(error), ...issues].join(' '), 6);
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
            <dd>{describe.leaf(conflict[side])}</dd>
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

const fieldsOf = (document: SchemaDocument): EntityMeta['fields'] | null =>
  isScreen(document) ? null : document.meta.fields;

/** Paths and values with fields by name; conflicts have them by id. */
function useValueText() {
  const mine = useDraft((state) => fieldsOf(state.document));
  const live = useDraft((state) => state.published && fieldsOf(state.published));
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
