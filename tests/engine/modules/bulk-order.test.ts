import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { causesOf, repairsOf } from '../../../engine/modules/bulk-order/causes.ts';
import { matchHeadings } from '../../../engine/modules/bulk-order/headings.ts';
import { csvAsBlock } from '../../../engine/modules/bulk-order/paste.ts';
import {
  begin,
  clearRange,
  copyRange,
  deleteRows,
  emptySheet,
  fillDown,
  isBlank,
  maxRows,
  redo,
  setCells,
  step,
  undo,
  type Sheet,
} from '../../../engine/modules/bulk-order/sheet.ts';
import { readBlock } from '../../../engine/kit/fields/lines/paste-block.ts';
import { block, bulkDesk } from '../../support/bulk-order.ts';
import { projectRoot } from '../../support/entity-files.ts';

const desk = bulkDesk();
const filled = ({ rows }: Sheet) => rows.filter((row) => !isBlank(row));
const codes = (issues: readonly { column: string; code: string }[]) =>
  issues.map(({ column, code }) => `${column} ${code}`);

describe('what is pasted', () => {
  it('goes by its headings, wherever the cell in use is, and the headings are no row', () => {
    const { sheet, rows, unknown } = desk.paste(block(3), { row: 0, column: 'shipToCity' });
    expect(rows).toBe(3);
    expect(unknown).toEqual([]);
    expect(filled(sheet)[0]?.cells).toMatchObject({ refNo: 'SO-1', shipToPostalCode: '10001', 'boxes.weight': '3.5' });
  });

  it.each(['en-US', 'zh-CN'] as const)('finds every column by its own word in %s', (culture) => {
    const words = JSON.parse(readFileSync(`${projectRoot}locales/${culture}/entities/order.json`, 'utf8')) as {
      fields: Record<string, string>;
      lines: Record<string, Record<string, string>>;
    };
    const labels = desk.columns
      .filter(({ id }) => !['items.quantity', 'boxes.signature', 'items.unitWeight'].includes(id))
      .map(({ id }) => {
        const [root = '', inner] = id.split('.');
        return [id, inner === undefined ? words.fields[root] : words.lines[root]?.[inner]] as const;
      });
    const found = labels.map(([id, label]) => [id, matchHeadings([label ?? ''], desk.headings)[0]]);
    expect(found.filter(([id, other]) => id !== other)).toEqual([]);
  });

  it('takes what shops and other programs call their columns', () => {
    const heads = [
      'Order Number',
      'Ship To - Name',
      'Address1',
      'Zip',
      'Province/State',
      'Qty',
      'Weight (lb)',
      '邮编',
      'Colour',
    ];
    expect(matchHeadings(heads, desk.headings)).toEqual([
      ...['refNo', 'shipToName', 'shipToAddress1', 'shipToPostalCode', null, 'boxes.quantity', 'boxes.weight'],
      ...[null, null],
    ]);
  });

  it.each([
    [
      'Amazon',
      'order-id,order-item-id,buyer-email,buyer-name,buyer-phone-number,sku,product-name,quantity-purchased,recipient-name,ship-address-1,ship-city,ship-state,ship-postal-code,ship-country,ship-phone-number',
      'refNo,,shipToEmail,,,,items.description,,shipToName,shipToAddress1,shipToCity,shipToState,shipToPostalCode,shipToCountry,shipToPhone',
    ],
    [
      'Shopify',
      'Email,Shipping Name,Shipping Street,Shipping Address1,Shipping Address2,Shipping City,Shipping Zip,Shipping Province,Shipping Country,Shipping Phone,Lineitem quantity,Lineitem sku,Billing Name',
      'shipToEmail,shipToName,,shipToAddress1,shipToAddress2,shipToCity,shipToPostalCode,shipToState,shipToCountry,shipToPhone,,,',
    ],
    [
      'eBay',
      'Order Number,Buyer Name,Ship To Name,Ship To Address 1,Ship To Zip,Item Title,Custom Label,Quantity',
      'refNo,,shipToName,shipToAddress1,shipToPostalCode,,,',
    ],
    [
      'a carrier',
      'Contact Name,Company or Name,Address 1,State/Prov/Other,Telephone,Consignee Email,Weight,Pkg Decl Value',
      'shipToName,shipToCompany,shipToAddress1,shipToState,shipToPhone,shipToEmail,boxes.weight,boxes.declaredValue',
    ],
    [
      'a sheet with units',
      'Weight(oz),Height_in,Length cm,Width inches,Weight (stones)',
      'boxes.weight,boxes.height,boxes.length,boxes.width,',
    ],
    [
      '表格',
      '收货人,收货地址,收货城市,收件人省份,重量（公斤）,长cm,数量',
      'shipToName,shipToAddress1,shipToCity,shipToState,boxes.weight,boxes.length,boxes.quantity',
    ],
  ])('takes the columns of %s, and the better of two that mean the same', (_, heads, columns) => {
    expect(matchHeadings(heads.split(','), desk.headings).map((id) => id ?? '')).toEqual(columns.split(','));
  });

  it('goes by headings that stand below a title and groups, as in templates', () => {
    const table = ['订单号\t收件人\t地址\t城市\t州\t邮编', 'A1\tAnn\t1 Main St\tNew York\tNY\t10001'];
    const { sheet, rows, left } = desk.paste(['批量下单模板\t\t\t\t\t', '\t收件人信息\t\t\t\t', ...table].join('\n'));
    expect([rows, left]).toEqual([1, 2]);
    expect(filled(sheet).map(({ cells }) => cells)).toEqual([
      {
        ...{ refNo: 'A1', shipToName: 'Ann', shipToAddress1: '1 Main St' },
        ...{ shipToCity: 'New York', shipToState: 'NY', shipToPostalCode: '10001' },
      },
    ]);
    // A row of data above headings is no title.
    const data = 'A0\tBob\t2 Main St\tNew York\tNY\t10001';
    expect(filled(desk.paste([data, ...table].join('\n')).sheet)).toHaveLength(3);
  });

  it('is read without the signs that nobody sees, and with wide ones as keyboards write them', () => {
    const { sheet } = desk.paste(
      block(1, () => ({
        ...{ Recipient: '\u202aAnn Lee\u202c', State: '\u200bNY', 'Postal code': '１０００１\u200b', Country: 'ＵＳ' },
        ...{ Weight: '３．５\u200e', Quantity: '２' },
      })),
    );
    const [order] = desk.judge(sheet.rows);
    expect(order?.issues).toEqual([]);
    expect(order?.body).toMatchObject({
      ...{ shipToName: 'Ann Lee', shipToState: 'NY', shipToPostalCode: '10001', shipToCountry: 'US' },
      boxes: [{ weight: 3.5, quantity: 2 }],
    });
    const [other] = desk.judge(
      desk.paste('收件人\t电话\t发货日期\nAnn\t＋１（２１２）５５５－０１２３\t2026年1月15日').sheet.rows,
    );
    expect(other?.body).toMatchObject({ shipToPhone: '+1(212)555-0123', shipDate: '2026-01-15' });
  });

  it('goes from the cell in use without headings, adds rows, and counts what stands beyond the last column', () => {
    const { sheet, rows, left } = desk.paste('Ann Lee\tAcme\nBob Ray\tZed', { row: 28, column: 'shipToName' });
    expect([rows, left]).toEqual([2, 0]);
    expect(sheet.rows[29]?.cells).toEqual({ shipToName: 'Bob Ray', shipToCompany: 'Zed' });
    expect(sheet.rows.length).toBeGreaterThan(30);
    expect(desk.paste('one\ttwo\tthree', { row: 0, column: 'reference2' }).left).toBe(2);
  });

  it('keeps line breaks and quotes of quoted cells as text of one line', () => {
    const { sheet } = desk.paste('"Ann ""A"" Lee"\t"Acme\nInc"', { row: 0, column: 'shipToName' });
    expect(sheet.rows[0]?.cells).toEqual({ shipToName: 'Ann "A" Lee', shipToCompany: 'Acme Inc' });
  });

  it('is no more than a sheet holds, and the rest is counted', () => {
    const { sheet, rows, left } = desk.paste(Array.from({ length: maxRows + 7 }, (_, at) => `R${at}`).join('\n'));
    expect([sheet.rows.length, rows, left]).toEqual([maxRows, maxRows, 7]);
  });

  it('parses an address of one cell into its columns, and a column of such addresses too', () => {
    const one = desk.paste('Ann Lee\n350 5th Ave Fl 21\nNew York, NY 10118', { row: 2, column: 'shipToName' });
    expect(one.addresses).toBe(1);
    expect(one.sheet.rows[2]?.cells).toMatchObject({
      shipToName: 'Ann Lee',
      shipToState: 'NY',
      shipToPostalCode: '10118',
    });
    const many = desk.paste('"Ann Lee\n350 5th Ave\nNew York, NY 10118"\n"Bob Ray\n1 Main St\nAustin, TX 78701"', {
      ...{ row: 0, column: 'shipToName' },
    });
    expect(many.addresses).toBe(2);
    expect(many.sheet.rows[1]?.cells).toMatchObject({
      shipToName: 'Bob Ray',
      shipToCity: 'Austin',
      shipToAddress1: '1 Main St',
    });
  });

  it('reads CSV with any separator', () => {
    const comma = readBlock(csvAsBlock('\uFEFFname,city\r\n"Lee, Ann",New York\r\n'));
    expect(comma).toEqual([
      ['name', 'city'],
      ['Lee, Ann', 'New York'],
    ]);
    expect(readBlock(csvAsBlock('name;city\nAnn;Rome'))).toEqual([
      ['name', 'city'],
      ['Ann', 'Rome'],
    ]);
  });
});

describe('units', () => {
  const box = (heads: string, cells: string) => {
    const [order] = desk.judge(filled(desk.paste(`Reference\tRecipient\t${heads}\nU-1\tAnn\t${cells}`).sheet));
    const { weight, length } = (order?.body['boxes'] as Record<string, unknown>[] | undefined)?.[0] ?? {};
    return { unitType: order?.body['unitType'], weight, length };
  };

  it.each([
    ['Weight (lb)\tLength (in)', '3.5\t12', { unitType: '0', weight: 3.5, length: 12 }],
    ['Weight (kg)\tLength (cm)', '3.5\t30', { unitType: '1', weight: 3.5, length: 30 }],
    ['Weight (g)\tLength (mm)', '1,250\t300', { unitType: '1', weight: 1.25, length: 30 }],
    ['Weight(oz)\tLength', '12\t10', { unitType: '0', weight: 0.75, length: 10 }],
    ['重量（斤）\t长cm', '3\t20', { unitType: '1', weight: 1.5, length: 20 }],
    // What the cell says counts more than what the heading says.
    ['Weight (lb)\tLength', '2 kg\t10 in', { unitType: '0', weight: 4.4092, length: 10 }],
    ['Weight\tLength', '5 lb 3 oz\t1 ft', { unitType: '0', weight: 5.1875, length: 12 }],
    ['Units\tWeight (kg)\tLength (cm)', 'lb\t1\t25.4', { unitType: '0', weight: 2.2046, length: 10 }],
    ['Units\tWeight\tLength', 'kg\t2 lb\t10', { unitType: '1', weight: 0.9072, length: 10 }],
  ])('of %s are counted: %s', (heads, cells, expected) => {
    expect(box(heads, cells)).toEqual(expected);
  });

  it('that are none leave the cell wrong', () => {
    const [order] = desk.judge(filled(desk.paste('Reference\tWeight\nU-1\t3 stones').sheet));
    expect(order?.issues.filter(({ column }) => column === 'boxes.weight')).not.toEqual([]);
  });
});

describe('the sheet', () => {
  const start = desk.paste(block(4)).sheet;
  const columns = ['refNo', 'shipToCity'];

  it('fills down, clears, copies, deletes, and takes every step back and again', () => {
    const range = { top: 0, bottom: 3, left: 1, right: 1 };
    const [first, ...rest] = start.rows;
    const changed = setCells(start, [{ row: first?.id ?? '', column: 'shipToCity', text: ' Boston\n' }]);
    expect(changed.rows[0]?.cells['shipToCity']).toBe('Boston');
    expect(changed.rows[1]).toBe(rest[0]);
    const down = fillDown(changed, range, columns);
    expect(down.rows.slice(0, 5).map(({ cells }) => cells['shipToCity'])).toEqual([
      ...Array(4).fill('Boston'),
      undefined,
    ]);
    expect(copyRange(down, { top: 0, bottom: 1, left: 0, right: 1 }, { columns })).toBe('SO-1\tBoston\nSO-2\tBoston');
    const cleared = clearRange(down, range, columns);
    expect(cleared.rows[0]?.cells['shipToCity']).toBeUndefined();
    const fewer = deleteRows(cleared, new Set([cleared.rows[1]?.id ?? '']));
    expect(filled(fewer).map(({ cells }) => cells['refNo'])).toEqual(['SO-1', 'SO-3', 'SO-4']);

    const history = [changed, down, cleared, fewer].reduce(step, begin(start));
    const back = undo(undo(history));
    expect(back.now).toBe(down);
    expect(redo(back).now).toBe(cleared);
    expect(undo(undo(undo(back))).now).toBe(start);
    expect(step(history, history.now)).toBe(history);
  });

  it('stays itself where nothing changes', () => {
    expect(setCells(start, [{ row: start.rows[0]?.id ?? '', column: 'shipToCity', text: 'New York' }])).toBe(start);
  });
});

describe('orders of a sheet', () => {
  const judged = (change: (at: number) => Record<string, string>, count = 2) =>
    desk.judge(desk.paste(block(count, change)).sheet.rows);

  it('are rows with one reference, each with its boxes and their quantities; a row without one is an order of its own', () => {
    const orders = judged((at) => ({ Reference: at < 3 ? 'A' : '', Quantity: String(at + 1) }), 5);
    expect(orders.map(({ rows, boxes }) => [rows.length, boxes])).toEqual([
      [3, 6],
      [1, 4],
      [1, 5],
    ]);
    expect(codes(orders[0]?.issues ?? [])).toEqual([
      'shipToName sheet.differs',
      'shipToName sheet.differs',
      'shipToAddress1 sheet.differs',
      'shipToAddress1 sheet.differs',
    ]);
    expect(orders[0]?.body['boxes']).toMatchObject([{ quantity: 1 }, { quantity: 2 }, { quantity: 3 }]);
  });

  it('take further boxes from rows that say nothing else', () => {
    const text = [
      'Reference\tRecipient\tAddress\tCity\tState\tZip\tWeight\tL\tW\tH',
      'A\tAnn Lee\t1 Main St\tNew York\tNY\t10001\t3\t1\t2\t3',
      'A\t\t\t\t\t\t5\t4\t4\t4',
    ].join('\n');
    const [order] = desk.judge(desk.paste(text).sheet.rows);
    expect(codes(order?.issues.filter(({ grade }) => grade === 'error') ?? [])).toEqual([]);
    expect(order?.body).toMatchObject({
      ...{ shipToCountry: 'US', unitType: '0', signatureOption: 'none', labelSize: '4x6', senderMode: 'channel' },
      boxes: [
        { weight: 3, quantity: 1 },
        { weight: 5, quantity: 1 },
      ],
    });
    expect(codes(order?.issues ?? [])).toEqual(['channel noChannel', 'service noService']);
  });

  it('leave channel and service to a rule that they name', () => {
    const text = [
      'Reference\tRate rule\tRecipient\tAddress\tCity\tState\tZip\tWeight\tL\tW\tH',
      'A\tcheap-fast\tAnn Lee\t1 Main St\tNew York\tNY\t10001\t3\t1\t2\t3',
    ].join('\n');
    const rules = [{ id: '900', code: 'cheap-fast', name: 'Cheapest in three days' }];
    const reading = { ...desk.judging.reading, rules };
    const { rows } = desk.paste(text).sheet;
    const [order] = desk.judge(rows, { reading });
    expect([codes(order?.issues ?? []), order?.body['rateRule']]).toEqual([[], '900']);
    expect(codes(desk.judge(rows)[0]?.issues ?? [])).toContain('rateRule sheet.noName');
  });

  it('have one unit', () => {
    const [order] = judged((at) => ({
      Reference: 'A',
      Recipient: 'Ann Lee',
      'Address line 1': '1 Main St',
      Units: at === 0 ? 'lb' : '公斤',
    }));
    expect(codes(order?.issues ?? [])).toEqual(['unitType sheet.differs']);
  });

  it('are understood in the words of people: states, countries, choices, channels by name or code', () => {
    const [order] = judged(
      () => ({ State: 'new york', Country: '美国', Channel: 'ups-1', Service: 'gnd', Weight: '1,203.5 lb' }),
      1,
    );
    expect(order?.issues).toEqual([]);
    expect(order?.body).toMatchObject({
      channel: '10',
      service: '11',
      shipFrom: '13',
      shipToState: 'NY',
      shipToCountry: 'US',
    });
    expect(order?.body['boxes']).toMatchObject([{ weight: 1203.5 }]);
    expect([...(order?.shown.values() ?? [])]).toEqual(
      expect.arrayContaining(['NY', 'US', 'UPS Saver', 'Ground', 'lb / in']),
    );
  });

  it.each([
    ['a state that is missing', { State: '' }, 'shipToState required'],
    ['a state that is none', { State: 'Bavaria' }, 'shipToState shipToStateCode'],
    ['a postal code that lost its zero', { 'Postal code': '1001' }, 'shipToPostalCode shipToPostalFormat'],
    ['a weight that is no figure', { Weight: 'heavy' }, 'boxes.weight number.invalid'],
    ['a missing side', { Height: '' }, 'boxes.height required'],
    ['a service of another channel', { Service: 'Home delivery' }, 'service sheet.noName'],
    ['a name for two services', { Service: 'Gr' }, 'service sheet.severalNames'],
    ['a channel that is not theirs', { Channel: 'DHL' }, 'channel sheet.noName'],
    ['an address line of more than 35 characters', { 'Address line 1': 'x'.repeat(36) }, 'shipToAddress1 text.tooLong'],
  ])('have the reasons of the compiled rules on their cells: %s', (_, cells, expected) => {
    const [order] = judged(() => cells as unknown as Record<string, string>, 1);
    expect(codes(order?.issues.filter(({ grade }) => grade === 'error') ?? [])).toEqual([expected]);
    expect(order?.issues[0]?.row).toBe(order?.rows[0]?.id);
  });

  it('refuse a service that does not deliver to homes, as the server does', () => {
    const text = desk.paste('Service\tAddress type\nGround residential\tcommercial').sheet.rows;
    expect(codes(desk.judge(text)[0]?.issues ?? [])).toContain('service commercialAddress');
  });

  it('warn at a reference line of more than 35 characters, and cut all like cells at once', () => {
    const text = `Reference\tReference line 1\nA\t${'x'.repeat(40)}\nB\t${'y'.repeat(36)}`;
    const { rows } = desk.paste(text).sheet;
    const issues = desk.judge(rows).flatMap((order) => order.issues);
    const cause = causesOf(issues).find(({ column }) => column === 'reference1');
    expect(cause?.cells).toHaveLength(2);
    const [repair] = repairsOf(cause as NonNullable<typeof cause>, {
      rows: new Map(rows.map((row) => [row.id, row])),
      columns: desk.columns,
    });
    expect(repair?.code).toBe('cut');
    expect(repair?.changes.map(({ text: cut }) => cut.length)).toEqual([35, 35]);
  });

  it('are validated, five hundred of them, within a second', () => {
    const text = block(500, (at) => ({ State: at % 50 === 0 ? '' : 'NY' }));
    const times = [1, 2, 3].map(() => {
      // The time of this process: others may be at work on the machine.
      const began = process.cpuUsage();
      const orders = desk.judge(desk.paste(text).sheet.rows);
      const { user, system } = process.cpuUsage(began);
      expect(orders).toHaveLength(500);
      expect(orders.flatMap(({ issues }) => issues)).toHaveLength(10);
      return (user + system) / 1000;
    });
    expect(Math.min(...times)).toBeLessThan(1_000);
  });
});

describe('causes', () => {
  const sheet = desk.paste(
    block(6, (at) => ({
      ...(at < 3 ? { 'Postal code': '1001' } : {}),
      ...(at === 4 ? { Service: 'GRND' } : {}),
      ...(at === 5 ? { 'Address line 1': '12345 Very Long Avenue Of The Americas Suite 200' } : {}),
    })),
  ).sheet;
  const issues = desk.judge(sheet.rows).flatMap((order) => order.issues);
  const rows = new Map(sheet.rows.map((row) => [row.id, row]));

  it('gather like cells, the most frequent first', () => {
    expect(causesOf(issues).map(({ column, cells }) => [column, cells.length])).toEqual([
      ['shipToPostalCode', 3],
      ['service', 1],
      ['shipToAddress1', 1],
    ]);
  });

  it('are repaired all at once: the zero of a postal code, the line that is too long', () => {
    const [zip, , line] = causesOf(issues);
    const repaired = [zip, line].reduce(
      (now, cause) =>
        setCells(now, repairsOf(cause as NonNullable<typeof cause>, { rows, columns: desk.columns })[0]?.changes ?? []),
      sheet,
    );
    expect(repaired.rows.slice(0, 3).map(({ cells }) => cells['shipToPostalCode'])).toEqual([
      '01001',
      '01001',
      '01001',
    ]);
    expect(repaired.rows[5]?.cells).toMatchObject({
      shipToAddress1: '12345 Very Long Avenue Of The',
      shipToAddress2: 'Americas Suite 200',
    });
  });
});

describe('an empty sheet', () => {
  it('has rows to type in and no orders', () => {
    expect(emptySheet().rows.length).toBeGreaterThanOrEqual(30);
    expect(desk.judge(emptySheet().rows)).toEqual([]);
  });
});

describe('reference lines that a template makes', () => {
  const desk = bulkDesk();
  const cut = (text: string, references: Record<string, string>) =>
    desk
      .judge(desk.paste(text).sheet.rows, { references })
      .flatMap(({ issues }) => issues)
      .filter(({ code }) => code === 'sheet.referenceCut');

  it('say in the cell what is left of them where carriers cut them, and hold nothing up', () => {
    const long = 'A-REFERENCE-THAT-IS-LONG';
    expect(cut(long, { reference1: '{refNo} {orderNo}' })).toMatchObject([
      { column: 'reference1', grade: 'note', params: { max: 35, value: `${long} SO-0000-00` } },
    ]);
    expect(cut('R1', { reference1: '{refNo} {orderNo}' })).toEqual([]);
    expect(cut(long, {})).toEqual([]);
  });
});
