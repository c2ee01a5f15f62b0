import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Command, Issue } from '../../engine/core/index.ts';
import { nameCommands, nameIn } from '../document/names.ts';
import { useDesigner } from '../store.ts';
import { labelAt } from '../use-designer-words.ts';
import { MoveButtons } from './move-buttons.tsx';
import { NewRuleDialog, type NewRule } from './new-rule-dialog.tsx';
import { RuleInput } from './rule-input.tsx';
import { Line } from './words.tsx';

type Run = (name: string, commands: readonly Command[]) => readonly Issue[];

/** The tabs over a list: each has a name and a rule which records it shows. */
export function ListViews({ run }: { run: Run }) {
  const { t } = useTranslation('designer');
  const views = useDesigner((state) => state.document.meta.list.views) ?? {};
  const culture = useDesigner((state) => state.culture);
  const names = Object.keys(views);
  const [asked, setOpen] = useState(false);
  const add = ({ name, names: words, when }: NewRule) =>
    run(t('designer.step.add', { name: nameIn(words, culture) }), [
      { do: 'set', at: `list.views.${name}`, value: { filter: when } },
      ...nameCommands(`views.${name}`, words),
    ]);
  return (
    <>
      <h2>{t('designer.views')}</h2>
      {names.map((name, index) => (
        <ListView key={name} {...{ name, index, names, run }} filter={views[name]?.filter ?? ''} />
      ))}
      <button type="button" className="button" onClick={() => setOpen(true)}>
        {t('designer.newView')}
      </button>
      {asked ? (
        <NewRuleDialog
          title={t('designer.newView')}
          kind="name"
          stem="view"
          label={t('designer.viewFilter')}
          at="list.views"
          taken={views}
          onAdd={add}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}

interface ViewProps {
  name: string;
  index: number;
  /** All views in their order. */
  names: readonly string[];
  filter: string;
  run: Run;
}

function ListView({ name, index, names, filter, run }: ViewProps) {
  const { t } = useTranslation('designer');
  const words = useDesigner((state) => state.document.texts[state.culture]);
  const culture = useDesigner((state) => state.culture);
  const label = labelAt(words, `views.${name}`) ?? name;
  const move = (before: string | null) =>
    run(t('designer.step.move', { name: label }), [{ do: 'move', at: `list.views.${name}`, before }]);
  return (
    <fieldset className="choice-values">
      <legend>{label}</legend>
      <Line
        label={t('designer.label')}
        lang={culture}
        value={labelAt(words, `views.${name}`) ?? ''}
        placeholder={name}
        onSave={(value) =>
          run(t('designer.step.label', { name: value }), [
            { do: 'text', culture, key: `views.${name}`, value: value || null },
          ])
        }
      />
      <Line
        label={t('designer.codeName')}
        mono
        value={name}
        onSave={(to) =>
          run(t('designer.step.rename', { name: label }), [{ do: 'rename', at: `list.views.${name}`, to }])
        }
      />
      <RuleInput
        label={t('designer.viewFilter')}
        at={`list.views.${name}.filter`}
        value={filter}
        onChange={(next) =>
          run(t('designer.step.filter', { name: label }), [{ do: 'set', at: `list.views.${name}.filter`, value: next }])
        }
      />
      <div className="choice-value">
        <MoveButtons
          name={label}
          index={index}
          count={names.length}
          onMove={(to) => move(names[to > index ? to + 1 : to] ?? null)}
          onRemove={() => run(t('designer.step.remove', { name: label }), [{ do: 'remove', at: `list.views.${name}` }])}
        />
      </div>
    </fieldset>
  );
}
