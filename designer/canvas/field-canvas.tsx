import { memo, useLayoutEffect, useMemo, useRef, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldHostProvider, FormFrame, FormRow, FormSection } from '../../engine/kit/index.ts';
import { arranged, fieldOf, sectionOf, type Where } from '../document/form-moves.ts';
import { useDesigner, useDesignerStore } from '../store.ts';
import { startDrag } from '../tools/dragging.ts';
import { paintSelection, useSelectionPaint } from '../tools/selecting.ts';
import { useWorkspaceStore } from '../tools/workbench.ts';
import { labelAt } from '../use-designer-words.ts';
import { CanvasCell } from './canvas-cell.tsx';
import { useCanvasHost } from '../form/canvas-host.ts';
import { LabelEdit } from './label-edit.tsx';
import { useCanvasKeys } from './use-canvas-keys.ts';
import { useCanvasZone } from '../form/use-canvas-zone.ts';

/** The fields of an entity in their sections, as the product draws them, to be chosen, moved and renamed. */
export function FieldCanvas({ where }: { where: Where }) {
  const { t } = useTranslation('designer');
  const store = useDesignerStore();
  const workspace = useWorkspaceStore();
  const { host, tools, form } = useCanvasHost();
  const meta = useDesigner((state) => state.document.meta);
  const culture = useDesigner((state) => state.culture);
  const sections = useMemo(() => arranged(meta, where), [meta, where]);
  const root = useRef<HTMLDivElement>(null);
  const zone = useCanvasZone(root, where);
  const keys = useCanvasKeys(root, where);
  useSelectionPaint(root);
  useLayoutEffect(() => paintSelection(root.current, store.getState().selection), [sections, culture, store]);

  const press = (event: React.PointerEvent) => {
    const place = placeOf(event.target);
    if (!place) return;
    const { selection, select } = store.getState();
    const held = selection.includes(place) ? selection : [place];
    const section = sectionOf(place, where);
    const names = held.flatMap((each) => fieldOf(each) ?? []);
    const { texts } = store.getState().document;
    const word = labelAt(texts[culture], section ? `sections.${section}` : place);
    const label = held.length > 1 ? t('designer.count', { count: held.length }) : (word ?? names[0] ?? place);
    if (!selection.includes(place) && !event.shiftKey && !event.ctrlKey && !event.metaKey) select([place]);
    const load = section ? ({ kind: 'section', name: section } as const) : ({ kind: 'fields', names } as const);
    startDrag({ event: event.nativeEvent, load, label, zone });
  };
  const click = (event: MouseEvent) => {
    const place = placeOf(event.target);
    const { select } = store.getState();
    if (!place) return select([]);
    keys.choose(place, event.ctrlKey || event.metaKey ? 'toggle' : event.shiftKey ? 'reach' : 'only');
  };
  return (
    <FieldHostProvider host={host}>
      <FormFrame form={form} tools={tools}>
        <div
          className="canvas"
          ref={root}
          role="group"
          aria-label={t('designer.canvas')}
          data-where={where}
          onPointerDown={press}
          onClick={click}
          onDoubleClick={(event) => workspace.getState().edit(placeOf(event.target))}
          onKeyDown={keys.press}
        >
          {Object.entries(sections).map(([name, rows]) => (
            <CanvasSection key={name} name={name} where={where} rows={rows} />
          ))}
          {Object.keys(sections).length === 0 ? <p className="canvas-empty">{t(`designer.empty.${where}`)}</p> : null}
        </div>
      </FormFrame>
    </FieldHostProvider>
  );
}

export const placeOf = (target: EventTarget | null): string | null =>
  (target instanceof HTMLElement && target.closest<HTMLElement>('[data-place]')?.dataset['place']) || null;

interface SectionProps {
  name: string;
  where: Where;
  rows: readonly (readonly string[])[];
}

const sameRows = (one: SectionProps, other: SectionProps): boolean =>
  one.name === other.name && one.rows.length === other.rows.length && one.rows.join('|') === other.rows.join('|');

const CanvasSection = memo(function CanvasSection({ name, where, rows }: SectionProps) {
  const { t } = useTranslation('designer');
  const own = useDesigner((state) => labelAt(state.document.texts[state.culture], `sections.${name}`));
  const label = own ?? t(`section.${name}`, { defaultValue: name });
  const place = `${where}.${name}`;
  return (
    <div className="canvas-section" data-section-of={name}>
      <FormSection key={label} name={name} names={noNames}>
        {rows.map((row) => (
          <FormRow key={row[0]} columns={row.length}>
            {row.map((field) => (
              <CanvasCell key={field} name={field} where={where} />
            ))}
          </FormRow>
        ))}
        {rows.length === 0 ? <p className="canvas-empty">{t('designer.dropHere')}</p> : null}
      </FormSection>
      <button
        type="button"
        className="canvas-grip is-section"
        data-place={place}
        tabIndex={-1}
        aria-pressed="false"
        aria-label={t('designer.sectionOf', { label })}
        aria-describedby="canvas-keys"
      />
      <LabelEdit place={place} textKey={`sections.${name}`} label={label} />
    </div>
  );
}, sameRows);
const noNames: readonly string[] = [];
