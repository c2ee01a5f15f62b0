import { describe, expect, it } from 'vitest';
import { compileEntity, type Entity, type EntityMeta, type FieldMeta } from '../../../engine/core/index.ts';
import { carryOver } from '../../../engine/kit/controllers/carry-over.ts';
import { createFormController } from '../../../engine/kit/controllers/form-controller.ts';
import { renewForm } from '../../../engine/kit/controllers/renew-form.ts';
import type { EntityAnswer } from '../../../engine/kit/data/data-client.ts';
import { createStorage, surroundings } from './parts.ts';

const before: Record<string, FieldMeta> = {
  plate: { type: 'text', required: true },
  mileage: { type: 'integer' },
  price: { type: 'money', currency: 'USD' },
  note: { type: 'text' },
  wheels: { type: 'lines', fields: { size: { type: 'integer' }, maker: { type: 'text' } } },
};
const { mileage, price: _price, note: _note, wheels, ...others } = before;
const after: Record<string, FieldMeta> = {
  ...others,
  odometer: { ...(mileage as FieldMeta), id: 'mileage' },
  note: { type: 'integer' },
  seats: { type: 'integer', default: 4 },
  wheels: { ...(wheels as FieldMeta), fields: { inches: { type: 'integer', id: 'size' }, maker: { type: 'text' } } },
};

function answerOf(fields: Record<string, FieldMeta>): { entity: Entity; answer: EntityAnswer } {
  const meta: EntityMeta = {
    entity: 'vehicle',
    path: 'Vehicle',
    title: 'plate',
    fields,
    list: { columns: ['plate'] },
    access: {},
  };
  const outcome = compileEntity(meta);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.issues));
  const labels = Object.fromEntries(Object.keys(fields).map((name) => [name, `The ${name}`]));
  const texts = { name: 'Vehicle', plural: 'Vehicles', fields: labels };
  return { entity: outcome.value, answer: { meta, codes: [], refs: {}, texts, rights: { readOnly: [] } } as never };
}
const was = answerOf(before);
const now = answerOf(after);
const typed = {
  plate: 'AB 12',
  mileage: 777,
  price: 5,
  note: '12',
  wheels: [{ size: 17, maker: 'Acme' }],
};

const shape = ({ entity }: typeof was) => ({ entity, readOnly: [], label: (name: string) => name });
const textOf = (field: { name: string }, values: Readonly<Record<string, unknown>>) => String(values[field.name]);

describe('input of a form whose entity is published', () => {
  it('moves to the new name of its field, in rows of sub-tables too, if the new type can read it', () => {
    const { values } = carryOver({ was: shape(was), now: shape(now), base: { wheels: [] }, values: typed, textOf });
    expect(values).toEqual({
      plate: 'AB 12',
      odometer: 777,
      note: 12,
      wheels: [{ inches: 17, maker: 'Acme' }],
    });
  });

  it('is reported with its label where its field was removed or no longer accepts it', () => {
    const { changes } = carryOver({
      was: shape(was),
      now: shape(now),
      base: { wheels: [] },
      values: { ...typed, note: 'soon' },
      textOf,
    });
    expect(changes).toEqual([
      { kind: 'renamed', from: 'mileage', to: 'odometer' },
      { kind: 'removed', field: 'price', text: '5' },
      { kind: 'retyped', field: 'note', text: 'soon' },
      { kind: 'added', field: 'seats' },
    ]);
  });

  it('is not reported for untouched fields', () => {
    const { changes, values } = carryOver({ was: shape(was), now: shape(now), base: typed, values: typed, textOf });
    expect(values).toEqual({});
    expect(changes.map(({ kind }) => kind)).toEqual(['renamed', 'added']);
  });
});

describe('an open form', () => {
  const controllerOf = (ready: typeof was, over: Parameters<typeof surroundings>[0]) => {
    const setting = surroundings({ entity: ready.entity, ...over });
    return { ...setting, controller: createFormController(setting.deps) };
  };

  it('goes on in the new revision, and saves under the new names', async () => {
    const storage = createStorage();
    const old = controllerOf(was, { storage, record: { wheels: [] } }).controller;
    old.patch(typed);
    let made: ReturnType<typeof controllerOf> | null = null;
    const { controller } = renewForm(old, { was, now, fresh: null }, (record) => {
      made = controllerOf(now, { storage, record });
      return made.controller;
    });
    expect(controller.store.getState()).toMatchObject({ dirty: true, draft: null });
    await controller.submit();
    expect((made as unknown as ReturnType<typeof controllerOf>).sent[0]?.body).toEqual({
      plate: 'AB 12',
      odometer: 777,
      note: 12,
      seats: 4,
      wheels: [{ inches: 17, maker: 'Acme' }],
    });
  });

  it('keeps the version it was opened at if someone else changed the same fields', () => {
    const record = { id: '1', version: 3, plate: 'AB 12', mileage: 10, wheels: [] };
    const edit = (fresh: Record<string, unknown>) => {
      const old = controllerOf(was, { mode: 'edit', record }).controller;
      old.patch({ mileage: 20 });
      const wire = { id: '1', version: 5, plate: 'AB 12', wheels: [], ...fresh } as never;
      return renewForm(
        old,
        { was, now, fresh: wire },
        (start) => controllerOf(now, { mode: 'edit', record: start }).controller,
      ).controller.base()['version'];
    };
    expect(edit({ odometer: 10 })).toBe(5);
    expect(edit({ odometer: 11 })).toBe(3);
  });

  it('brings a draft back under the new names after a reload', () => {
    const storage = createStorage();
    const old = controllerOf(was, { storage, record: { wheels: [] } }).controller;
    old.patch(typed);
    old.dispose();
    const again = controllerOf(now, { storage, record: { wheels: [] } }).controller;
    again.restoreDraft();
    expect(again.values()).toMatchObject({ odometer: 777, wheels: [{ inches: 17, maker: 'Acme' }] });
  });
});
