import { describe, expect, it } from 'vitest';
import { pluralOf } from '../../designer/document/names.ts';
import { pairsIn } from '../../designer/document/word-pairs.ts';
import { wordFiles } from '../../designer/document/word-files.ts';
import { findReferences } from '../../designer/sheet/find-references.ts';
import { dayOrderOf, guessColumns, importText, openQuestion, retyped } from '../../designer/sheet/guess.ts';
import { sheetLimits, sheetOfFile, sheetOfText, UnreadableSheet } from '../../designer/sheet/read-sheet.ts';
import {
  csvOf,
  fieldNames,
  importTable,
  namesOf,
  sheetDocument,
  type NamedColumn,
  type Naming,
  type SheetEntity,
} from '../../designer/sheet/sheet-document.ts';
import { dayOf, momentOf, numberOf } from '../../designer/sheet/sheet-values.ts';
import { startedFrom, templates } from '../../designer/sheet/templates.tsx';
import { mappingOf } from '../../designer/sheet/use-waiting-rows.ts';
import { checkDocument, entityWordKeys, lintDocument, wordAt } from '../../engine/core/index.ts';

const none: Naming = { first: 'en-US', pair: () => '' };
const both = (zh: string, en: string) => ({ 'zh-CN': zh, 'en-US': en });
const entity = (naming: Naming = none): SheetEntity => ({
  ...naming,
  entity: 'insurance-claim',
  path: 'InsuranceClaim',
  names: both('', 'Insurance claim'),
  plurals: both('', 'Insurance claims'),
  section: both('基本信息', 'Basics'),
  number: both('编号', 'Number'),
  roles: ['clerk'],
});
const named = (text: string, naming: Naming = none) => {
  const sheet = sheetOfText(text);
  const columns = guessColumns(sheet).map((column): NamedColumn => ({
    ...column,
    names: namesOf(column.head, naming),
  }));
  return { sheet, columns };
};
const typeOf = (head: string, ...cells: string[]) =>
  guessColumns({ heads: [head], rows: cells.map((cell) => [cell]) })[0]?.type;

describe('a pasted table or a file', () => {
  it.each([
    ['tabs', 'a\tb\n1\t"x\ny"'],
    ['commas', '\ufeffa,b\r\n1,"x\ny"\r\n'],
    ['semicolons', 'a;b\n1;"x\ny"\n\n;;\n'],
  ])('is read by its %s, without what is empty', (_, text) => {
    expect(sheetOfText(text)).toEqual({ heads: ['a', 'b'], rows: [['1', 'x\ny']] });
  });

  it('keeps quotes, and cells beyond the heads', () => {
    expect(sheetOfText('a,b\n"say ""no""",2,3')).toEqual({ heads: ['a', 'b', ''], rows: [['say "no"', '2', '3']] });
  });

  it('is refused with a message where it is none', async () => {
    expect(() => sheetOfText('  \n ')).toThrow(new UnreadableSheet('empty'));
    expect(() => sheetOfText('a\tb')).toThrow(new UnreadableSheet('oneRow'));
    expect(() => sheetOfText(`a\n${'1\n'.repeat(sheetLimits.rows + 1)}`)).toThrow(
      new UnreadableSheet('tooManyRows', { max: sheetLimits.rows }),
    );
    expect(() => sheetOfText(`${'a,'.repeat(101)}a\n${'1,'.repeat(101)}1`)).toThrow(
      new UnreadableSheet('tooManyColumns', { max: sheetLimits.columns }),
    );
    await expect(sheetOfFile(new Blob(['PK\u0003\u0004 no workbook']))).rejects.toThrow(
      new UnreadableSheet('unreadable'),
    );
  });

  it('is read in the encoding that Chinese spreadsheets write', async () => {
    const gb = new Uint8Array([0xbd, 0xf0, 0xb6, 0xee, 0x0a, 0x31]);
    expect(await sheetOfFile(new Blob([gb]))).toEqual({ heads: ['金额'], rows: [['1']] });
  });
});

describe('the type of a column', () => {
  it.each([
    ['text', 'Claim', ['Crushed lamp', 'Lost box', 'Late']],
    ['longText', 'Note', ['x'.repeat(201), 'a']],
    ['integer', 'Boxes', ['1', '2', '1,200']],
    ['decimal', 'Weight', ['1.5', '2', '3.125']],
    ['money', 'Sum', ['$1,200.50', '$80', '-']],
    ['money', '索赔金额', ['120', '33.1', '80']],
    ['percent', 'Share', ['12%', '5.5%']],
    ['date', 'Day', ['2026-03-14', '2026/3/5', '2026年3月5日']],
    ['datetime', 'At', ['2026-03-14 10:20', '3/25/2026 1:05 PM']],
    ['boolean', 'Photos', ['yes', 'no', 'Yes']],
    ['boolean', '是否赔付', ['1', '0']],
    ['choice', 'Cause', ['lost', 'late', 'lost', 'late', 'lost']],
    ['email', 'Mail', ['ann@example.com', 'bob@example.com']],
    ['phone', '电话', ['13800138000', '021-5555 1234']],
    ['phone', 'Reach', ['+1 212 555 0123', '+44 20 7946 0000']],
    ['url', 'Page', ['https://example.com/a', 'https://example.com']],
    // What only looks like a number, or like a formula, is text.
    ['text', 'Postal code', ['01234', '90210']],
    ['text', 'Invoice no.', ['10021', '10022']],
    ['text', 'Long', ['1234567890123456', '1']],
    ['text', 'Formula', ['=SUM(A1:A3)', '=1+1', '@cmd']],
    ['text', 'Same formula', ['=1+1', '=1+1', '=1+1', '=1+1']],
    ['text', 'Mixed', ['1', 'two', '2026-01-01', 'x@y.zz']],
    ['text', 'Empty', ['', '']],
    ['text', 'Order', ['2026-001', '2026-002', '2026-003']],
    ['integer', 'Count', ['20260101', '20260102']],
  ])('is %s for %s', (type, head, cells) => {
    expect(typeOf(head, ...cells)).toBe(type);
  });

  it('bears one slip in twenty, which stays as it is', () => {
    const cells = [...Array.from({ length: 19 }, (_, at) => String(at + 0.5)), 'n.n.'];
    const [column] = guessColumns({ heads: ['Size'], rows: cells.map((cell) => [cell]) });
    expect(column?.type).toBe('decimal');
    expect(column && importText('n.n.', column)).toBeNull();
    expect(typeOf('Size', ...cells, 'also none')).toBe('text');
  });

  it('asks for the order of days where only their author knows it', () => {
    expect(dayOrderOf(['03/04/2026', '05/06/2026'])).toEqual({ order: null, isOpen: true });
    expect(dayOrderOf(['03/04/2026', '25/06/2026'])).toEqual({ order: 'dayFirst', isOpen: false });
    expect(dayOrderOf(['03/04/2026', '06/25/2026'])).toEqual({ order: 'monthFirst', isOpen: false });
    expect(dayOrderOf(['13/04/2026', '06/25/2026'])).toEqual({ order: null, isOpen: true });
    const [column] = guessColumns({ heads: ['On'], rows: [['03/04/2026'], ['05/06/2026']] });
    expect(column && openQuestion(column)).toBe('order');
    expect(column && importText('03/04/2026', { ...column, order: 'dayFirst' })).toBe('2026-04-03');
    expect(column && importText('03/04/2026', { ...column, order: 'monthFirst' })).toBe('2026-03-04');
  });

  it('asks for the currency of money that shows none', () => {
    const sheet = { heads: ['Amount'], rows: [['1.5'], ['2']] };
    const [column] = guessColumns(sheet);
    expect(column && openQuestion(column)).toBe('currency');
    expect(column && openQuestion(retyped(sheet, column, 'decimal'))).toBeNull();
  });

  it.each([
    ['31.12.2026', '2026-12-31'],
    ['5 Jan 2026', '2026-01-05'],
    ['Jan 5, 2026', '2026-01-05'],
    ['5-Jan-26', '2026-01-05'],
    ['2026年1月5日', '2026-01-05'],
    ['31.02.2026', null],
    ['2026-13-01', null],
    ['Mayor 5 2026', null],
  ])('reads %s as a day', (text, day) => {
    expect(dayOf(text, null).day).toBe(text === 'Mayor 5 2026' ? '2026-05-05' : day);
  });

  it.each([
    ['2026-03-14 9:05', '2026-03-14 09:05:00'],
    ['2026/3/14 下午 1:05', '2026-03-14 13:05:00'],
    ['3/14/2026 12:00 AM', '2026-03-14 00:00:00'],
    ['2026-03-14T10:00:00Z', '2026-03-14T10:00:00Z'],
    ['2026-03-14 25:00', null],
  ])('reads %s as a moment', (text, moment) => {
    expect(momentOf(text, null).moment).toBe(moment);
  });

  it.each([
    ['1,234,567.89', '.', '1234567.89'],
    ['1.234.567,89', ',', '1234567.89'],
    ['(12.50)', '.', '-12.50'],
    ['¥ 3,000', '.', '3000'],
    ['3,000元', '.', '3000'],
    ['1,23', '.', null],
    ['1.2.3', '.', null],
    ['12 345,6', ',', '12345.6'],
    ['abc', '.', null],
    ['-', '.', null],
  ] as const)('reads %s as a number', (text, point, value) => {
    expect(numberOf(text, point)?.text ?? null).toBe(value);
  });
});

describe('references', () => {
  const sheet = {
    heads: ['Customer', 'Note'],
    rows: [
      ['Acme', 'a'],
      ['Bolt', 'b'],
      ['Acme', 'c'],
    ],
  };
  const targets = [{ entity: 'customer', path: 'Customer', name: 'Customer' }];
  const found = (text: string) => [
    { entity: 'customer', path: 'Customer', name: 'Customer', rows: [{ id: text, title: text, exact: true }] },
  ];
  const look = (search: (text: string) => Promise<ReturnType<typeof found>>) =>
    findReferences({ search }, { sheet, columns: guessColumns(sheet), targets }, new AbortController().signal);

  it('are found where every looked-up value is the title of a record', async () => {
    const known = await look(async (text) => (/Acme|Bolt/.test(text) ? found(text) : []));
    expect([...known]).toEqual([[0, 'customer']]);
  });

  it('are not found where each row has its own value, which names the row, unless the head says so', async () => {
    const own = {
      heads: ['Claim', 'Customer'],
      rows: [
        ['Acme', 'Acme'],
        ['Bolt', 'Bolt'],
      ],
    };
    const known = await findReferences(
      { search: async (text) => found(text) },
      { sheet: own, columns: guessColumns(own), targets },
      new AbortController().signal,
    );
    expect([...known]).toEqual([[1, 'customer']]);
  });

  it('are not found if a value has no record, or the search fails', async () => {
    expect([...(await look(async (text) => (text === 'Acme' ? found(text) : [])))]).toEqual([]);
    expect([...(await look(() => Promise.reject(new Error('offline'))))]).toEqual([]);
  });
});

describe('the entity of a sheet', () => {
  const text = [
    'Claim\tAmount\tAmount\t\tStatus\tCause',
    'Crushed lamp\t$12.50\t1\tx\tid\tlost',
    'Lost box\t$3\t2\ty\tid2\tlost',
    'Late\t$4\t3\tz\tid3\tlate',
    'Torn\t$4\t3\tz\tid4\tlate',
  ].join('\n');

  it('compiles, whatever its heads are called', () => {
    const { sheet, columns } = named(text);
    const { document, fields } = sheetDocument(sheet, columns, entity());
    expect(checkDocument(document)).toEqual([]);
    expect([...fields.values()]).toEqual(['claim', 'amount', 'amount2', 'field1', 'statusField', 'cause']);
    expect(document.meta.title).toBe('claim');
    expect(document.meta.list.columns).toContain('cause');
    expect(document.meta.form?.['basic']?.flat().toSorted()).toEqual([...fields.values()].toSorted());
    expect(document.meta.access['clerk']).toEqual({ codes: ['read', 'add', 'edit', 'import', 'export'] });
  });

  it('takes what is left out out of the fields and of the rows', () => {
    const { sheet, columns } = named(text);
    const some = columns.map((column) => ({ ...column, isSkipped: column.at === 2 }));
    const { document, fields } = sheetDocument(sheet, some, entity());
    const table = importTable(sheet, some, { fields, naming: none });
    expect(checkDocument(document)).toEqual([]);
    expect(table.heads).not.toContain('amount2');
    expect(table.rows[0]).toEqual(['Crushed lamp', '12.50', 'x', 'id', 'lost']);
  });

  it('numbers its records where no column can name them', () => {
    const { sheet, columns } = named('Amount\tOn\n$1\t2026-01-01\n$2\t2026-01-02');
    const { document } = sheetDocument(sheet, columns, entity());
    expect(checkDocument(document)).toEqual([]);
    expect(document.meta.fields[document.meta.title]?.type).toBe('sequence');
  });

  it('has code names for Chinese heads and values, by the words of the product where it has them', () => {
    const pair = pairsIn(wordFiles);
    const naming: Naming = { first: 'zh-CN', pair };
    const { sheet, columns } = named(
      '客户\t索赔说明\t类别\n张三\t破了\t退货甲\n李四\t丢了\t退货乙\n王五\t晚了\t退货甲\n赵六\t晚了\t退货乙',
      naming,
    );
    const { document, fields } = sheetDocument(sheet, columns, entity(naming));
    expect(checkDocument(document)).toEqual([]);
    expect([...fields.values()][0]).toBe('customer');
    expect([...fields.values()][1]).toBe('field1');
    expect(wordAt(document.texts['en-US'], 'fields.customer')).toBe('Customer');
    expect(wordAt(document.texts['zh-CN'], 'fields.field1')).toBe('索赔说明');
    expect(document.meta.fields[fields.get(2) ?? '']?.options).toEqual(['value1', 'value2']);
    expect(importTable(sheet, columns, { fields, naming }).rows[0]?.[2]).toBe('value1');
    expect(lintDocument(document).filter(({ path }) => path.startsWith('texts.zh-CN.fields'))).toEqual([]);
  });

  it('reads 5,000 rows of twenty columns without a pause that people feel', () => {
    const row = (at: number) =>
      Array.from({ length: 20 }, (_, column) => (column % 2 ? `$${at}.50` : `2026-01-${(at % 28) + 1}`));
    const { sheet, columns } = named(
      [Array.from({ length: 20 }, (_, at) => `C${at}`), ...Array.from({ length: 5000 }, (_, at) => row(at))]
        .map((cells) => cells.join('\t'))
        .join('\n'),
    );
    const { fields } = sheetDocument(sheet, columns, entity());
    expect(importTable(sheet, columns, { fields, naming: none }).rows).toHaveLength(5000);
  });

  it('gives each column one field, by any names', () => {
    const { columns } = named('id\tversion\tsort\tconstructor\t123\t!!\n1\t2\t3\t4\t5\t6');
    expect(new Set(fieldNames(columns).values()).size).toBe(6);
    const { sheet, columns: same } = named('id\tversion\tsort\tconstructor\t123\t!!\na\tb\tc\td\te\tf');
    expect(checkDocument(sheetDocument(sheet, same, entity()).document)).toEqual([]);
  });
});

it('finds the field of a head that was renamed before the publish', () => {
  const { sheet, columns } = named('Claim\tNote\na\tb');
  const { meta } = sheetDocument(sheet, columns, entity()).document;
  const { note = { type: 'text' } as const, ...fields } = meta.fields;
  const renamed = { ...meta, fields: { ...fields, remark: { ...note, id: 'note' } } };
  expect(mappingOf(['claim', 'note', 'gone'], renamed)).toEqual(['claim', 'remark', null]);
});

it('writes what an import reads', () => {
  expect(
    csvOf([
      ['a', 'b'],
      ['1,2', 'say "no"\nnow'],
    ]),
  ).toBe('a,b\r\n"1,2","say ""no""\nnow"');
  expect([pluralOf('Claim'), pluralOf('Policy'), pluralOf('Box'), pluralOf('理赔')]).toEqual([
    'Claims',
    'Policies',
    'Boxes',
    '理赔',
  ]);
});

describe('what the product calls things', () => {
  const pair = pairsIn(wordFiles);

  it('is found from either language, without brackets and capitals', () => {
    expect(pair('Customer', 'en-US')).toBe('客户');
    expect(pair('customer (required)', 'en-US')).toBe('客户');
    expect(pair('客户：', 'zh-CN')).toBe('Customer');
    expect(pair('nothing of the kind', 'en-US')).toBe('');
    // A part of a sentence in brackets is no name: nothing typed is nothing suggested.
    expect([pair('', 'en-US'), pair('', 'zh-CN')]).toEqual(['', '']);
  });
});

describe.each(templates)('the template $document.meta.entity', ({ document, notes }) => {
  it('is whole in both languages, and nothing stands against it', () => {
    expect(checkDocument(document)).toEqual([]);
    expect(lintDocument(document).filter(({ severity }) => severity === 'problem')).toEqual([]);
    expect(Object.keys(notes).toSorted()).toEqual(['en-US', 'zh-CN']);
    const { needed } = entityWordKeys(document.meta);
    for (const words of Object.values(document.texts))
      for (const key of needed) expect(wordAt(words, key), key).not.toBe('');
  });

  it('takes names that are free, and the currency of the tenant', () => {
    const taken = [{ entity: document.meta.entity, path: document.meta.path }];
    const { meta } = startedFrom({ document, notes }, taken, 'CNY');
    expect([meta.entity, meta.path]).toEqual([`${document.meta.entity}2`, `${document.meta.path}2`]);
    expect(
      Object.values(meta.fields)
        .flatMap(({ currency }) => currency ?? [])
        .every((each) => each === 'CNY'),
    ).toBe(true);
  });
});
