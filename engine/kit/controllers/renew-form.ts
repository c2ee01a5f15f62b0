import i18next from 'i18next';
import type { Field } from '../../core/index.ts';
import type { WireRecord } from '../data/data-client.ts';
import { entityLabels, type EntityLabels } from '../data/entity-labels.ts';
import type { ReadyEntity } from '../data/use-entity.ts';
import { cellText } from '../fields/controls/cell-text.ts';
import { carryOver, type FormChange, type FormShape } from './carry-over.ts';
import type { FormController } from './form-controller.ts';
import { byFieldIds, byFieldNames } from './field-ids.ts';
import { sameValue, startRecord } from './form-values.ts';

/** Whether two answers about an entity make the same form: another language has other words alone. */
export const isSameForm = (one: ReadyEntity, other: ReadyEntity): boolean =>
  JSON.stringify([one.answer.meta, one.answer.rights.readOnly]) ===
  JSON.stringify([other.answer.meta, other.answer.rights.readOnly]);

/**
 * A controller for the form as it is now, with what was typed into the one before. `fresh`: the record as it now reads.
 * If someone else changed the record that is being edited, the old version is kept, so that saving reports the conflict.
 */
export function renewForm(
  old: FormController,
  { was, now, fresh }: { was: ReadyEntity; now: ReadyEntity; fresh: WireRecord | null },
  create: (start: Record<string, unknown>) => FormController,
): { readonly controller: FormController; readonly changes: readonly FormChange[] } {
  const words = entityLabels(was.answer);
  const carried = carryOver({
    was: shapeOf(was),
    now: shapeOf(now),
    base: old.base(),
    values: old.values(),
    textOf: (field, values) => textOf(field, values, words),
  });
  const base = byFieldNames(now.entity.fields, byFieldIds(was.entity.fields, old.base()));
  const clashes = fresh !== null && Object.keys(carried.values).some((name) => !sameValue(base[name], fresh[name]));
  const start: Record<string, unknown> = fresh
    ? { ...fresh, ...(clashes ? { version: old.base()['version'] } : {}) }
    : { ...startRecord(now.entity), ...base };
  old.dispose();
  const controller = create(start);
  // The draft that the old form left behind is what is put into this one.
  controller.discardDraft();
  controller.patch(carried.values);
  return { controller, changes: carried.changes };
}

function shapeOf({ entity, answer }: ReadyEntity): FormShape {
  const words = entityLabels(answer);
  return { entity, readOnly: answer.rights.readOnly, label: words.field };
}

function textOf(field: Field, values: Readonly<Record<string, unknown>>, words: EntityLabels): string {
  const rows = values[field.name];
  if (!field.lines || !Array.isArray(rows))
    return cellText(field, values as WireRecord, { words, culture: i18next.language });
  return rows
    .map((row: WireRecord) =>
      (field.lines ?? [])
        .map((line) => cellText(line, row, { words, culture: i18next.language }))
        .filter(Boolean)
        .join(', '),
    )
    .join('; ');
}
