import { randomUUID } from 'node:crypto';
import type { Call, Source } from './client.ts';
import { newOrder } from './tenants.ts';

/** What the cells need to know of the loaded rows. */
export interface Facts {
  readonly ids: readonly string[];
  readonly numbers: readonly string[];
  readonly drafts: readonly { id: string; version: number }[];
  readonly deepPage: number;
  /** The references of a new order. */
  readonly references: Readonly<Record<string, string>>;
}

/** One line of the table: what is asked, and the least ratio to the floor that is promised at 16 connections, for writes at 64. */
export interface Cell {
  readonly name: string;
  readonly goal: number;
  /** Writes are measured after all reads, by 64 people of 8 tenants who send one request at a time each. */
  readonly writes: boolean;
  source(facts: Facts): Source;
}

export const cells: readonly Cell[] = [
  read('page, few match', 0.7, () => () => page({ status: 'refunding' })),
  read('page, half a million match', 10, () => () => page({ status: 'shipped' })),
  read(
    'page 500',
    2,
    ({ deepPage }) =>
      () =>
        page({ status: 'ordered', pageNo: String(deepPage) }),
  ),
  read('search a number', 0.7, ({ numbers }) => {
    const next = inTurn(numbers);
    return () => page({ searchValue: next() });
  }),
  read('get', 0.5, ({ ids }) => {
    const next = inTurn(ids);
    return () => ({ method: 'GET', path: `/api/Order/detail?id=${next()}` });
  }),
  {
    name: 'add',
    goal: 0.35,
    writes: true,
    source: ({ references }) => ({ next: () => post('add', { ...newOrder, ...references }) }),
  },
  {
    name: 'edit',
    goal: 0.35,
    writes: true,
    source: ({ drafts }) =>
      changing(drafts.slice(0, drafts.length / 2), ({ id, version }) =>
        post('edit', { id, version, remarks: `Call before ${version % 24}:00`, shipToAddress2: `Unit ${version}` }),
      ),
  },
  {
    name: 'transition',
    goal: 0.35,
    writes: true,
    source: ({ drafts }) =>
      changing(drafts.slice(drafts.length / 2), ({ id, version, status }) =>
        post(status === 'placing' ? 'withdraw' : 'submit', { id, version }),
      ),
  },
];

interface Known {
  id: string;
  version: number;
  status?: string;
}

/** Goes through records again and again; each is at rest when its turn comes, and its answer says how it stands then. */
function changing(records: readonly Known[], call: (record: Known) => Call): Source {
  const byId = new Map(records.map((record) => [record.id, { ...record }]));
  const waiting = [...byId.keys()];
  return {
    next() {
      const record = byId.get(waiting.shift() ?? '');
      if (!record) throw new Error('every record is under way');
      return call(record);
    },
    seen(_, data) {
      const { id, version, status } = data as Known;
      byId.set(String(id), { id: String(id), version, ...(status ? { status } : {}) });
      waiting.push(String(id));
    },
  };
}

function read(name: string, goal: number, calls: (facts: Facts) => () => Call): Cell {
  return { name, goal, writes: false, source: (facts) => ({ next: calls(facts) }) };
}

const page = (query: Record<string, string>): Call => ({
  method: 'GET',
  path: `/api/Order/page?${new URLSearchParams({ pageNo: '1', pageSize: '20', sort: '-createdAt', ...query }).toString()}`,
});

const post = (verb: string, body: unknown): Call => ({
  method: 'POST',
  path: `/api/Order/${verb}`,
  body,
  key: randomUUID(),
});

function inTurn(values: readonly string[]): () => string {
  let at = 0;
  return () => values[at++ % values.length] ?? '';
}
