import { describe, expect, it } from 'vitest';
import { createFormController } from '../../../engine/kit/controllers/form-controller.ts';
import { WireError } from '../../../engine/kit/data/data-client.ts';
import { surroundings } from './parts.ts';

const filled = { host: '3', $host: 'Ann', fee: 12.5 };
const codes = (controller: ReturnType<typeof createFormController>) =>
  controller.store.getState().issues.map(({ path, code }) => `${path} ${code}`);

describe('a new form', () => {
  it('sends input and defaults, without titles and hidden fields', async () => {
    const { deps, sent } = surroundings();
    const controller = createFormController(deps);
    controller.patch({ ...filled, nights: 3, guests: [{ name: 'Bo', seats: 1, $name: 'x' }] });
    expect(await controller.submit()).toEqual({ id: '7', version: 2 });
    expect(sent).toEqual([
      { verb: 'add', key: 'key-1', body: { host: '3', kind: 'short', fee: 12.5, guests: [{ name: 'Bo', seats: 1 }] } },
    ]);
  });

  it('is refused by the same rules as on the server, and nothing is sent', async () => {
    const { deps, sent } = surroundings();
    const controller = createFormController(deps);
    controller.patch({ kind: 'long', fee: 120, remark: 'much too long', guests: [{ weight: -1 }] });
    expect(await controller.submit()).toBeNull();
    expect(sent).toEqual([]);
    expect(codes(controller)).toEqual(
      expect.arrayContaining([
        'host required',
        'nights required',
        'remark text.tooLong',
        'fee tooDear',
        'guests[0].weight number.above',
      ]),
    );
    expect(controller.store.getState().attempts).toBe(1);
  });

  it('says nothing about a field before the person has left it', () => {
    const { deps } = surroundings();
    const controller = createFormController(deps);
    controller.patch({ remark: 'much too long' });
    expect(codes(controller)).toEqual([]);
    controller.touch('remark');
    expect(codes(controller)).toEqual(['remark text.tooLong']);
    controller.patch({ remark: 'short' });
    expect(codes(controller)).toEqual([]);
  });

  it('shows and requires a field as soon as its condition holds', () => {
    const { deps } = surroundings();
    const controller = createFormController(deps);
    expect(controller.states().get('nights')).toMatchObject({ visible: false, required: false });
    controller.patch({ kind: 'long' });
    expect(controller.states().get('nights')).toMatchObject({ visible: true, required: true });
  });

  it('is dirty once a value differs, and clean again when it is put back', () => {
    const { deps } = surroundings();
    const controller = createFormController(deps);
    expect(controller.store.getState().dirty).toBe(false);
    controller.patch({ remark: 'a' });
    expect(controller.store.getState().dirty).toBe(true);
    controller.patch({ remark: '' });
    expect(controller.store.getState().dirty).toBe(false);
  });
});

describe('a step after the save', () => {
  it('that is refused says so on the fields of what is saved, until each is changed', async () => {
    const { deps } = surroundings();
    const controller = createFormController(deps);
    controller.patch(filled);
    await controller.submit();
    controller.refuseStep([{ path: 'fee', code: 'noFee', entity: 'visit' }], null);
    expect(codes(controller)).toEqual(['fee noFee']);
    expect(controller.store.getState()).toMatchObject({ isSaved: true, attempts: 1, refusal: null, dirty: false });
    controller.patch({ fee: 13 });
    expect(codes(controller)).toEqual([]);
    controller.refuseStep([], { status: 0, code: 0, message: '', traceId: '' });
    expect(controller.store.getState()).toMatchObject({ isSaved: true, refusal: { status: 0 } });
    await controller.submit();
    expect(controller.store.getState()).toMatchObject({ isSaved: false, refusal: null });
  });
});

describe('saving', () => {
  it('happens once, however often it is requested meanwhile', async () => {
    const { deps, sent } = surroundings();
    const controller = createFormController(deps);
    controller.patch(filled);
    const [first, second] = await Promise.all([controller.submit(), controller.submit()]);
    expect([first, second]).toEqual([{ id: '7', version: 2 }, null]);
    expect(sent).toHaveLength(1);
  });

  it('carries the same key again after a lost answer, and another one after any answer', async () => {
    const { deps, sent, answers } = surroundings();
    const controller = createFormController(deps);
    controller.patch(filled);
    answers.push(async () => Promise.reject(new WireError(0, 0)));
    answers.push(async () =>
      Promise.reject(
        new WireError(200, 400, { message: 'no', issues: [{ path: 'fee', code: 'x', message: 'Too dear' }] }),
      ),
    );
    expect(await controller.submit()).toBeNull();
    expect(controller.store.getState()).toMatchObject({ dirty: true, saving: false, refusal: { status: 0 } });
    expect(controller.values()).toMatchObject(filled);
    await controller.submit();
    await controller.submit();
    expect(sent.map(({ key }) => key)).toEqual(['key-1', 'key-1', 'key-2']);
  });

  it('puts the server’s issues on their fields, and takes each away when its field changes', async () => {
    const { deps, answers } = surroundings();
    const controller = createFormController(deps);
    controller.patch(filled);
    const issues = [
      { path: 'fee', code: 'x', message: 'Too dear' },
      { path: 'elsewhere', code: 'y', message: 'Something else' },
    ];
    answers.push(async () => Promise.reject(new WireError(200, 400, { message: 'no', issues })));
    await controller.submit();
    expect(controller.store.getState().issues).toEqual(issues);
    controller.patch({ fee: 11 });
    expect(codes(controller)).toEqual(['elsewhere y']);
  });
});

describe('editing a record', () => {
  const record = {
    id: '7',
    version: 4,
    host: '3',
    $host: 'Ann',
    kind: 'short',
    fee: 10,
    remark: 'a',
    pin: '••••••••',
    guests: [{ id: '1', name: 'Bo' }],
    _can: ['edit'],
  };

  it('sends only the changed fields with the version', async () => {
    const { deps, sent } = surroundings({ mode: 'edit', record });
    const controller = createFormController(deps);
    controller.patch({ fee: 20 });
    await controller.submit();
    expect(sent[0]).toMatchObject({ verb: 'edit', body: { id: '7', version: 4, fee: 20 } });
    expect(Object.keys(sent[0]?.body ?? {})).toEqual(['id', 'version', 'fee']);
  });

  it('sends nothing at all when nothing has changed', async () => {
    const { deps, sent } = surroundings({ mode: 'edit', record });
    expect(await createFormController(deps).submit()).toEqual({ id: '7', version: 4 });
    expect(sent).toEqual([]);
  });

  it('never sends a field that is fixed, or that the person may not write', async () => {
    const { deps, sent } = surroundings({ mode: 'edit', record, readOnly: ['remark'] });
    const controller = createFormController(deps);
    controller.patch({ host: '9', remark: 'b', fee: 20 });
    await controller.submit();
    expect(sent[0]?.body).toEqual({ id: '7', version: 4, fee: 20 });
  });

  it('meets a newer record field by field: what only one side changed merges by itself', async () => {
    const { deps, sent, answers } = surroundings({ mode: 'edit', record });
    const controller = createFormController(deps);
    controller.patch({ fee: 20, remark: 'mine' });
    const current = { ...record, version: 5, fee: 30, kind: 'long', nights: 2 };
    answers.push(async () =>
      Promise.reject(new WireError(409, 409, { data: { current, version: 5, by: 'Eve', at: '2026-01-02 03:00:00' } })),
    );
    expect(await controller.submit()).toBeNull();
    const { conflict } = controller.store.getState();
    expect(conflict).toMatchObject({
      clashes: [{ field: 'fee', base: 10, mine: 20, theirs: 30 }],
      taken: ['kind', 'nights'],
      by: 'Eve',
    });
    expect(await controller.resolve(new Map([['fee', 'theirs']]))).toEqual({
      id: '7',
      version: 2,
      before: { remark: 'a' },
    });
    expect(sent[1]?.body).toEqual({ id: '7', version: 5, remark: 'mine' });
    expect(controller.store.getState().conflict).toBeNull();
  });
});

describe('a draft', () => {
  it('is saved while typing and offered when the form is opened again, but only for the same version', () => {
    const { deps, storage, runLater } = surroundings();
    const first = createFormController(deps);
    first.patch({ ...filled, pin: 'hush' });
    runLater();
    const again = createFormController({ ...deps });
    expect(again.store.getState().draft?.values).toMatchObject(filled);
    again.restoreDraft();
    expect(again.values()).toMatchObject(filled);
    expect(again.store.getState()).toMatchObject({ draft: null, dirty: true });
    expect([...storage.kept.values()].join()).not.toContain('hush');
    const other = createFormController({ ...deps, mode: 'edit', record: { id: '7', version: 1 } });
    expect(other.store.getState().draft).toBeNull();
  });

  it('belongs to one person', () => {
    const { deps, runLater } = surroundings();
    createFormController(deps).patch(filled);
    runLater();
    const { store } = createFormController({ ...deps, actor: { ...deps.actor, id: 'you' } });
    expect(store.getState().draft).toBeNull();
  });

  it('is gone once the record is saved, or when it is discarded', async () => {
    const { deps, storage, runLater } = surroundings();
    const controller = createFormController(deps);
    controller.patch(filled);
    runLater();
    expect(storage.kept.size).toBe(1);
    await controller.submit();
    expect(storage.kept.size).toBe(0);
    controller.dispose();
    expect(storage.kept.size).toBe(0);
  });

  it('is flushed when the screen unmounts', () => {
    const { deps, storage } = surroundings();
    const controller = createFormController(deps);
    controller.patch(filled);
    controller.dispose();
    expect(storage.kept.size).toBe(1);
  });
});
