import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { sectionLayouts } from '../../engine/core/index.ts';
import { layoutCommands } from '../document/form-moves.ts';
import { useDesigner, useDesignerStore } from '../store.ts';
import { Words } from './words.tsx';

/** What can be said of a section: its words and, in a form, how it is drawn. */
export function SectionProperties({ place, name }: { place: string; name: string }) {
  const { t } = useTranslation('designer');
  const store = useDesignerStore();
  const layout = useDesigner((state) => state.document.meta.formLayout?.[name]);
  const isForm = place.startsWith('form.');
  const change = (value: string) => {
    const next = sectionLayouts.find((each) => each === value) ?? null;
    store.getState().run(t('designer.step.layout'), layoutCommands(store.getState().document.meta, name, next));
  };
  return (
    <>
      <h2>{t('designer.section')}</h2>
      <Words
        place={place}
        textKey={`sections.${name}`}
        otherwise={t(`section.${name}`, { defaultValue: name })}
        name={name}
      />
      {isForm ? (
        <div className="option-row" data-said={layout !== undefined || undefined}>
          <div className="option-head">
            <span id="section-layout">{t('designer.sectionLayout')}</span>
          </div>
          <Segmented
            size="small"
            aria-labelledby="section-layout"
            value={layout ?? 'card'}
            options={['card', ...sectionLayouts].map((value) => ({ value, label: t(`designer.layout.${value}`) }))}
            onChange={change}
          />
          <p className="form-item-help">{t('designer.help.sectionLayout')}</p>
        </div>
      ) : null}
    </>
  );
}
