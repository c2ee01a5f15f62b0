import { compileEntity, type Entity, type EntityMeta } from '../../../engine/core/index.ts';
import type { FormDeps } from '../../../engine/kit/controllers/form-controller.ts';
import type { DraftStorage } from '../../../engine/kit/controllers/form-draft.ts';

/** A visit with its guests: required and conditional fields, a sub-table, a secret, a rule, and a small workflow. */
const visit: EntityMeta = {
  entity: 'visit',
  path: 'Visit',
  title: 'visitNo',
  fields: {
    visitNo: { type: 'sequence', sequence: 'V-{n:4}' },
    host: { type: 'reference', to: 'account', required: true, fixed: true },
    kind: { type: 'choice', options: ['short', 'long'], default: 'short', required: true },
    nights: { type: 'integer', min: 1, visible: "kind == 'long'", required: "kind == 'long'" },
    fee: { type: 'money', currency: 'USD', scale: 2 },
    remark: { type: 'text', maxLength: 10 },
    pin: { type: 'secret' },
    guests: {
      type: 'lines',
      fields: {
        name: { type: 'text', required: true },
        weight: { type: 'decimal', scale: 2, above: 0 },
        seats: { type: 'integer', default: 1 },
      },
    },
  },
  validations: [{ code: 'tooDear', when: 'fee > 100', at: 'fee' }],
  list: { columns: ['visitNo', 'kind'] },
  form: { basic: [['host', 'kind'], ['nights', 'fee'], ['remark'], ['guests']] },
  workflow: {
    start: 'draft',
    states: {
      draft: { edit: true, remove: true },
      open: { tone: 'info' },
      done: { tone: 'good' },
      refused: { tone: 'bad' },
    },
    transitions: {
      submit: {
        from: ['draft'],
        to: 'open',
        tone: 'good',
        bulk: true,
        guard: [{ code: 'noFee', when: 'fee == null', at: 'fee' }],
      },
      finish: { from: ['open'], to: 'done', tone: 'good' },
      refuse: {
        from: ['open'],
        to: 'refused',
        tone: 'bad',
        form: ['remark'],
        require: ['remark'],
        input: { copies: { type: 'integer', min: 1 } },
      },
    },
  },
  access: {},
};

export function visitEntity(change: (meta: EntityMeta) => void = () => undefined): Entity {
  const meta = structuredClone(visit);
  change(meta);
  const outcome = compileEntity(meta);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.issues));
  return outcome.value;
}

/** `localStorage` without a browser. */
export function createStorage(): DraftStorage & { kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    get length() {
      return kept.size;
    },
    key: (at) => [...kept.keys()][at] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

export interface Sent {
  verb: 'add' | 'edit';
  body: Record<string, unknown>;
  key: string;
}

/** The surroundings of a form: what was sent is noted, and `answer` decides what comes back. */
export function surroundings(over: Partial<FormDeps> = {}) {
  const sent: Sent[] = [];
  const later: (() => void)[] = [];
  const storage = createStorage();
  const answers: (() => Promise<{ id: string; version: number }>)[] = [];
  let keys = 0;
  const call = (verb: Sent['verb']) => (_path: string, body: Record<string, unknown>, key: string) => {
    sent.push({ verb, body, key });
    return (answers.shift() ?? (async () => ({ id: '7', version: 2 })))();
  };
  const deps: FormDeps = {
    entity: visitEntity(),
    mode: 'add',
    record: { kind: 'short', guests: [] },
    readOnly: [],
    client: { add: call('add'), edit: call('edit'), detail: async () => Promise.reject(new Error('out of reach')) },
    actor: { id: 'me', type: 'staff', member: null, org: null, roles: [] },
    clock: () => ({ now: '2026-01-02 03:04:05', today: '2026-01-02' }),
    storage,
    newKey: () => `key-${++keys}`,
    later: (task) => {
      later.push(task);
      return () => void later.splice(later.indexOf(task), 1);
    },
    ...over,
  };
  return { deps, sent, storage, answers, runLater: () => later.splice(0).forEach((task) => task()) };
}
