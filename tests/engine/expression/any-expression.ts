import fc from 'fast-check';

/** The columns of a record in SQL. Texts sort as in English, so that a missing collation would show. */
export const columns: Record<string, string> = {
  name: 'text COLLATE "en-US-x-icu"',
  city: 'text COLLATE "en-US-x-icu"',
  day: 'text',
  amount: 'numeric',
  rate: 'numeric',
  count: 'integer',
  quantity: 'bigint',
  active: 'boolean',
  paid: 'boolean',
  tags: 'text[]',
};

// Few values, so that equal ones meet; case, accents, LIKE's own signs, blanks and signs beyond the first plane.
const text = fc.oneof(
  fc.constantFrom(
    '',
    'a',
    'A',
    'b',
    'B',
    'ab',
    'aB',
    'é',
    'ß',
    'Z',
    '%',
    '_',
    'a%',
    'a_b',
    '\\',
    "'",
    ' a ',
    '\u3000',
    '\uffff',
    '😀',
  ),
  fc.string({ unit: fc.constantFrom('a', 'A', 'b', '%', '_', '\\', 'é', ' ', '😀', '-'), maxLength: 4 }),
);
const whole = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.integer());
const exact = fc.oneof(
  fc.constantFrom('0', '0.5', '-0.5', '1', '2.5', '0.1', '0.3', '1000000', '999999999999999', '0.000000000000001'),
  fc
    .tuple(fc.integer({ min: -99_999, max: 99_999 }), fc.nat(4))
    .map(([digits, scale]) => (digits / 10 ** scale).toFixed(scale)),
);
const day = fc.constantFrom('2026-02-28', '2026-03-01', '2026-03-01 10:20:30', '2026-03-02');
const empty = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 4 });

export const anyRecord: fc.Arbitrary<Record<string, unknown>> = fc.record({
  name: empty(text),
  city: empty(text),
  day: empty(day),
  amount: empty(exact.map(Number)),
  rate: empty(exact.map(Number)),
  count: empty(whole),
  quantity: empty(whole),
  active: empty(fc.boolean()),
  paid: empty(fc.boolean()),
});

const quoted = (value: string): string => `'${value.replace(/['\\]/g, '\\$&')}'`;
const signed = (value: string): string => (value.startsWith('-') ? `(${value})` : value);

/** Well-typed expressions with an SQL reading, of every kind of part that has one. */
export const anyExpression: fc.Arbitrary<string> = fc.letrec<
  Record<'bool' | 'text' | 'int' | 'decimal' | 'number', string>
>((part) => {
  const write = (...parts: (string | fc.Arbitrary<string>)[]): fc.Arbitrary<string> =>
    fc.tuple(...parts.map((one) => (typeof one === 'string' ? fc.constant(one) : one))).map((texts) => texts.join(''));
  // One depth for all kinds of parts; at the deepest, the first alternative is taken.
  const deep = { maxDepth: 4, depthSize: 'small', depthIdentifier: 'part' } as const;
  const order = fc.constantFrom(' == ', ' != ', ' < ', ' <= ', ' > ', ' >= ');
  const literalList = (item: fc.Arbitrary<string>) =>
    fc
      .array(fc.oneof({ weight: 5, arbitrary: item }, fc.constant('null')), { maxLength: 4 })
      .map((items) => `[${items.join(', ')}]`);
  const choose = (value: fc.Arbitrary<string>) =>
    fc.oneof(
      { weight: 4, arbitrary: write('(', part('bool'), ' ? ', value, ' : ', value, ')') },
      write('(', part('bool'), ' ? ', value, ' : null)'),
    );
  const textLiteral = text.map(quoted);
  return {
    bool: fc.oneof(
      deep,
      fc.constantFrom('active', 'paid', 'true', 'false', 'record.strict'),
      write('(', part('number'), order, part('number'), ')'),
      write('(', part('text'), order, part('text'), ')'),
      write('(', part('bool'), fc.constantFrom(' == ', ' != '), part('bool'), ')'),
      write('(', part('bool'), fc.constantFrom(' && ', ' || '), part('bool'), ')'),
      write('!', part('bool')),
      write('(', fc.oneof(part('bool'), part('text'), part('number')), fc.constantFrom(' == ', ' != '), 'null)'),
      write('(', part('text'), ' in ', literalList(part('text')), ')'),
      write('(', part('number'), ' in ', literalList(part('number')), ')'),
      write('(', part('text'), ' in actor.roles)'),
      write(
        part('text'),
        fc.constantFrom('.startsWith(', '.endsWith(', '.contains('),
        fc.oneof(textLiteral, part('text')),
        ')',
      ),
      choose(part('bool')),
    ),
    text: fc.oneof(
      deep,
      fc.oneof(
        fc.constantFrom('name', 'city', 'day', 'now', 'today', 'actor.id', 'actor.member', 'record.owner'),
        textLiteral,
      ),
      write(part('text'), fc.constantFrom('.lower()', '.upper()', '.trim()')),
      write('(', part('text'), ' + ', part('text'), ')'),
      choose(part('text')),
    ),
    int: fc.oneof(
      deep,
      fc.oneof(
        fc.constantFrom('count', 'quantity', 'record.level'),
        whole.map((value) => signed(String(value))),
      ),
      write('size(', part('text'), ')'),
      write('(', part('int'), fc.constantFrom(' + ', ' - ', ' * ', ' / ', ' % '), part('int'), ')'),
      write('(-', part('int'), ')'),
      choose(part('int')),
    ),
    decimal: fc.oneof(
      deep,
      fc.oneof(
        fc.constantFrom('amount', 'rate', 'record.limit'),
        exact.map((value) => signed(value.includes('.') ? value : `${value}.0`)),
      ),
      write('(', part('decimal'), fc.constantFrom(' + ', ' - ', ' * ', ' / '), part('number'), ')'),
      write('(', part('int'), fc.constantFrom(' + ', ' - ', ' * ', ' / '), part('decimal'), ')'),
      write('(-', part('decimal'), ')'),
      write('round(', part('number'), ', ', fc.nat(20).map(String), ')'),
      choose(part('number')),
    ),
    number: fc.oneof(part('int'), part('decimal')),
  };
}).bool;
