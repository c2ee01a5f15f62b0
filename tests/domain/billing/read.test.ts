import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeXlsx } from 'hucre/xlsx';
import { readCents, readNumber } from '../../../server/domain/billing/read/exact.ts';
import { readDay } from '../../../server/domain/billing/read/day.ts';
import { fedexHead, fedexRow, readBytes, textOf, upsRow, type UpsCharge } from './support/make-bills.ts';

const tracking = '1ZA1B2340312345672';
const basic: readonly UpsCharge[] = [
  {
    tracking,
    net: '11.20',
    amount: '20.05',
    entered: '4.0',
    billed: '5.0',
    zone: '004',
    dimensions: '12.0x10.0x8.0',
    reference: 'SO-2603-000001',
  },
  { tracking, net: '1.85', amount: '20.05', chargeClass: 'FSC', code: 'FSC', text: 'Fuel Surcharge' },
  { tracking, net: '0.00', amount: '20.05', chargeClass: 'INF', code: '', text: 'Information' },
  {
    net: '7.00',
    amount: '20.05',
    kind: 'MIS',
    detail: 'SVCH',
    chargeClass: 'MSC',
    code: '',
    text: 'Weekly Service Charge',
    shipDate: '',
  },
];
const rows = basic.map(upsRow);
const money = (cents: bigint | null | undefined): number => Number(cents) / 100;

describe('UPS billing data', () => {
  it('is read by position, every row a line', async () => {
    const { invoices, lines } = await readBytes(textOf(rows));
    expect(invoices).toHaveLength(1);
    expect(invoices[0]).toMatchObject({ lines: 4, key: 'UPS|A1B234|A1B234106|2026-03-07' });
    expect(money(invoices[0]?.sum)).toBe(20.05);
    expect(money(invoices[0]?.facts.amount)).toBe(20.05);
    expect(lines[0]).toMatchObject({
      ...{
        row: 1,
        tracking,
        zone: '004',
        enteredWeight: '4',
        billedWeight: '5',
        weightUnit: 'lb',
        kind: 'SHP',
        code: '003',
      },
      ...{
        length: '12.0',
        width: '10.0',
        height: '8.0',
        references: ['SO-2603-000001'],
        shipDate: '2026-03-02',
        net: 1120n,
      },
    });
    expect(Object.values(lines[0]?.extra ?? {}).join()).not.toContain('Invented');
    expect(lines[3]?.tracking).toBeNull();
  });

  it.each([
    ['semicolons', textOf(rows, { separator: ';' })],
    ['tails cut', textOf(rows, { cut: true })],
    ['quotes everywhere', textOf(rows, { quoted: true, ending: '\n' })],
    ['a mark of bytes', `\ufeff${textOf(rows)}`],
    ['two bytes a letter', Buffer.from(`\ufeff${textOf(rows)}`, 'utf16le')],
    ['no last ending', textOf(rows, { lastEnding: false })],
    ['old line ends', textOf(rows, { ending: '\r' })],
    ['its separator named', `sep=;\n${textOf(rows, { separator: ';' })}`],
    ['numbers as formulas of texts', textOf(rows.map((row) => row.with(2, `="${row[2]}"`).with(20, `="${row[20]}"`)))],
    ['times and zones behind its days', textOf(rows.map((row) => row.with(4, '2026-03-07T00:00:00.000+08:00')))],
    ['a heading', textOf([Object.assign(Array<string>(250).fill(''), { 0: 'Version', 5: 'Invoice Number' }), ...rows])],
    [
      'a heading in the writing of a database',
      textOf([Object.assign(Array<string>(250).fill('x_y'), { 0: 'version_number', 5: 'invoice_number' }), ...rows]),
    ],
  ])('reads the same with %s', async (_, content) => {
    const plain = await readBytes(textOf(rows));
    const other = await readBytes(content);
    const known = ({ invoices }: typeof plain) =>
      invoices.map(({ key, content, sum, facts }) => ({ key, content, sum, facts }));
    expect(known(other)).toEqual(known(plain));
  });

  it('reads decimal commas and days first, as other locales write them', async () => {
    const german = basic.map((charge) =>
      upsRow({
        ...charge,
        amount: '20,05',
        net: charge.net.replace('.', ','),
        date: '07/03/2026',
        shipDate: charge.shipDate ?? '02.03.2026',
        entered: '1.234,5',
      }),
    );
    const { invoices, lines } = await readBytes(textOf(german, { separator: ';' }));
    expect(money(invoices[0]?.sum)).toBe(20.05);
    expect(invoices[0]?.facts.date).toBe('2026-03-07');
    expect(lines[0]).toMatchObject({ shipDate: '2026-03-02', enteredWeight: '1234.5' });
  });

  it.each([
    ['another amount', { net: '11,20' }, 124520n],
    ['a discount', { net: '11', incentive: '-0,50' }, 124500n],
    ['a weight', { net: '11', entered: '4,5' }, 124500n],
    ['an amount of millions', { net: '1.000.011' }, 100124500n],
  ])('reads thousands without decimals where %s shows the decimal sign', async (_, second, cents) => {
    const whole = { tracking, amount: '1.245', date: '07.03.2026', shipDate: '02.03.2026', country: 'DE' };
    const made = [upsRow({ ...whole, net: '1.234' }), upsRow({ ...whole, ...second })];
    const { invoices } = await readBytes(textOf(made, { separator: ';' }));
    expect([invoices[0]?.facts.amount, invoices[0]?.sum]).toEqual([124500n, cents]);
  });

  it('refuses thousands without decimals where nothing shows the decimal sign', async () => {
    const made = upsRow({ tracking, amount: '1.234', net: '1.234' });
    await expect(readBytes(textOf([made]))).rejects.toMatchObject({ code: 'billing.notAmount', line: 1 });
  });

  it('reads old line ends around cells that hold line feeds', async () => {
    const note = { text: 'Ground\nCommercial, "new"' };
    const made = [upsRow({ tracking, amount: '3.00', net: '1.00', ...note }), upsRow({ amount: '3.00', net: '2.00' })];
    const { lines } = await readBytes(textOf(made, { ending: '\r' }));
    expect(lines.map(({ net, text }) => [net, text])).toEqual([
      [100n, 'Ground\nCommercial, "new"'],
      [200n, 'Ground Commercial'],
    ]);
  });

  it('reads a row in another currency by what it comes to in that of the invoice', async () => {
    const duty = { net: '1,400.00', incentive: '-14.00', amount: '201.00', chargeClass: 'GOV', text: 'Duty Amount' };
    const abroad = { 50: 'CNY', 53: 'USD', 54: '-2.00', 55: '200.00' };
    const made = [upsRow({ net: '1.00', amount: '201.00' }), upsRow({ ...duty, more: abroad })];
    const { invoices, lines } = await readBytes(textOf(made));
    expect([invoices[0]?.sum, invoices[0]?.facts.currency]).toEqual([20100n, 'USD']);
    expect(lines[1]).toMatchObject({ net: 20000n, incentive: -200n });
    expect(lines[1]?.extra).toMatchObject({
      'Transaction Currency Code': 'CNY',
      'Net Amount': '1,400.00',
      'Incentive Amount': '-14.00',
    });
  });

  it('reads a row in another currency as it stands only where the sum of the invoice proves it', async () => {
    const of = (amount: string) =>
      readBytes(
        textOf([
          upsRow({ net: '1.00', amount }),
          upsRow({ net: '2.00', amount, more: { 50: 'CAD' } }),
          upsRow({ net: '0.00', amount, more: { 50: 'CAD' } }),
          upsRow({ net: '4.00', amount, more: { 50: 'CAD', 53: 'EUR', 55: '3.00' } }),
        ]),
      );
    const { invoices, lines } = await of('7.00');
    expect([invoices[0]?.sum, lines[1]?.extra['Transaction Currency Code']]).toEqual([700n, 'CAD']);
    await expect(of('6.00')).rejects.toMatchObject({
      ...{ code: 'billing.otherCurrency', line: 2, column: 51 },
      also: [{ code: 'billing.otherCurrency', line: 4, column: 51 }],
    });
  });

  it('names rows in another currency beside the faults of other rows, where the money of the invoice is known', async () => {
    const of = (amount: string, fault: Record<string, string>) =>
      readBytes(
        textOf([
          upsRow({ net: '2.00', amount, more: { 50: 'CAD' } }),
          upsRow({ net: '1.00', amount, ...fault }),
          upsRow({ net: '4.00', amount }),
        ]),
      );
    const misdated = { code: 'billing.notDate', line: 2 };
    // The money of the row with the wrong date counts, and with it the invoice is not proven.
    await expect(of('6.00', { shipDate: 'soon' })).rejects.toMatchObject({
      ...{ code: 'billing.otherCurrency', line: 1, column: 51 },
      also: [misdated],
    });
    // It is proven here, so the row is right as it stands.
    await expect(of('7.00', { shipDate: 'soon' })).rejects.toMatchObject({ ...misdated, also: [] });
    // Nobody knows what the invoice comes to.
    const unknown = { code: 'billing.notAmount', line: 2, also: [] };
    await expect(of('6.00', { net: 'much' })).rejects.toMatchObject(unknown);
    const homeless = { code: 'billing.missing', line: 2, also: [] };
    await expect(of('6.00', { number: '' })).rejects.toMatchObject(homeless);
  });

  it('takes back a guess of day and month that a later row contradicts', async () => {
    const many = Array.from({ length: 900 }, (_, at) =>
      upsRow({
        tracking,
        net: '1.00',
        amount: '900.00',
        date: '03/04/2026',
        shipDate: at === 890 ? '03/27/2026' : '03/04/2026',
      }),
    );
    const { invoices, lines } = await readBytes(textOf(many));
    expect(invoices[0]?.facts.date).toBe('2026-03-04');
    expect(lines).toHaveLength(900);
    expect(lines[890]?.shipDate).toBe('2026-03-27');
  });

  it('splits a file by account, number and date, and takes the same number ten years later for another', async () => {
    const two = [
      upsRow({ net: '1.00', amount: '1.00' }),
      upsRow({ net: '2.00', amount: '2.00', date: '2016-03-07', shipDate: '2016-03-01' }),
      upsRow({ net: '3.00', amount: '3.00', account: '000077XY99' }),
    ];
    const { invoices } = await readBytes(textOf(two));
    expect(invoices.map(({ key }) => key)).toEqual([
      'UPS|A1B234|A1B234106|2026-03-07',
      'UPS|A1B234|A1B234106|2016-03-07',
      'UPS|77XY99|A1B234106|2026-03-07',
    ]);
  });

  it('reads European and Chinese letters of single and double bytes', async () => {
    const named = (text: string): string => textOf([upsRow({ net: '1.00', amount: '1.00', text })]);
    const western = Buffer.from(named('Zuschlag f\u00fcr Gr\u00f6\u00dfe'), 'latin1');
    expect((await readBytes(western)).lines[0]?.text).toBe('Zuschlag f\u00fcr Gr\u00f6\u00dfe');
    const fuel = Buffer.from([0xc8, 0xbc, 0xd3, 0xcd, 0xb7, 0xd1]);
    const [head, tail] = named('@@')
      .split('@@')
      .map((part) => Buffer.from(part));
    const chinese = Buffer.concat([head as Buffer, fuel, tail as Buffer]);
    expect((await readBytes(chinese)).lines[0]?.text).toBe('\u71c3\u6cb9\u8d39');
  });

  it('reads a workbook of the same rows', async () => {
    const bytes = await writeXlsx({ sheets: [{ name: 'Bill', rows: rows.map((row) => [...row]) }] });
    expect((await readBytes(Buffer.from(bytes))).invoices).toEqual((await readBytes(textOf(rows))).invoices);
  });

  it('reads every sheet of a workbook that has bills, each row with its own number, and leaves covers out', async () => {
    const of = (number: string) => basic.map((charge) => [...upsRow({ ...charge, number })]);
    const cover = [['Bills of March'], [], ['Prepared by', 'Osbert Quill']];
    const sheets = [cover, of('00000000B1'), of('00000000B2'), [['Notes']]];
    const book = (of: readonly (readonly string[])[][]) =>
      writeXlsx({ sheets: of.map((each, at) => ({ name: `S${at}`, rows: each.map((row) => [...row]) })) });
    const { invoices, lines } = await readBytes(Buffer.from(await book(sheets)));
    expect(invoices.map(({ facts, lines: many }) => [facts.number, many])).toEqual([
      ['00000000B1', 4],
      ['00000000B2', 4],
    ]);
    expect(new Set(lines.map(({ row }) => row)).size).toBe(8);
    await expect(readBytes(Buffer.from(await book([cover])))).rejects.toMatchObject({ code: 'billing.kind' });
    // Many columns that nobody knows are charges that must not be lost.
    const strange = [Array.from({ length: 60 }, (_, at) => `Column ${at}`)];
    await expect(readBytes(Buffer.from(await book([of('00000000B1'), strange])))).rejects.toMatchObject({
      code: 'billing.kind',
    });
  });

  it('reads days that a workbook counts, UTF-16 without a mark, spaces in numbers and small letters of a currency', async () => {
    const written = basic.map((charge) => ({
      ...charge,
      date: '46088',
      shipDate: charge.shipDate === '' ? '' : '46083',
    }));
    const { invoices } = await readBytes(textOf(written.map(upsRow)));
    expect(invoices[0]?.key).toBe('UPS|A1B234|A1B234106|2026-03-07');
    const wide = Buffer.from(textOf(rows), 'utf16le');
    for (const bytes of [wide, Buffer.from(wide).swap16()])
      expect((await readBytes(bytes)).invoices).toEqual((await readBytes(textOf(rows))).invoices);
    const spaced = upsRow({ net: '1.00', amount: '1.00', currency: 'usd', tracking: '1Z A1B 234 03 1234 5672' });
    const read = await readBytes(textOf([spaced]));
    expect([read.lines[0]?.tracking, read.invoices[0]?.facts.currency]).toEqual([tracking, 'USD']);
    const quoted = fedexRow(
      { tracking: "'794801123456", transport: '5.00', net: '5.00', amount: '5.00' },
      fedexHead(1),
    );
    expect((await readBytes(textOf([fedexHead(1), quoted]))).lines[0]?.tracking).toBe('794801123456');
  });

  it('reads a line of information that ends before its amount', async () => {
    const short = [rows[0] as string[], (rows[2] as string[]).slice(0, 46), rows[1] as string[], rows[3] as string[]];
    const { invoices } = await readBytes(textOf(short));
    expect([invoices[0]?.lines, money(invoices[0]?.sum)]).toEqual([4, 20.05]);
  });

  it('refuses a number of a workbook that has more digits than a workbook holds', async () => {
    const long = fedexRow({ tracking: '794801123456', transport: '5.00', net: '5.00', amount: '5.00' }, fedexHead(1));
    const book = async (number: number) =>
      Buffer.from(
        await writeXlsx({
          sheets: [{ name: 'Bill', rows: [fedexHead(1), long.map((cell, at) => (at === 8 ? number : cell))] }],
        }),
      );
    expect((await readBytes(await book(794801123456))).lines[0]?.tracking).toBe('794801123456');
    await expect(readBytes(await book(2 ** 66))).rejects.toMatchObject({
      code: 'billing.rounded',
      line: 2,
    });
  });

  it('keeps the text of a formula as a text', async () => {
    const { lines } = await readBytes(
      textOf([upsRow({ net: '1.00', amount: '1.00', text: '=HYPERLINK("http://x")' })]),
    );
    expect(lines[0]?.text).toBe('=HYPERLINK("http://x")');
  });
});

const spoiled = (change: (cells: string[]) => string[], at = 1): string =>
  textOf(rows.map((row, index) => (index === at ? change([...row]) : row)));

/** Rows as a tool writes them that knows no quotes, with these references in the first and the third. */
const stray = (first: string, third: string): string =>
  rows
    .map((row, at) => (at === 0 ? row.with(15, first) : at === 2 ? row.with(15, third) : row).join(','))
    .join('\r\n')
    .concat('\r\n');

describe('a file that is not whole', () => {
  it.each([
    ['a cell too many at the front', spoiled((row) => ['', ...row]), 'billing.notVersion', 2, 1],
    ['a cell missing before the currency', spoiled((row) => row.toSpliced(7, 1)), 'billing.notCurrency', 2, 10],
    ['a cell missing before the class', spoiled((row) => row.toSpliced(36, 1)), 'billing.notCurrency', 2, 51],
    ['a cell too many before the amount', spoiled((row) => row.toSpliced(46, 0, '')), 'billing.notAmount', 2, 52],
    ['a row cut in its middle', spoiled((row) => row.slice(0, 31)), 'billing.cut', 2, 31],
    ['an amount that is a formula', spoiled((row) => row.with(52, '=1+1')), 'billing.notAmount', 2, 53],
    ['an amount of three decimals', spoiled((row) => row.with(52, '1.005')), 'billing.notAmount', 2, 53],
    ['an amount too large', spoiled((row) => row.with(52, '99,999,999,999,999.99')), 'billing.tooLargeAmount', 2, 53],
    ['a NUL', spoiled((row) => row.with(11, '2026-03\0-02'), 2), 'billing.nul', 3, 12],
    ['a NUL in quotes', textOf(rows, { quoted: true }).replace('2.1"', '2.1\0"'), 'billing.nul', 1, 1],
    ['a day that is none', spoiled((row) => row.with(11, '2026-02-30')), 'billing.notDate', 2, 12],
    ['a number that a spreadsheet rounded', spoiled((row) => row.with(20, '1.2E+17')), 'billing.rounded', 2, 21],
    ['another amount of the same invoice', spoiled((row) => row.with(10, '21.05')), 'billing.otherAmount', 2, null],
    ['a quote that never ends', `${textOf(rows)}2.1,"x`, 'billing.openQuote', 5, 2],
    ['a stray quote that another one closes', stray('"5 INCH', '"6 INCH'), 'billing.tornQuote', 1, 16],
    ['a stray quote that ends another cell', stray('"5 INCH', '6 INCH"'), 'billing.tornQuote', 1, 16],
    ['cells behind the last column', spoiled((row) => [...row, 'x']), 'billing.tooWide', 2, 251],
    ['every row twice', textOf([...rows, ...rows]), 'billing.doubled', 5, null],
    ['rows of FedEx below', textOf(rows) + textOf([fedexHead()]), 'billing.notVersion', 5, 1],
    ['nothing of a bill', 'name,place\r\nOda,Salem\r\n', 'billing.kind', 1, 1],
    ['bytes of a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]), 'billing.kind', null, null],
    ['nothing', '', 'billing.empty', null, null],
    ['a last row that is cut', textOf(rows).trimEnd().slice(0, -120), 'billing.cut', 4, 130],
  ])('is refused with its place: %s', async (_, content, code, line, column) => {
    await expect(readBytes(content)).rejects.toMatchObject({ code, line, column });
  });

  it('is refused with all of its faults, each row once', async () => {
    const faulty = rows.map((row, at) =>
      at === 1 ? row.with(52, '1.005').with(20, '?') : at === 3 ? row.with(4, '') : row,
    );
    await expect(readBytes(`${textOf([...faulty, ...rows])}2.1,"x`)).rejects.toMatchObject({
      ...{ code: 'billing.notTracking', line: 2, column: 21 },
      also: [
        { code: 'billing.missingDate', line: 4, column: 5 },
        { code: 'billing.openQuote', line: 9, column: 2 },
      ],
    });
  });

  it('is read on for a hundred faults at most', async () => {
    const many = Array.from({ length: 1_200 }, () => (rows[0] as string[]).with(52, '?'));
    const error: unknown = await readBytes(textOf(many)).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'billing.notAmount', line: 1 });
    const { also } = error as { also: { code: string; line: number | null }[] };
    expect(also).toHaveLength(100);
    expect(also.slice(-2)).toMatchObject([{ line: 100 }, { code: 'billing.moreFaults', line: null }]);
  });
});

const ground = fedexRow({
  ...{
    amount: '41.15',
    prefix: '96110190',
    tracking: '794801123456',
    transport: '20.00',
    net: '16.15',
    weight: '7',
    zone: '05',
  },
  charges: [
    ['Fuel Surcharge', '2.15'],
    ['Discount', '-9.00'],
    ['Residential', '3.00'],
  ],
});
const master = fedexRow({
  amount: '41.15',
  master: '794801999999',
  transport: '25.00',
  net: '30.00',
  charges: [['Fuel Surcharge', '5.00']],
});
const child = fedexRow({
  amount: '41.15',
  master: '794801999999',
  tracking: '794801999999',
  net: '',
  sides: ['10', '9', '8'],
});
const credit = fedexRow({
  amount: '41.15',
  tracking: '794801000001',
  net: '-5.00',
  service: '',
  shipDate: '',
  charges: [['Address Correction', '-5.00']],
});

describe('FedEx "All Columns"', () => {
  it('reads pairs by position, masters, packages and credits; its lines come to its rows', async () => {
    const { invoices, lines } = await readBytes(textOf([fedexHead(), ground, master, child, credit]));
    expect(invoices[0]).toMatchObject({ key: 'FEDEX|510087020|912345678|2026-03-09', lines: 8 });
    expect([money(invoices[0]?.sum), money(invoices[0]?.facts.amount)]).toEqual([41.15, 41.15]);
    expect(lines[0]).toMatchObject({
      tracking: '96110190794801123456',
      text: 'Transportation Charge',
      net: 2000n,
      zone: '05',
      row: 2,
    });
    expect(lines.slice(1, 4).map(({ text, net }) => [text, net])).toEqual([
      ['Fuel Surcharge', 215n],
      ['Discount', -900n],
      ['Residential', 300n],
    ]);
    expect(lines[4]).toMatchObject({ tracking: null, leadTracking: '794801999999', net: 2500n });
    expect(lines[6]).toMatchObject({ tracking: '794801999999', net: 0n, chargeClass: 'INF', length: '10' });
    expect(lines[7]).toMatchObject({ shipDate: null, net: -500n, kind: 'ADJ' });
  });

  it.each([1, 50])('reads %i pairs, and columns in any order', async (pairs) => {
    const head = [...fedexHead(pairs)].toReversed().filter((name) => !name.startsWith('Tracking ID Charge'));
    const turned = [
      ...head,
      ...Array.from({ length: pairs }, () => ['Tracking ID Charge Description', 'Tracking ID Charge Amount']).flat(),
    ];
    const charges = Array.from({ length: pairs }, (_, at) => [`Charge ${at}`, '0.10'] as const);
    const net = (1 + pairs / 10).toFixed(2);
    const { invoices, lines } = await readBytes(
      textOf([turned, fedexRow({ tracking: '794801123456', transport: '1.00', net, amount: net, charges }, turned)]),
    );
    expect(lines).toHaveLength(pairs + 1);
    expect(money(invoices[0]?.sum)).toBe(Number(net));
  });

  it('reads pairs whose headings a tool has numbered', async () => {
    const seen = new Map<string, number>();
    const head = fedexHead().map((name) => {
      const times = seen.get(name) ?? 0;
      seen.set(name, times + 1);
      return times === 0 ? name : `${name}.${times}`;
    });
    const { lines } = await readBytes(textOf([head, ground]));
    expect(lines.map(({ text, net }) => [text, net])).toEqual([
      ['Transportation Charge', 2000n],
      ['Fuel Surcharge', 215n],
      ['Discount', -900n],
      ['Residential', 300n],
    ]);
  });

  it('reads its heading below a title', async () => {
    const { invoices } = await readBytes(
      `FedEx Billing Online\r\n\r\n${textOf([fedexHead(), ground, master, child, credit])}`,
    );
    expect(invoices).toMatchObject([{ lines: 8, row: 4 }]);
  });

  it('takes the currency of an invoice from the rows that state it', async () => {
    const head = [...fedexHead(), 'Currency'];
    const of = (...currencies: string[]) =>
      readBytes(textOf([head, ...[ground, master, child].map((row, at) => [...row, currencies[at] ?? ''])]));
    for (const currencies of [
      ['CAD', '', 'CAD'],
      ['', 'CAD', ''],
    ])
      expect((await of(...currencies)).invoices).toMatchObject([{ facts: { currency: 'CAD' } }]);
    await expect(of('', 'CAD', 'USD')).rejects.toMatchObject({ code: 'billing.otherCurrencyOfInvoice', line: 4 });
  });

  it('reads a description without an amount as a charge of nothing, or of all that its row lacks', async () => {
    const of = async (net: string, charges: readonly (readonly [string, string])[], more = {}) => {
      const row = fedexRow({ tracking: '794801123456', transport: '5.00', net, charges, ...more });
      return (await readBytes(textOf([fedexHead(), row], { cut: true }))).lines.map((line) => [line.text, line.net]);
    };
    const freight = ['Transportation Charge', 500n];
    const fuel = ['Fuel Surcharge', '1.00'] as const;
    expect(await of('6.00', [['Residential', ''], fuel, ['Discount', '']])).toEqual([
      freight,
      ['Residential', 0n],
      ['Fuel Surcharge', 100n],
      ['Discount', 0n],
    ]);
    expect(await of('9.25', [['Residential', ''], fuel])).toEqual([
      freight,
      ['Residential', 325n],
      ['Fuel Surcharge', 100n],
    ]);
    expect(await of('9.25', [['Residential', ''], ['Weekday Delivery', ''], fuel])).toEqual([
      freight,
      ['Residential', 0n],
      ['Weekday Delivery', 0n],
      ['Fuel Surcharge', 100n],
      ['Not itemised', 325n],
    ]);
    const group = { master: '794801999999', transport: '' };
    expect(await of('', [['Fuel Surcharge', '']], group)).toEqual([['Fuel Surcharge', 0n]]);
    await expect(of('9.25', [fuel, ['Residential', '']])).rejects.toMatchObject({ code: 'billing.cut', line: 2 });
    await expect(of('', [fuel], group)).rejects.toMatchObject({ code: 'billing.missingAmount', column: 11 });
  });

  it('keeps the net amount of a row whose charges do not come to it', async () => {
    const { lines } = await readBytes(
      textOf([fedexHead(), fedexRow({ tracking: '794801123456', transport: '5.00', net: '6.25' })]),
    );
    expect(lines.map(({ text, net }) => [text, net])).toEqual([
      ['Transportation Charge', 500n],
      ['Not itemised', 125n],
    ]);
  });

  it.each([
    [
      'no net amounts',
      textOf([fedexHead().filter((name) => name !== 'Net Charge Amount'), ground]),
      'billing.noColumn',
      1,
    ],
    ['its heading again', textOf([fedexHead(), ground, fedexHead(), ground]), 'billing.headingAgain', 3],
    [
      'every row twice',
      textOf([fedexHead(), ground, master, child, credit, ground, master, child, credit]),
      'billing.doubled',
      6,
    ],
    ['a shifted row', textOf([fedexHead(), ground.toSpliced(3, 1)]), 'billing.notAmount', 2],
    ['rows of UPS below', textOf([fedexHead(), ground, ...rows]), 'billing.tooWide', 3],
  ])('is refused with %s', async (_, content, code, line) => {
    await expect(readBytes(content)).rejects.toMatchObject({ code, line });
  });
});

describe('whatever the lines are', () => {
  const charge = fc.record({
    cents: fc.integer({ min: -5_000_000, max: 5_000_000 }),
    tracking: fc.option(
      fc.integer({ min: 1, max: 999_999 }).map((n) => `1ZA1B23403${String(n).padStart(8, '0')}`),
      { nil: undefined },
    ),
    text: fc.string({ maxLength: 20 }),
    number: fc.integer({ min: 1, max: 3 }).map((n) => `000000${n}`),
  });

  it('their sum is kept to the cent, in any order and any writing', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(charge, { minLength: 1, maxLength: 30 }),
        fc.constantFrom({}, { separator: ';' }, { cut: true }, { quoted: true }),
        async (charges, writing) => {
          const made = charges.map(({ cents, tracking: no, text, number }, at) =>
            upsRow({
              net: (cents / 100).toFixed(2),
              text,
              number,
              amount: '1.00',
              zone: String(at),
              ...(no ? { tracking: no } : {}),
            }),
          );
          const [one, two] = [
            await readBytes(textOf(made, writing)),
            await readBytes(textOf(made.toReversed(), writing)),
          ];
          const sum = one.invoices.reduce((total, invoice) => total + invoice.sum, 0n);
          expect(sum).toBe(BigInt(charges.reduce((total, { cents }) => total + cents, 0)));
          const plain = ({ invoices }: typeof one) =>
            invoices.map(({ key, content, lines }) => [key, content, lines]).toSorted();
          expect(plain(two)).toEqual(plain(one));
        },
      ),
      { numRuns: 12 },
    );
  }, 60_000);
});

describe('figures and days', () => {
  it.each([
    ['1,234.50', '.', 123450n],
    ['1.234,50', ',', 123450n],
    ['(12.00)', '.', -1200n],
    ['12.00-', '.', -1200n],
    ['\u221212.5', '.', -1250n],
    ['-$5', '.', -500n],
    ['1 234,5', ',', 123450n],
    ['.5', '.', 50n],
    ['12,34.5', '.', null],
    ['1.2.3', '.', null],
    ['--5', '.', null],
    ['1e3', '.', null],
    ['0x10', '.', null],
    ['999999999999', '.', null],
  ] as const)('%s is read exactly', (text, decimal, cents) => {
    expect(readCents(text, decimal)).toBe(cents);
  });

  it('keeps the measures and knows the forms of days', () => {
    expect(readNumber('10.500', '.')).toBe('10.5');
    const forms = ['2026-03-07', '20260307', '2026/3/7', '07-Mar-2026', 'March 7, 2026', '2026-03-07 00:00:00'];
    expect(forms.map((form) => readDay(form, 'dayFirst'))).toEqual(forms.map(() => '2026-03-07'));
    expect([
      readDay('07.03.26', 'dayFirst'),
      readDay('03/07/2026', 'monthFirst'),
      readDay('13/13/2026', 'dayFirst'),
    ]).toEqual(['2026-03-07', '2026-03-07', null]);
  });
});
