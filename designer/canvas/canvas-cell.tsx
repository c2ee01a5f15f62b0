import { memo, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldTypes } from '../../engine/core/index.ts';
import { Fact, FormField, useFieldHost, type WireRecord } from '../../engine/kit/index.ts';
import type { Where } from '../document/form-moves.ts';
import { failedPlaces } from '../document/places.ts';
import { useDesigner } from '../store.ts';
import { labelAt } from '../use-designer-words.ts';
import { LabelEdit } from './label-edit.tsx';

/** One field where it stands: the real thing, which cannot be typed into, under a grip by which it is chosen and moved. */
export const CanvasCell = memo(function CanvasCell({ name, where }: { name: string; where: Where }) {
  const { t } = useTranslation('designer');
  const meta = useDesigner((state) => state.document.meta.fields[name]);
  const words = useDesigner((state) => state.document.texts[state.culture]);
  const place = `fields.${name}`;
  const problem = useDesigner((state) => failedPlaces(state.issues).has(place));
  const label = labelAt(words, place) ?? name;
  const shape = useChanges([
    meta,
    label,
    partOf(words, 'help', name),
    partOf(words, 'options', name),
    partOf(words, 'lines', name),
  ]);
  const cell = useRef<HTMLDivElement>(null);
  const near = useNear(cell);
  if (!meta) return null;
  const isReading = meta.readOnly === true || fieldTypes[meta.type].traits.calculated;
  const marks = (['required', 'readOnly', 'visible'] as const).filter((key) => typeof meta[key] === 'string');
  const described = [t(`designer.type.${meta.type}`), ...marks.map((key) => t(`designer.when.${key}`))];
  return (
    <div className="canvas-cell" data-cell={name} ref={cell} data-problem={problem || undefined}>
      <div className="canvas-real" inert>
        {near ? (
          where === 'form' ? (
            <FormField key={shape} name={name} required={meta.required === true} reading={isReading} />
          ) : (
            <SampleFact key={shape} name={name} />
          )
        ) : (
          <div className="canvas-blank">{label}</div>
        )}
      </div>
      <button
        type="button"
        className="canvas-grip"
        data-place={place}
        tabIndex={-1}
        aria-pressed="false"
        aria-label={t('designer.cell', { label, kind: described.join(', ') })}
        aria-describedby="canvas-keys"
      />
      {marks.length > 0 ? (
        <span
          className="canvas-mark"
          title={marks.map((key) => `${t(`designer.when.${key}`)}: ${String(meta[key])}`).join('\n')}
        >
          {t('designer.when')}
        </span>
      ) : null}
      <LabelEdit place={place} textKey={place} label={label} />
    </div>
  );
});

/** A field on a record's page, with a value that its type gives for show. */
function SampleFact({ name }: { name: string }) {
  const { entity } = useFieldHost();
  const field = entity.byName.get(name);
  const sample = field?.type.samples(field.meta).valid[0] ?? null;
  const record = { id: '1', [name]: field?.meta.to ? null : sample } as WireRecord;
  return (
    <dl className="canvas-fact">
      <Fact name={name} record={record} />
    </dl>
  );
}

const partOf = (words: unknown, head: string, name: string): unknown => {
  const tree = typeof words === 'object' && words !== null ? (words as Record<string, unknown>)[head] : undefined;
  return typeof tree === 'object' && tree !== null ? (tree as Record<string, unknown>)[name] : undefined;
};

/** Counts how often any of the parts has become another. */
function useChanges(parts: readonly unknown[]): number {
  const held = useRef({ parts, count: 0 });
  if (parts.some((part, at) => part !== held.current.parts[at]))
    held.current = { parts, count: held.current.count + 1 };
  return held.current.count;
}

let observer: IntersectionObserver | null = null;
const waiting = new WeakMap<Element, () => void>();

/** Whether a cell is near the viewport: a form with hundreds of fields renders only those. */
function useNear(cell: React.RefObject<HTMLDivElement | null>): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    const element = cell.current;
    if (!element || near) return;
    observer ??= new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) if (isIntersecting) waiting.get(target)?.();
      },
      { rootMargin: '400px' },
    );
    const watcher = observer;
    waiting.set(element, () => setNear(true));
    watcher.observe(element);
    return () => watcher.unobserve(element);
  }, [cell, near]);
  return near;
}
