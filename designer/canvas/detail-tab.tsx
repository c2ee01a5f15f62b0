import { useTranslation } from 'react-i18next';
import { RelatedLists } from '../panels/related-lists.tsx';
import { useDesigner, useDesignerStore } from '../store.ts';
import { ArrangeTab } from './arrange-tab.tsx';

/** A record's page: its sections, and the lists of what points at it. */
export default function DetailTab() {
  return <ArrangeTab where="detail.sections" bar={<OwnSections />} below={<RelatedLists />} />;
}

/** Until a page has sections of its own it follows the form. */
function OwnSections() {
  const { t } = useTranslation('designer');
  const store = useDesignerStore();
  const form = useDesigner((state) => state.document.meta.form);
  const own = useDesigner((state) => state.document.meta.detail?.sections !== undefined);
  if (own)
    return (
      <div className="canvas-bar">
        <span>{t('designer.detailOwn')}</span>
        <button
          type="button"
          className="button"
          onClick={() => store.getState().run(t('designer.detailFollow'), [{ do: 'remove', at: 'detail.sections' }])}
        >
          {t('designer.detailFollow')}
        </button>
      </div>
    );
  return (
    <div className="canvas-bar">
      <span>{t('designer.detailFollows')}</span>
      <button
        type="button"
        className="button is-primary"
        onClick={() =>
          store.getState().run(t('designer.detailStart'), [{ do: 'set', at: 'detail.sections', value: form ?? {} }])
        }
      >
        {t('designer.detailStart')}
      </button>
    </div>
  );
}
