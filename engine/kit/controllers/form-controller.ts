import { createForm, onFieldInit, onFormValuesChange, type Form, type GeneralField } from '@formily/core';
import { batch, toJS } from '@formily/reactive';
import { createStore, type StoreApi } from 'zustand/vanilla';
import {
  type ActorFacts,
  type Bindings,
  type Entity,
  type Field,
  type FieldState,
  fieldStates,
  type Issue,
} from '../../core/index.ts';
import { WireError, type DataClient, type WireRecord } from '../data/data-client.ts';
import { mergeRecords, resolveConflict, type Conflict } from './conflict.ts';
import { checkRecord, rootOf, type WidgetCheck } from './form-check.ts';
import { dropDraft, saveDraft, readDraft, type Draft, type DraftPlace, type DraftStorage } from './form-draft.ts';
import { changedFields, sameValue, typedFields, type FormMode } from './form-values.ts';
import { createKeyring } from './key-ring.ts';

/** An issue to show; the server has worded its own. */
export type ShownIssue = Issue & { message?: string };

/** A refusal that belongs to no field: the network, a missing right, a used key. */
export interface Refusal {
  status: number;
  code: number;
  message: string;
  traceId: string;
}

export interface FormState {
  issues: readonly ShownIssue[];
  dirty: boolean;
  saving: boolean;
  /** What was typed earlier and never saved, waiting for an answer. */
  draft: Draft | null;
  conflict: (Conflict & { theirs: WireRecord }) | null;
  refusal: Refusal | null;
  /** The record was saved, and what is shown was said against the step after it. */
  isSaved: boolean;
  /** Grows with each refused attempt, so that the screen moves the focus once. */
  attempts: number;
}

export interface Saved {
  id: string;
  version: number | undefined;
  /** Previous values of the fields that an edit changed; absent if unknown. */
  before?: Readonly<Record<string, unknown>>;
}

export interface FormDeps {
  entity: Entity;
  mode: FormMode;
  /** The record to edit, or the start of a new one. */
  record: Record<string, unknown>;
  /** Names that the caller sees and may not write. */
  readOnly: readonly string[];
  widgetIssue?: WidgetCheck;
  client: Pick<DataClient, 'add' | 'edit' | 'detail'>;
  actor: ActorFacts;
  clock: () => { now: string; today: string };
  storage: DraftStorage;
  newKey: () => string;
  /** Runs a task later and gives the way to call it off. */
  later: (task: () => void, milliseconds: number) => () => void;
}

export interface FormController {
  form: Form;
  store: StoreApi<FormState>;
  mode: FormMode;
  /** The fields that this person may type. */
  typed: readonly Field[];
  /** The record as it was loaded, or as the form began. */
  base: () => Readonly<Record<string, unknown>>;
  values: () => Record<string, unknown>;
  states: () => ReadonlyMap<string, FieldState>;
  patch: (values: Record<string, unknown>) => void;
  /** The person has left this field: from now on its faults are shown. */
  touch: (name: string) => void;
  /** This row of a sub-table was just added: nothing is said of it until it is left (null) or the form is sent. */
  hold: (name: string, row: number | null) => void;
  submit: () => Promise<Saved | null>;
  /** What the step after the save has against the record is shown on its fields. */
  refuseStep: (issues: readonly ShownIssue[], refusal: Refusal | null) => void;
  restoreDraft: () => void;
  discardDraft: () => void;
  resolve: (choices: ReadonlyMap<string, 'mine' | 'theirs'>) => Promise<Saved | null>;
  putConflictAside: () => void;
  /** Back to the record as it was loaded. */
  reset: () => void;
  /** Keeps what was typed without the usual wait: the page may be gone before it is over. */
  flushDraft: () => void;
  dispose: () => void;
}

const draftDelay = 400;

/**
 * One form, without a screen. It is *pristine* until a value differs from the record, then *dirty*: each change is
 * kept as a draft. `submit` makes it *saving*; the answer ends in *saved* (pristine again, draft gone), *refused*
 * (issues on their fields, everything typed stays) or *in conflict* (409: a choice per clash, then `settle`). A second
 * `submit` while saving does nothing, and a repeated one after a lost answer carries the same idempotency key.
 */
export function createFormController(deps: FormDeps): FormController {
  const { entity, mode, client, storage } = deps;
  const typed = typedFields(entity, deps.readOnly);
  const keys = createKeyring(deps.newKey);
  const touched = new Set<string>();
  let base: Record<string, unknown> = deps.record;
  let served: ShownIssue[] = [];
  let attempted = false;
  let openRow: OpenRow | null = null;
  let states: ReadonlyMap<string, FieldState> = new Map();
  let last: Record<string, unknown> = base;
  let stopKeeping = () => {};
  let disposed = false;

  const place = (): DraftPlace => ({
    person: deps.actor.id,
    entity: entity.name,
    record: mode === 'add' ? 'new' : String(base['id']),
    version: mode === 'add' ? 0 : Number(base['version'] ?? 0),
  });
  const found = readDraft(storage, place(), typed);
  const store = createStore<FormState>(() => ({
    issues: [],
    dirty: false,
    saving: false,
    draft: found && Object.keys(changedFields(typed, base, { ...base, ...found.values })).length > 0 ? found : null,
    conflict: null,
    refusal: null,
    isSaved: false,
    attempts: 0,
  }));

  const form = createForm({
    values: structuredClone(base),
    effects: () => {
      onFieldInit('*', (field) => paint(field));
      onFormValuesChange(() => changed());
    },
  });
  const values = (): Record<string, unknown> => toJS(form.values) as Record<string, unknown>;
  const bindings = (): Bindings => ({
    record: { ...base, ...values() },
    actor: deps.actor,
    ...deps.clock(),
    old: mode === 'edit' ? base : null,
  });

  const paint = (field: GeneralField) => {
    const name = String(field.path);
    const state = states.get(name);
    if (!state) return;
    const locked = state.readOnly || !typed.some((one) => one.name === name);
    field.setDisplay(state.visible ? 'visible' : 'hidden');
    field.setPattern(locked ? 'readPretty' : 'editable');
    if ('setRequired' in field) field.setRequired(state.required);
    const mine = store.getState().issues.filter((one) => rootOf(one.path) === name);
    if (!sameValue(field.data?.issues ?? [], mine)) field.setData({ issues: mine });
  };
  const paintAll = () => batch(() => entity.fields.forEach(({ name }) => form.query(name).take(paint)));

  const validate = () => {
    const visible = typed.filter((field) => states.get(field.name)?.visible !== false);
    const facts = bindings();
    const { issues } = checkRecord({ entity, fields: visible, bindings: facts, widgetIssue: deps.widgetIssue });
    const relevant = attempted ? issues : issues.filter((one) => isDue(one, touched));
    const due = openRow ? relevant.filter(outside(openRow, () => checkWithout(visible, facts))) : relevant;
    const own = due.filter((one) => !served.some((other) => other.path === one.path));
    store.setState({ issues: [...served, ...own] });
    return issues;
  };

  const checkWithout = (visible: readonly Field[], facts: Bindings): readonly Issue[] => {
    const { name, row } = openRow ?? { name: '', row: -1 };
    const rows = facts.record[name];
    const record = { ...facts.record, [name]: Array.isArray(rows) ? rows.toSpliced(row, 1) : rows };
    return checkRecord({ entity, fields: visible, bindings: { ...facts, record }, widgetIssue: deps.widgetIssue })
      .issues;
  };
  const changed = () => {
    const now = values();
    served = served.filter((one) => sameValue(last[rootOf(one.path)], now[rootOf(one.path)]));
    last = now;
    states = fieldStates(entity, bindings());
    const dirty = Object.keys(changedFields(typed, base, now)).length > 0;
    store.setState({ dirty });
    validate();
    paintAll();
    stopKeeping();
    if (dirty) stopKeeping = deps.later(saveDraftNow, draftDelay);
  };
  const saveDraftNow = () =>
    saveDraft({ storage, place: place(), fields: typed, draft: { values: values(), at: new Date().toISOString() } });
  const flushDraft = () => {
    stopKeeping();
    if (store.getState().dirty) saveDraftNow();
  };
  const rebase = (record: Record<string, unknown>, next: Record<string, unknown>) => {
    base = record;
    form.setValues(structuredClone(next), 'overwrite');
    changed();
  };

  const send = async (): Promise<Saved | null> => {
    const body = outgoing();
    if (mode === 'edit' && Object.keys(body).length === 0)
      return { id: String(base['id']), version: Number(base['version']) };
    const request = mode === 'add' ? body : { id: base['id'], version: base['version'], ...body };
    store.setState({ saving: true, refusal: null });
    try {
      const saved = await client[mode](entity.path, request, keys.keyFor(request));
      keys.answered();
      dropDraft(storage, place());
      stopKeeping();
      const before = mode === 'edit' ? beforeOf(body) : undefined;
      base = { ...base, ...values(), ...saved };
      store.setState({ dirty: false, saving: false, draft: null, conflict: null });
      return before ? { ...saved, before } : saved;
    } catch (error) {
      const failure = error instanceof WireError ? error : new WireError(0, 0, { message: String(error) });
      if (failure.status !== 0 && failure.status < 500) keys.answered();
      const theirs = currentOf(failure);
      if (theirs) disagree(await named(theirs.record), theirs.by, theirs.at);
      else refuse(failure.issues, failure);
      store.setState({ saving: false });
      return null;
    }
  };
  const outgoing = (): Record<string, unknown> => {
    const sent = typed.filter(({ name }) => states.get(name)?.visible !== false && !states.get(name)?.readOnly);
    return changedFields(sent, mode === 'add' ? {} : base, values());
  };
  /** A secret is never read back, so an edit of one cannot be undone. */
  const beforeOf = (body: Readonly<Record<string, unknown>>) => {
    const names = Object.keys(body);
    return names.some((name) => entity.byName.get(name)?.meta.type === 'secret')
      ? undefined
      : Object.fromEntries(names.map((name) => [name, base[name] ?? null]));
  };
  const refuse = (issues: readonly ShownIssue[], failure: Refusal | null) => {
    served = issues.map((one) => ({ ...one }));
    const attempts = store.getState().attempts + 1;
    store.setState({ attempts, refusal: served.length === 0 && failure ? refusalOf(failure) : null });
    validate();
    paintAll();
  };
  /** The record as it is now with the titles of what it points at; a refusal carries bare values alone. */
  const named = (record: WireRecord): Promise<WireRecord> => client.detail(entity.path, record.id).catch(() => record);
  const disagree = (theirs: WireRecord, by: string | null, at: string | null) => {
    const merge = mergeRecords({ fields: typed, base, mine: values(), theirs });
    const version = Number(theirs.version ?? 0);
    store.setState({ conflict: { ...merge, theirs, version, by, at } });
  };

  const submit = async (): Promise<Saved | null> => {
    if (store.getState().saving) return null;
    attempted = true;
    openRow = null;
    served = [];
    store.setState({ isSaved: false });
    const issues = validate();
    paintAll();
    if (issues.length === 0) return send();
    store.setState({ attempts: store.getState().attempts + 1, refusal: null });
    return null;
  };

  states = fieldStates(entity, bindings());
  return {
    form,
    store,
    mode,
    typed,
    base: () => base,
    values,
    states: () => states,
    patch: (next) => form.setValues(next, 'shallowMerge'),
    touch: (name) => {
      touched.add(name);
      validate();
      paintAll();
    },
    hold: (name, row) => {
      if (row === null && openRow?.name !== name) return;
      openRow = row === null ? null : { name, row };
      validate();
      paintAll();
    },
    submit,
    refuseStep: (issues, refusal) => {
      store.setState({ isSaved: true });
      refuse(issues, refusal);
    },
    restoreDraft: () => {
      const draft = store.getState().draft;
      store.setState({ draft: null });
      if (draft) rebase(base, { ...base, ...draft.values });
    },
    discardDraft: () => {
      dropDraft(storage, place());
      store.setState({ draft: null });
    },
    resolve: async (choices) => {
      const { conflict } = store.getState();
      if (!conflict) return null;
      const resolved = resolveConflict(conflict, conflict.theirs, choices);
      dropDraft(storage, place());
      rebase(conflict.theirs, resolved);
      store.setState({ conflict: null });
      return submit();
    },
    putConflictAside: () => store.setState({ conflict: null }),
    reset: () => {
      touched.clear();
      attempted = false;
      served = [];
      rebase(base, base);
      stopKeeping();
      dropDraft(storage, place());
    },
    flushDraft,
    dispose: () => {
      if (disposed) return;
      disposed = true;
      flushDraft();
      form.onUnmount();
    },
  };
}

interface OpenRow {
  readonly name: string;
  readonly row: number;
}

/** What is said with the row aside: nothing of its cells, and of the whole record only what holds without it too. */
function outside({ name, row }: OpenRow, without: () => readonly Issue[]): (one: Issue) => boolean {
  let others: readonly Issue[] | undefined;
  return ({ path, code, entity }) =>
    !path.startsWith(`${name}[${row}]`) &&
    (!entity || (others ??= without()).some((other) => other.code === code && other.path === path));
}

/** Before the first submit, a field's issues appear only after the person has left it. */
const isDue = (one: Issue, touched: ReadonlySet<string>): boolean =>
  !one.entity && touched.has(rootOf(one.path)) && !(one.code === 'required' && one.path !== rootOf(one.path));

const refusalOf = ({ status, code, message, traceId }: Refusal): Refusal => ({ status, code, message, traceId });

function currentOf(failure: WireError): { record: WireRecord; by: string | null; at: string | null } | null {
  if (failure.status !== 409 || typeof failure.data !== 'object' || failure.data === null) return null;
  const data = failure.data as { current?: unknown; id?: unknown; version?: unknown; by?: unknown; at?: unknown };
  const record = data.current ?? (data.id ? data : null);
  if (typeof record !== 'object' || record === null) return null;
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  return { record: { version: Number(data.version), ...record } as WireRecord, by: text(data.by), at: text(data.at) };
}
