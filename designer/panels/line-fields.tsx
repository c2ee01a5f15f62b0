import { useTranslation } from 'react-i18next';
import { useDesigner, useDesignerStore } from '../store.ts';
import { useWorkspaceStore } from '../tools/workbench.ts';
import { labelAt } from '../use-designer-words.ts';
import { FieldIcon } from './field-icon.tsx';
import { MoveButtons } from './move-buttons.tsx';

/** The fields of one row of a sub-table; each is chosen here to be edited as any other. */
export function LineFields({ name }: { name: string }) {
  const { t } = useTranslation('designer');
  const store = useDesignerStore();
  const workspace = useWorkspaceStore();
  const fields = useDesigner((state) => state.document.meta.fields[name]?.fields) ?? {};
  const words = useDesigner((state) => state.document.texts[state.culture]);
  const names = Object.keys(fields);
  const at = (line: string) => `fields.${name}.fields.${line}`;
  const move = (line: string, before: string | null) =>
    store.getState().run(t('designer.step.move', { name: line }), [{ do: 'move', at: at(line), before }]);
  return (
    <fieldset className="choice-values">
      <legend>{t('designer.option.fields')}</legend>
      <ul>
        {names.map((line, index) => (
          <li key={line} className="choice-value">
            <FieldIcon type={fields[line]?.type} />
            <button type="button" className="link-button" onClick={() => store.getState().select([at(line)])}>
              {labelAt(words, `lines.${name}.${line}`) ?? line}
            </button>
            <MoveButtons
              name={labelAt(words, `lines.${name}.${line}`) ?? line}
              index={index}
              count={names.length}
              fixed={names.length === 1}
              onMove={(to) => move(line, names[to > index ? to + 1 : to] ?? null)}
              onRemove={() =>
                store
                  .getState()
                  .run(t('designer.step.remove', { name: line }), [{ do: 'remove', at: at(line), letGo: true }])
              }
            />
          </li>
        ))}
      </ul>
      <button
        type="button"
        className="button"
        onClick={() => workspace.getState().openDialog({ kind: 'newLineField', of: name })}
      >
        {t('designer.newField')}
      </button>
    </fieldset>
  );
}
