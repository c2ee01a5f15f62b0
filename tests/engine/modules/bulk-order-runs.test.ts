import { describe, expect, it } from 'vitest';
import { claim, marked, stateOf, totalsOf, type Mark, type Marks } from '../../../engine/modules/bulk-order/marks.ts';
import {
  placeOrders,
  priceOf,
  saveOrders,
  type Desk,
  type Work,
} from '../../../engine/modules/bulk-order/save-orders.ts';
import { setCells } from '../../../engine/modules/bulk-order/sheet.ts';
import { block, bulkDesk } from '../../support/bulk-order.ts';

const desk = bulkDesk();
const { sheet } = desk.paste(block(3));
const orders = desk.judge(sheet.rows);

interface Sent {
  key: string;
  id?: string;
  version?: number;
  order: { shipToCity: string };
}

/** A server of drafts that keeps its answers under their keys, and may lose one on its way. */
function server() {
  const drafts = new Map<string, { version: number; city: string }>();
  const kept = new Map<string, object>();
  const calls: Sent[][] = [];
  let marks: Marks = {};
  let count = 0;
  let loses = 0;
  const on: Desk = {
    async send<T>(_path: string, body: object): Promise<T> {
      const { rows } = body as { rows: Sent[] };
      calls.push(rows);
      const results = rows.map((row) => {
        const before = kept.get(row.key);
        if (before) return before;
        const id = row.id ?? `d${drafts.size + 1}`;
        const version = (drafts.get(id)?.version ?? 0) + 1;
        if (row.id && row.version !== version - 1)
          return { key: row.key, ok: false, version: version - 1, issues: [{ code: 'error.stale', path: '' }] };
        drafts.set(id, { version, city: row.order.shipToCity });
        const answer = { key: row.key, ok: true, id, version };
        kept.set(row.key, answer);
        return answer;
      });
      if (loses > 0) {
        loses -= 1;
        throw new Error('lost');
      }
      return { results } as T;
    },
    newKey: () => `k${(count += 1)}`,
    place: async () => 'b1',
    states: async (ids) =>
      ids.map((id, at) => ({ id, status: at === 0 ? 'draft' : 'placing', errorText: 'too little money' })),
    keep: async (change) => {
      marks = change(marks);
    },
    takeOut: async (gone) => {
      const rows = new Set(gone.flatMap((order) => order.rows.map(({ id }) => id)));
      marks = Object.fromEntries(Object.entries(marks).filter(([row]) => !rows.has(row)));
    },
    progress: () => undefined,
    stopped: () => false,
  };
  return { ...{ on, drafts, calls }, marks: () => marks, lose: () => (loses += 1) };
}

const works = (all: typeof orders, marks: Marks): Work[] => {
  const { of } = claim(all, marks);
  return all.map((order) => ({ order, mark: of.get(order.key) }));
};

describe('saving a sheet', () => {
  it('adds each order once, and edits it from then on', async () => {
    const to = server();
    await saveOrders(works(orders, {}), to.on);
    expect(to.drafts.size).toBe(3);
    await saveOrders(works(orders, to.marks()), to.on);
    expect(to.calls).toHaveLength(1);

    const [first] = orders;
    const changed = setCells(sheet, [{ row: first?.rows[0]?.id ?? '', column: 'shipToCity', text: 'Boston' }]);
    const again = desk.judge(changed.rows);
    expect(works(again, to.marks()).map(({ order, mark }) => stateOf(order, mark))).toEqual([
      'edited',
      'saved',
      'saved',
    ]);
    await saveOrders(works(again, to.marks()), to.on);
    expect(to.calls.at(-1)).toMatchObject([{ id: 'd1', version: 1 }]);
    expect([...to.drafts.values()]).toMatchObject([{ version: 2, city: 'Boston' }, { version: 1 }, { version: 1 }]);
  });

  it('adds nothing twice after a lost answer, not even where the rows were changed meanwhile', async () => {
    const to = server();
    to.lose();
    await expect(saveOrders(works(orders, {}), to.on)).rejects.toThrow('lost');
    expect(works(orders, to.marks()).map(({ order, mark }) => stateOf(order, mark))).toEqual([
      'unsure',
      'unsure',
      'unsure',
    ]);
    const changed = desk.judge(
      setCells(sheet, [{ row: orders[1]?.rows[0]?.id ?? '', column: 'shipToCity', text: 'Albany' }]).rows,
    );
    await saveOrders(works(changed, to.marks()), to.on);
    expect([...to.drafts.values()].map(({ city }) => city)).toEqual(['New York', 'Albany', 'New York']);
    expect(works(changed, to.marks()).map(({ order, mark }) => stateOf(order, mark))).toEqual([
      'saved',
      'saved',
      'saved',
    ]);
  });

  it('asks for a decision where another person changed the draft', async () => {
    const to = server();
    await saveOrders(works(orders, {}), to.on);
    to.drafts.set('d1', { version: 5, city: 'Elsewhere' });
    const changed = desk.judge(
      setCells(sheet, [{ row: orders[0]?.rows[0]?.id ?? '', column: 'shipToCity', text: 'Boston' }]).rows,
    );
    await saveOrders(works(changed, to.marks()), to.on);
    const [work] = works(changed, to.marks());
    expect([work?.mark?.stands, stateOf(work?.order as (typeof orders)[0], work?.mark)]).toEqual([5, 'changed']);
  });

  it('gives a draft to the first of two orders that were one, and names two drafts in one order', () => {
    const mark = (tag: string): Mark => ({ tag, id: tag });
    const both = marked(
      marked({}, { rows: orders[0]?.rows ?? [] }, mark('a')),
      { rows: orders[1]?.rows ?? [] },
      mark('a'),
    );
    expect([...claim(orders, both).of.keys()]).toEqual([orders[0]?.key]);
    const merged = desk.judge(
      setCells(sheet, [{ row: orders[1]?.rows[0]?.id ?? '', column: 'refNo', text: 'SO-1' }]).rows,
    );
    const two = marked(
      marked({}, { rows: orders[0]?.rows ?? [] }, mark('a')),
      { rows: orders[1]?.rows ?? [] },
      mark('b'),
    );
    expect(claim(merged, two).issues.map(({ code }) => code)).toEqual(['sheet.twoDrafts']);
  });
});

describe('placing a sheet', () => {
  it('lets go of what went out, and keeps what was refused with its reason', async () => {
    const to = server();
    await saveOrders(works(orders, {}), to.on);
    expect(await placeOrders(works(orders, to.marks()), to.on)).toEqual({ batch: 'b1', placed: 2, refused: 1 });
    expect(Object.values(to.marks()).map(({ refused }) => refused?.issues[0]?.message)).toEqual(['too little money']);
  });
});

describe('prices', () => {
  const quote = (channel: string, service: string, sale: number) => ({
    ...{ channel: { id: channel, name: channel }, service: { id: service, name: service }, available: true },
    ...{ currency: 'USD', sale: { total: sale } },
  });

  it('are those of the chosen service, with what goes cheaper, and add up to the cent', () => {
    const [first, second] = orders as [(typeof orders)[0], (typeof orders)[0]];
    const price = priceOf(first, [quote('10', '11', 10.1), quote('20', '21', 9.9)]);
    expect(price).toMatchObject({ sale: 10.1, offer: { channel: '20', sale: 9.9 } });
    const own = priceOf(second, [quote('10', '11', 0.2)]);
    expect(own.offer).toBeNull();
    const of = new Map(
      [first, second].map((order, at) => [order.key, { tag: `${at}`, price: at === 0 ? price : own }]),
    );
    expect(totalsOf(orders, of)).toEqual({ totals: [{ currency: 'USD', sale: 10.3 }], open: 1 });
  });

  it('are those of what the rule took, which has its reason as text', () => {
    const [first] = orders as [(typeof orders)[0]];
    const quotes = [quote('10', '11', 10.1), quote('20', '21', 9.9)];
    const pick = { picked: { channel: '20', service: '21' }, text: 'the cheapest' };
    expect(priceOf(first, quotes, pick)).toMatchObject({ sale: 9.9, offer: null, pick: 'the cheapest' });
    const none = priceOf(first, quotes, { picked: null, text: 'No offer keeps the rule.' });
    expect(none).toMatchObject({ sale: null, offer: null, reason: 'No offer keeps the rule.' });
  });
});
