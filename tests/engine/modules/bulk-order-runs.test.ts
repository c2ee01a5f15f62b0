import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { claim, marked, stateOf, totalsOf, type Mark, type Marks } from '../../../engine/modules/bulk-order/marks.ts';
import { readXlsx } from '../../../engine/modules/bulk-order/read-xlsx.ts';
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

/** A workbook as spreadsheets write it, as far as its first sheet goes. */
function workbook(files: Record<string, string>): Uint8Array<ArrayBuffer> {
  const parts: Buffer[] = [];
  const heads: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(files)) {
    const [raw, packed] = [Buffer.from(text), deflateRawSync(Buffer.from(text))];
    const own = Buffer.alloc(30);
    own.writeUInt32LE(0x04034b50, 0);
    own.writeUInt16LE(name.length, 26);
    const head = Buffer.alloc(46);
    head.writeUInt32LE(0x02014b50, 0);
    head.writeUInt16LE(8, 10);
    head.writeUInt32LE(packed.length, 20);
    head.writeUInt32LE(raw.length, 24);
    head.writeUInt16LE(name.length, 28);
    head.writeUInt32LE(at, 42);
    parts.push(own, Buffer.from(name), packed);
    heads.push(head, Buffer.from(name));
    at += 30 + name.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(at, 16);
  return new Uint8Array(Buffer.concat([...parts, ...heads, end]));
}

describe('a workbook', () => {
  const files = {
    'xl/workbook.xml': '<workbook><sheets><sheet name="A" sheetId="1" r:id="rId7"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId7" Target="worksheets/one.xml"/></Relationships>',
    'xl/sharedStrings.xml': '<sst><si><t>Name</t></si><si><r><t>Ann </t></r><r><t>&amp; Co</t></r></si></sst>',
    'xl/worksheets/one.xml':
      '<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>Zip</t></is></c></row>' +
      '<row r="3"><c r="A3" t="s"><v>1</v></c><c r="B3"><v>12.100000000000001</v></c><c r="C3" t="str"><v>01001</v></c></row></sheetData></worksheet>',
  };

  it('is read cell by cell: shared and own texts, gaps, and figures as they were typed', async () => {
    expect(await readXlsx(workbook(files))).toEqual([['Name', '', 'Zip'], [], ['Ann & Co', '12.1', '01001']]);
  });

  it('is refused where it is none', async () => {
    await expect(readXlsx(new Uint8Array(40))).rejects.toThrow('no archive');
    await expect(readXlsx(workbook({ 'a.txt': 'x' }))).rejects.toThrow('no workbook');
  });
});
