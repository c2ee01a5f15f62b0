import { Button, Radio } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Clash, Conflict } from '../../controllers/conflict.ts';
import type { WireRecord } from '../../data/data-client.ts';
import { useFieldHost } from '../../fields/controls/field-host.tsx';
import { fieldViews } from '../../fields/field-views.ts';
import { PageHeader } from '../../ui/page-header.tsx';

export interface ConflictScreenProps {
  conflict: Conflict & { theirs: WireRecord };
  saving: boolean;
  onResolve: (choices: ReadonlyMap<string, 'mine' | 'theirs'>) => Promise<void>;
  onBack: () => void;
}

/** Someone else saved first. Field by field: the original, their value, mine; everything else is merged. */
export function ConflictScreen({ conflict, saving, onResolve, onBack }: ConflictScreenProps) {
  const { t } = useTranslation();
  const { words, format } = useFieldHost();
  const [choices, setChoices] = useState<ReadonlyMap<string, 'mine' | 'theirs'>>(
    () => new Map(conflict.clashes.map(({ field }) => [field, 'mine'])),
  );
  const choose = (field: string, side: 'mine' | 'theirs') => setChoices(new Map(choices).set(field, side));
  const chooseAll = (side: 'mine' | 'theirs') =>
    setChoices(new Map(conflict.clashes.map(({ field }) => [field, side])));
  const at = conflict.at ?? conflict.theirs['updatedAt'];
  const by = conflict.theirs['$updatedBy'];
  const when = typeof at === 'string' ? shownTime(at, format.culture, format.timeZone) : '';
  return (
    <div className="conflict" role="region" aria-label={t('conflict.title')}>
      <PageHeader
        title={t('conflict.title')}
        note={t(by ? 'conflict.note' : 'conflict.noteUnknown', { by: String(by ?? ''), at: when })}
      />
      {conflict.clashes.length === 0 ? (
        <p className="conflict-merged">{t('conflict.noClash')}</p>
      ) : (
        <>
          <div className="conflict-all">
            <Button size="small" onClick={() => chooseAll('mine')}>
              {t('conflict.allMine')}
            </Button>
            <Button size="small" onClick={() => chooseAll('theirs')}>
              {t('conflict.allTheirs')}
            </Button>
          </div>
          <ul className="conflict-list">
            {conflict.clashes.map((clash) => (
              <ClashCard
                key={clash.field}
                clash={clash}
                conflict={conflict}
                choice={choices.get(clash.field) ?? 'mine'}
                onChoose={(side) => choose(clash.field, side)}
              />
            ))}
          </ul>
        </>
      )}
      {conflict.taken.length > 0 ? (
        <p className="conflict-merged">
          {t('conflict.taken', { fields: conflict.taken.map(words.field).join(t('ui.listComma')) })}
        </p>
      ) : null}
      <div className="save-bar">
        <Button type="primary" loading={saving} onClick={() => void onResolve(choices)}>
          {t('conflict.save')}
        </Button>
        <Button onClick={onBack}>{t('conflict.back')}</Button>
      </div>
    </div>
  );
}

function ClashCard({
  clash,
  conflict,
  choice,
  onChoose,
}: {
  clash: Clash;
  conflict: ConflictScreenProps['conflict'];
  choice: 'mine' | 'theirs';
  onChoose: (side: 'mine' | 'theirs') => void;
}) {
  const { t } = useTranslation();
  const { entity, words } = useFieldHost();
  const field = entity.byName.get(clash.field);
  if (!field) return null;
  const { Read } = fieldViews[field.meta.type];
  const sides = [
    { side: 'mine', value: clash.mine, record: conflict.merged },
    { side: 'theirs', value: clash.theirs, record: conflict.theirs },
  ] as const;
  return (
    <li className="conflict-card">
      <h2>{words.field(clash.field)}</h2>
      <div className="conflict-base">
        <span className="conflict-side-name">{t('conflict.base')}</span>
        <Read field={field} value={clash.base} record={{ ...conflict.theirs, [`$${clash.field}`]: undefined }} />
      </div>
      <Radio.Group
        className="conflict-sides"
        value={choice}
        onChange={({ target }) => onChoose(target.value)}
        aria-label={words.field(clash.field)}
      >
        {sides.map(({ side, value, record }) => (
          <Radio key={side} value={side} className="conflict-side">
            <span className="conflict-side-name">{t(`conflict.${side}`)}</span>
            <Read field={field} value={value} record={record} />
          </Radio>
        ))}
      </Radio.Group>
    </li>
  );
}

/** An instant in the reader's way; text of the tenant's zone stays as it is. */
const shownTime = (at: string, culture: string, timeZone: string): string =>
  /Z$|[+-]\d\d:\d\d$/.test(at)
    ? new Date(at).toLocaleString(culture, { timeZone, dateStyle: 'medium', timeStyle: 'short' })
    : at;
