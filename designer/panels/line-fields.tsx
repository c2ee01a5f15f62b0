import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { useDesigner, useDesignerStore } from '../store.ts';
import { freeName } from '../document/form-moves.ts';
import { wordAt } from '../use-designer-words.ts';
import { FieldIcon } from './field-icon.tsx';

/** The fields of one row of a sub-table; each is chosen here to be edited as any other. */
export function LineFields({ name }: { name: string }) {
  const { t } = useTranslation('designer');
  const store = useDesignerStore();
  const fields = useDesigner((state) => state.document.meta.fields[name]?.fields) ?? {};
  const words = useDesigner((state) => state.document.texts[state.culture]);
  const culture = useDesigner((state) => state.culture);
  const names = Object.keys(fields);
  const at = (line: string) => `fields.${name}.fields.${line}`;
  const move = (line: string, before: string | null) =>
    store.getState().run(t('designer.step.move', { name: line }), [{ do: 'move', at: at(line), before }]);
  const add = () => {
    const line = freeName(fields, 'field');
    const label = t('designer.newField');
    const issues = store.getState().run(t('designer.step.add', { name: label }), [
      { do: 'set', at: at(line), value: { type: 'text' } },
      { do: 'text', culture, key: `lines.${name}.${line}`, value: label },
    ]);
    if (issues.length === 0) store.getState().select([at(line)]);
  };
  return (
    <fieldset className="choice-values">
      <legend>{t('designer.option.fields')}</legend>
      <ul>
        {names.map((line, index) => (
          <li key={line} className="choice-value">
            <FieldIcon type={fields[line]?.type} />
            <button type="button" className="link-button" onClick={() => store.getState().select([at(line)])}>
              {wordAt(words, `lines.${name}.${line}`) ?? line}
            </button>
            <button
              type="button"
              className="icon-button"
              disabled={index === 0}
              aria-label={t('designer.up', { name: line })}
              onClick={() => move(line, names[index - 1] ?? null)}
            >
              <ArrowUpOutlined aria-hidden />
            </button>
            <button
              type="button"
              className="icon-button"
              disabled={index === names.length - 1}
              aria-label={t('designer.down', { name: line })}
              onClick={() => move(line, names[index + 2] ?? null)}
            >
              <ArrowDownOutlined aria-hidden />
            </button>
            <button
              type="button"
              className="icon-button"
              disabled={names.length === 1}
              aria-label={t('designer.removeOf', { name: line })}
              onClick={() =>
                store
                  .getState()
                  .run(t('designer.step.remove', { name: line }), [{ do: 'remove', at: at(line), letGo: true }])
              }
            >
              <DeleteOutlined aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      <button type="button" className="button" onClick={add}>
        {t('designer.newField')}
      </button>
    </fieldset>
  );
}
