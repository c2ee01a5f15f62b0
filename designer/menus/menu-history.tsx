import { Drawer } from 'antd';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import {
  EmptyState,
  ErrorPanel,
  Skeleton,
  toDisplayError,
  useConfirm,
  useOwnCalls,
  type MenuMoment,
} from '../../engine/kit/index.ts';
import '../review/review.css';
import { useAnswer } from '../tools/use-answer.ts';
import { changeSentences } from './change-sentences.ts';
import { namesOf, Sentences } from './menu-review.tsx';
import type { Menu, MenuWork } from './use-menu.ts';

/** Every change of the menu with who, when and why; each earlier state can be made the draft. */
export function MenuHistory({ work, menu, onClose }: { work: MenuWork; menu: Menu; onClose: () => void }) {
  const { t } = useTranslation('designer');
  const { ask } = useOwnCalls();
  const { answer, error, again } = useAnswer(useCallback(() => ask('menuHistory', {}), [ask]));
  return (
    <Drawer open width={640} title={t('menus.history')} onClose={onClose} destroyOnHidden>
      {error ? (
        <ErrorPanel compact error={toDisplayError(error)} onRetry={again} />
      ) : !answer ? (
        <Skeleton shape="list" />
      ) : answer.moments.length === 0 ? (
        <EmptyState kind="nothing" compact title={t('menus.noHistory')} />
      ) : (
        <ol className="revision-list">
          {answer.moments.map((moment, at) => (
            <MomentRow
              key={`${moment.moment} ${moment.by}`}
              moment={moment}
              isLatest={at === 0}
              work={work}
              menu={menu}
              onClose={onClose}
            />
          ))}
        </ol>
      )}
    </Drawer>
  );
}

function MomentRow({
  moment: { moment, at, by, reason, changes },
  isLatest,
  work,
  menu,
  onClose,
}: {
  moment: MenuMoment;
  isLatest: boolean;
  work: MenuWork;
  menu: Menu;
  onClose: () => void;
}) {
  const { t } = useTranslation('designer');
  const confirm = useConfirm();
  const now = namesOf(menu, work.live);
  const formerNames = new Map(changes.map(({ id, name }) => [id, name]));
  const isKnown = (id: string) => work.live?.titles.has(id) ?? false;
  const names = {
    ...now,
    title: (id: string) => (isKnown(id) ? now.title(id) : (formerNames.get(id) ?? t('menus.removedEntry'))),
  };
  const restore = async () => {
    const isSure =
      work.draft.steps.length === 0 ||
      (await confirm({ title: t('menus.restoreQuestion'), okText: t('menus.restore') }));
    if (isSure && (await work.restore(moment, t('menus.restored', { at: at.slice(0, 16) })))) onClose();
  };
  return (
    <li className="panel-card">
      <div className="revision-head">
        <strong>{reason ?? t('menus.direct')}</strong>
        <span>{by}</span>
        <time dateTime={moment}>{at.slice(0, 16)}</time>
      </div>
      <Sentences all={changeSentences(t, changes, names)} none={t('menus.noChanges')} />
      {isLatest ? null : (
        <div className="panel-bar">
          <button type="button" className="button" onClick={() => void restore()}>
            {t('menus.restore')}
          </button>
        </div>
      )}
    </li>
  );
}
