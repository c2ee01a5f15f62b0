import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldTypeNames, sectionLayouts, type FieldTypeName, type SectionLayout } from '../../engine/core/index.ts';
import { Icon, useWidgets } from '../../engine/kit/index.ts';
import { useCanvasZone } from '../form/use-canvas-zone.ts';
import { useFormSteps, type FormSteps } from '../form/use-form-steps.ts';
import {
  arranged,
  fieldOf,
  layoutCommands,
  sectionOf,
  positionOf,
  type FieldTarget,
  type Where,
} from '../document/form-moves.ts';
import { useDesigner, useDesignerStore } from '../store.ts';
import { startDrag, type DragItem } from '../tools/dragging.ts';
import { useWorkspaceStore } from '../tools/workbench.ts';
import { labelAt } from '../use-designer-words.ts';
import { FieldIcon } from './field-icon.tsx';
import { RemovedFields } from './removed-fields.tsx';

const nowhere = { current: null };

/** The parts wait until the canvas has answered. */
const useMetaAfterCanvas = () => useDeferredValue(useDesigner((state) => state.document.meta));

/** Begins to carry something to the canvas. */
type Drag = (load: DragItem, label: string) => (event: React.PointerEvent) => void;

interface ItemsProps {
  where: Where;
  query: string;
  drag: Drag;
}

/** What may be put on the canvas: this entity's own fields first, then new ones, a section, and custom widgets. */
export function Palette({ where }: { where: Where }) {
  const { t } = useTranslation('designer');
  const meta = useMetaAfterCanvas();
  const [search, setSearch] = useState('');
  const steps = useFormSteps(where);
  const zone = useCanvasZone(nowhere, where);
  const placed = useMemo(() => new Set(Object.values(arranged(meta, where)).flat(2)), [meta, where]);
  const query = search.trim().toLowerCase();
  const drag: Drag = (load, label) => (event) => startDrag({ event: event.nativeEvent, load, label, zone });
  return (
    <div className="parts">
      <input
        type="search"
        className="design-search"
        value={search}
        placeholder={t('designer.searchFields')}
        aria-label={t('designer.searchFields')}
        onChange={(event) => setSearch(event.target.value)}
      />
      <h3>
        {t('designer.fields')}{' '}
        <span className="parts-count">
          {t('designer.placedOf', { placed: placed.size, all: Object.keys(meta.fields).length })}
        </span>
      </h3>
      <FieldItems where={where} query={query} placed={placed} drag={drag} />
      {where === 'form' ? <RemovedFields query={query} /> : null}
      <h3>{t('designer.layout')}</h3>
      <button
        type="button"
        className="parts-item"
        onPointerDown={drag({ kind: 'newSection' }, t('designer.section'))}
        onClick={() => steps.wrap([])}
      >
        <span className="parts-label">{t('designer.newSection')}</span>
        <span className="parts-mark">{t('designer.put')}</span>
      </button>
      {where === 'form' ? <LayoutItems steps={steps} /> : null}
      <h3>{t('designer.newField')}</h3>
      <TypeItems where={where} query={query} drag={drag} />
      <WidgetItems query={query} />
    </div>
  );
}

/** The entity's own fields: put below what is chosen, or shown where they stand. */
function FieldItems({ where, query, placed, drag }: ItemsProps & { placed: ReadonlySet<string> }) {
  const { t } = useTranslation('designer');
  const store = useDesignerStore();
  const meta = useMetaAfterCanvas();
  const words = useDesigner((state) => state.document.texts[state.culture]);
  const steps = useFormSteps(where);
  const labelOf = (name: string) => labelAt(words, `fields.${name}`) ?? name;
  const fields = Object.entries(meta.fields).filter(([name]) =>
    `${name} ${labelOf(name)}`.toLowerCase().includes(query),
  );
  const put = (name: string) => {
    if (placed.has(name)) return store.getState().select([`fields.${name}`]);
    const target = afterSelection(store.getState().document.meta, where, store.getState().selection);
    if (target) steps.place([name], target);
  };
  return (
    <ul className="parts-fields">
      {fields.map(([name, field]) => (
        <li key={name}>
          <button
            type="button"
            className="parts-item"
            data-placed={placed.has(name) || undefined}
            onPointerDown={drag({ kind: 'fields', names: [name] }, labelOf(name))}
            onClick={() => put(name)}
            title={name}
          >
            <FieldIcon type={field.type} />
            <span className="parts-label">{labelOf(name)}</span>
            <span className="parts-mark">{placed.has(name) ? t('designer.placed') : t('designer.put')}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** A new field of each type. */
function TypeItems({ where, query, drag }: ItemsProps) {
  const { t } = useTranslation('designer');
  const store = useDesignerStore();
  const workspace = useWorkspaceStore();
  const types = fieldTypeNames.filter((type) => `${type} ${t(`designer.type.${type}`)}`.toLowerCase().includes(query));
  const add = (type: FieldTypeName) => {
    const { document, selection } = store.getState();
    const target = afterSelection(document.meta, where, selection);
    workspace.getState().openDialog({ kind: 'newField', type, where, target });
  };
  return (
    <ul className="parts-types">
      {types.map((type) => (
        <li key={type}>
          <button
            type="button"
            className="parts-item is-type"
            onPointerDown={drag({ kind: 'type', type }, t(`designer.type.${type}`))}
            onClick={() => add(type)}
          >
            <FieldIcon type={type} />
            <span className="parts-label">{t(`designer.type.${type}`)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Tabs, panels and steps: given to the chosen section, or to a new one. */
function LayoutItems({ steps }: { steps: FormSteps }) {
  const { t } = useTranslation('designer');
  const store = useDesignerStore();
  const setLayout = (layout: SectionLayout) => {
    const chosen = () => sectionOf(store.getState().selection.at(-1) ?? '', 'form');
    if (chosen() === null) steps.wrap([]);
    const section = chosen();
    const { meta } = store.getState().document;
    if (section !== null) store.getState().run(t('designer.step.layout'), layoutCommands(meta, section, layout));
  };
  return (
    <ul className="parts-fields">
      {sectionLayouts.map((layout) => (
        <li key={layout}>
          <button type="button" className="parts-item" onClick={() => setLayout(layout)}>
            <span className="parts-label">{t(`designer.layout.${layout}`)}</span>
            <span className="parts-mark">{t('designer.give')}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Custom editors: given to the chosen field where they fit its type. */
function WidgetItems({ query }: { query: string }) {
  const { t } = useTranslation('designer');
  const widgets = Object.values(useWidgets()).filter(({ name }) =>
    `${name} ${t(`widget.${name}.name`)}`.toLowerCase().includes(query),
  );
  const store = useDesignerStore();
  const selected = useDesigner((state) => state.selection.at(-1));
  const type = useDesigner((state) => state.document.meta.fields[fieldOf(selected ?? '') ?? '']?.type);
  if (widgets.length === 0) return null;
  return (
    <>
      <h3>{t('designer.widgets')}</h3>
      <ul className="parts-fields">
        {widgets.map(({ name, types, icon }) => {
          const fits = type !== undefined && types.includes(type);
          const kinds = types.map((each) => t(`designer.type.${each}`));
          const label = t(`widget.${name}.name`);
          return (
            <li key={name}>
              <button
                type="button"
                className="parts-item"
                disabled={!fits}
                title={`${t(`widget.${name}.note`)}\n${t('designer.widgetFor', { kinds })}`}
                onClick={() =>
                  store
                    .getState()
                    .run(t('designer.step.widget', { name: label }), [
                      { do: 'set', at: `${selected}.widget`, value: name },
                    ])
                }
              >
                <Icon name={icon} />
                <span className="parts-label">{label}</span>
                <span className="parts-mark">{fits ? t('designer.give') : kinds[0]}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** Below what is chosen; at the end of the last section where nothing is. */
function afterSelection(
  meta: Parameters<typeof arranged>[0],
  where: Where,
  selection: readonly string[],
): FieldTarget | null {
  const form = arranged(meta, where);
  const place = selection.at(-1) ?? '';
  const position = positionOf(form, fieldOf(place) ?? '');
  if (position) return { section: position.section, row: position.row + 1 };
  const section = sectionOf(place, where) ?? Object.keys(form).at(-1);
  return section === undefined ? null : { section, row: form[section]?.length ?? 0 };
}
