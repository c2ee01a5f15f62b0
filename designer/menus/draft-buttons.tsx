import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { netChanges } from '../../engine/core/index.ts';
import { useConfirm, type WireRecord } from '../../engine/kit/index.ts';
import { MenuHistory } from './menu-history.tsx';
import { MenuReview } from './menu-review.tsx';
import type { Menu, MenuWork } from './use-menu.ts';

/** Whose draft it is and how large, and what can be done with it. */
export function DraftButtons({ work, menu, roles }: { work: MenuWork; menu: Menu; roles: readonly WireRecord[] }) {
  const { t } = useTranslation('designer');
  const confirm = useConfirm();
  const [open, setOpen] = useState<'review' | 'history' | null>(null);
  const { steps, by, at } = work.draft;
  const changes = useMemo(() => netChanges(steps), [steps]);
  const discard = async () => {
    if (await confirm({ title: t('menus.discardQuestion'), okText: t('menus.discard') })) await work.discard();
  };
  return (
    <>
      {steps.length > 0 ? (
        <p className="menus-draft">{t('menus.draft', { count: changes.length, by, at: at.slice(0, 16) })}</p>
      ) : null}
      <div className="menus-actions">
        <button type="button" className="button" disabled={steps.length === 0} onClick={() => void work.undo()}>
          {t('menus.undo')}
        </button>
        <button type="button" className="button" disabled={steps.length === 0} onClick={() => void discard()}>
          {t('menus.discard')}
        </button>
        <button type="button" className="button" onClick={() => setOpen('history')}>
          {t('menus.history')}
        </button>
        <button
          type="button"
          className="button is-primary"
          disabled={steps.length === 0}
          onClick={() => setOpen('review')}
        >
          {t('menus.review')}
        </button>
      </div>
      {open === 'review' ? (
        <MenuReview work={work} menu={menu} changes={changes} roles={roles} onClose={() => setOpen(null)} />
      ) : null}
      {open === 'history' ? <MenuHistory work={work} menu={menu} onClose={() => setOpen(null)} /> : null}
    </>
  );
}
