import { createForm, onFieldInit, onFormValuesChange, type Form, type GeneralField } from '@formily/core';
import { toJS } from '@formily/reactive';
import { createStore, type StoreApi } from 'zustand/vanilla';
import {
  type Action,
  type Bindings,
  type Entity,
  type Field,
  type Issue,
  transition,
  wrongState,
} from '../../../core/index.ts';
import { WireError, type DataClient, type RowResult, type WireRecord } from '../../data/data-client.ts';
import { joinPath, rootOf } from '../form-check.ts';
import type { Refusal, ShownIssue } from '../form-controller.ts';
import { sameValue, wireValue } from '../form-values.ts';
import { createKeyring } from '../key-ring.ts';

/** An action on records: one of the entity, or `delete`, which every entity has. */
export type RecordAction = Action | 'delete';

export interface RowOutcome {
  record: WireRecord;
  ok: boolean;
  issues: readonly ShownIssue[];
}

export interface ActionState {
  issues: readonly ShownIssue[];
  refusal: Refusal | null;
  attempts: number;
  /** One entry a record once the server has answered for many. */
  results: readonly RowOutcome[] | null;
}

export interface ActionDeps {
  entity: Entity;
  action: RecordAction;
  records: readonly WireRecord[];
  client: Pick<DataClient, 'act' | 'actAll' | 'detail'>;
  facts: () => Pick<Bindings, 'actor' | 'now' | 'today'>;
  newKey: () => string;
}

export interface ActionController {
  form: Form;
  store: StoreApi<ActionState>;
  /** What the dialog asks, in order. */
  fields: readonly Field[];
  /** A field's prefilled value; undefined without one. */
  prefilled: (name: string) => unknown;
  /** Records that the browser already knows will refuse, with the reason. */
  refused: readonly RowOutcome[];
  /** Records that will be sent. */
  ready: readonly WireRecord[];
  values: () => Record<string, unknown>;
  isDirty: () => boolean;
  touch: (name: string) => void;
  patch: (values: Record<string, unknown>) => void;
  /** True when the server has done it, or has answered for each record. */
  submit: () => Promise<boolean>;
}

/**
 * One action on one or many records, without a screen. It evaluates the server's rules first: records in the wrong
 * state, or stopped by a guard whose facts are all at hand, are set aside; what the dialog lacks is said in it. The
 * rest goes to the server under one idempotency key, which stays the same until there is an answer.
 */
export function createActionController(deps: ActionDeps): ActionController {
  const { entity, action: recordAction, records, facts } = deps;
  const action = recordAction === 'delete' ? null : recordAction;
  const fields = action ? [...action.form, ...action.input] : [];
  const one = records.length === 1 ? records[0] : undefined;
  const store = createStore<ActionState>(() => ({ issues: [], refusal: null, attempts: 0, results: null }));
  const required = (field: Field) => field.required === true || action?.meta.require?.includes(field.name) === true;

  const outcomes = judgedRows(deps, fields.length === 0 ? action : null);
  const refused = outcomes.filter(({ ok }) => !ok);
  const ready = outcomes.filter(({ ok }) => ok).map(({ record }) => record);

  const proposed = one ? prefill(action, one, facts()) : {};
  const start = Object.fromEntries(
    fields.map((field) => [field.name, startValue({ field, action, record: one, proposed })]),
  );
  const { form, values, paintAll } = createActionForm({ store, fields, required, record: one, start });
  const sender = createSender(deps, action?.name ?? 'delete', one?.version);

  const fail = (issues: readonly ShownIssue[], refusal: Refusal | null): false => {
    store.setState(({ attempts }) => ({ issues, refusal, attempts: attempts + 1 }));
    paintAll();
    return false;
  };
  const submit = async (): Promise<boolean> => {
    const { sent, issues } = readInput(fields, values(), required);
    if (issues.length > 0) return fail(issues, null);
    if (one && action) {
      const found = checkRow({ entity, action, record: one, input: sent, facts: facts() });
      if (found.length > 0) return fail(found, null);
    }
    store.setState({ issues: [], refusal: null });
    try {
      if (one) {
        await sender.one(one.id, sent);
        return true;
      }
      const answers = await sender.many(ready, sent);
      store.setState({ results: [...resultsOf(ready, answers), ...refused] });
      return answers.every(({ ok }) => ok) && refused.length === 0;
    } catch (error) {
      const failure = sender.failed(error);
      return fail(failure.issues, failure.issues.length > 0 ? null : refusalOf(failure));
    }
  };

  return {
    form,
    store,
    fields,
    prefilled: (name) => proposed[name],
    refused,
    ready,
    values,
    isDirty: () => fields.some(({ name }) => !sameValue(start[name], values()[name])),
    touch: () => undefined,
    patch: (next) => form.setValues(next, 'shallowMerge'),
    submit,
  };
}

/** Each record with what is known to refuse it: its state, and the guards of an action that asks nothing. */
function judgedRows({ entity, action: recordAction, records, facts }: ActionDeps, asking: Action | null): RowOutcome[] {
  return records.map((record): RowOutcome => {
    const wrong = wrongState(entity, recordAction, record.status);
    const issues = wrong
      ? [wrong]
      : asking
        ? checkRow({ entity, action: asking, record, input: {}, facts: facts() })
        : [];
    return { record, ok: issues.length === 0, issues };
  });
}

interface ActionFormParts {
  readonly store: StoreApi<ActionState>;
  readonly fields: readonly Field[];
  readonly required: (field: Field) => boolean;
  /** The one record that is acted on, if it is one. */
  readonly record: WireRecord | undefined;
  readonly start: Readonly<Record<string, unknown>>;
}

/** The form of an action's dialog; what is said of a field goes with the next change of it. */
function createActionForm({ store, fields, required, record, start }: ActionFormParts) {
  const titles = Object.fromEntries(fields.map(({ name }) => [`$${name}`, record?.[`$${name}`]]));
  const form = createForm({
    // Field views may need the record's id; it is never sent from here.
    values: structuredClone({ id: record?.id, ...titles, ...start }),
    effects: () => {
      onFieldInit('*', (field) => paint(field));
      onFormValuesChange(() => {
        const now = values();
        store.setState(({ issues }) => ({
          issues: issues.filter(({ path }) => sameValue(last[rootOf(path)], now[rootOf(path)])),
        }));
        last = now;
        paintAll();
      });
    },
  });
  const values = () => toJS(form.values) as Record<string, unknown>;
  let last = values();
  const paint = (field: GeneralField) => {
    const declared = fields.find(({ name }) => name === String(field.path));
    if (!declared) return;
    field.setPattern('editable');
    if ('setRequired' in field) field.setRequired(required(declared));
    const mine = store.getState().issues.filter(({ path }) => rootOf(path) === declared.name);
    if (!sameValue(field.data?.issues ?? [], mine)) field.setData({ issues: mine });
  };
  const paintAll = () => fields.forEach(({ name }) => form.query(name).take(paint));
  return { form, values, paintAll };
}

/** What was typed as the wire has it, and what is wrong with it. */
function readInput(
  fields: readonly Field[],
  values: Readonly<Record<string, unknown>>,
  required: (field: Field) => boolean,
): { sent: Record<string, unknown>; issues: Issue[] } {
  const sent: Record<string, unknown> = {};
  const issues: Issue[] = [];
  for (const field of fields) {
    const read = field.type.parse(wireValue(values[field.name]), field.meta);
    if (read.ok) sent[field.name] = read.value;
    else issues.push(...read.issues.map((found) => ({ ...found, path: joinPath(field.name, found.path) })));
    if (read.ok && required(field) && (read.value === null || sameValue(read.value, null)))
      issues.push({ code: 'required', path: field.name });
  }
  return { sent, issues };
}

/** Sends an action under one idempotency key until there is an answer, against the version that is known by then. */
function createSender({ entity, client, newKey }: ActionDeps, action: string, known: number | undefined) {
  const keys = createKeyring(newKey);
  let version = known;
  return {
    async one(id: string, sent: Readonly<Record<string, unknown>>): Promise<void> {
      const input = { id, ...(version === undefined ? {} : { version }), ...sent };
      await client.act(entity.path, { action, input }, keys.keyFor([action, input]));
      keys.answered();
    },
    async many(records: readonly WireRecord[], input: Record<string, unknown>): Promise<RowResult[]> {
      const ids = records.map(({ id }) => id);
      const answers = await client.actAll(entity.path, { action, ids, input }, keys.keyFor([action, ids, input]));
      keys.answered();
      return answers;
    },
    failed(error: unknown): WireError {
      const failure = error instanceof WireError ? error : new WireError(0, 0, { message: String(error) });
      if (failure.status !== 0 && failure.status < 500) keys.answered();
      // The transition was committed and its external call refused: the next attempt starts from there.
      const current = failure.status === 200 ? (failure.data as { version?: number } | null)?.version : undefined;
      version = current ?? version;
      return failure;
    },
  };
}

const refusalOf = ({ status, code, message, traceId }: WireError): Refusal => ({ status, code, message, traceId });

/** Why the record does not allow the action, judged by the facts at hand: a list row may lack some. */
function checkRow({
  entity,
  action,
  record,
  input,
  facts,
}: {
  entity: Entity;
  action: Action;
  record: WireRecord;
  input: Record<string, unknown>;
  facts: Pick<Bindings, 'actor' | 'now' | 'today'>;
}): Issue[] {
  const known = (name: string) => name in record || name in input || !entity.byName.has(name);
  const guard = action.guard.filter(({ when }) => when.reads.every(known));
  const outcome = transition(entity, { ...action, guard }, { record, input, ...facts });
  return outcome.ok ? [] : outcome.issues;
}

/** The action's prefilled values for this record. */
function prefill(
  action: Action | null,
  record: WireRecord,
  facts: Pick<Bindings, 'actor' | 'now' | 'today'>,
): Record<string, unknown> {
  const prefilled = [...(action?.prefill ?? [])].map(([name, value]) => [name, value.evaluate({ record, ...facts })]);
  return Object.fromEntries(prefilled.filter(([, value]) => value !== undefined && value !== null));
}

function startValue({
  field,
  action,
  record,
  proposed,
}: {
  field: Field;
  action: Action | null;
  record: WireRecord | undefined;
  proposed: Readonly<Record<string, unknown>>;
}): unknown {
  const isOwn = action?.form.some(({ name }) => name === field.name);
  return (isOwn ? record?.[field.name] : undefined) ?? proposed[field.name] ?? field.meta.default ?? null;
}

function resultsOf(records: readonly WireRecord[], answers: readonly RowResult[]): RowOutcome[] {
  const byId = new Map(answers.map((answer) => [String(answer.id), answer]));
  return records.map((record) => {
    const answer = byId.get(record.id);
    return { record, ok: answer?.ok === true, issues: answer?.issues ?? [] };
  });
}
