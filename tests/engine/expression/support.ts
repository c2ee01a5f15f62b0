import { compileExpression } from '../../../engine/core/expression/compile-expression.ts';
import type { Bindings, Expression, Scope, SqlPiece } from '../../../engine/core/expression/expression.ts';

/** A record of everything that expressions can meet. */
export const scope: Scope = {
  fields: {
    name: 'string',
    city: 'string',
    day: 'string',
    amount: 'decimal',
    rate: 'decimal',
    count: 'int',
    quantity: 'int',
    active: 'bool',
    paid: 'bool',
    tags: 'list',
    rows: 'list',
    address: 'map',
    extra: 'dyn',
  },
  lines: { rows: { weight: 'decimal', pieces: 'int', label: 'string', marks: 'list' } },
  input: { reason: 'string', sum: 'decimal' },
  old: true,
  referrer: { owner: 'string', limit: 'decimal', level: 'int', strict: 'bool', gone: 'decimal' },
};

export const bind = (record: Record<string, unknown> = {}, more: Partial<Bindings> = {}): Bindings => ({
  record,
  actor: { id: 'u1', type: 'staff', member: null, org: 'o1', roles: ['clerk', 'finance'] },
  now: '2026-03-01 10:20:30',
  today: '2026-03-01',
  ...more,
});

export function compiled(text: string, within: Scope = scope): Expression {
  const outcome = compileExpression(text, within);
  if (!outcome.ok) throw new Error(`${text}: ${JSON.stringify(outcome.issues)}`);
  return outcome.value;
}

/** SQL text with numbered parameters, as a caller of `expressionToSql` makes it. */
export function numbered(pieces: readonly SqlPiece[], bindings: Bindings, values: unknown[] = []) {
  const text = pieces.map((piece) => {
    if (typeof piece === 'string') return piece;
    if ('value' in piece) return `$${values.push(piece.value)}::${piece.type}`;
    if ('actor' in piece) return `$${values.push(bindings.actor[piece.actor])}`;
    return `$${values.push('clock' in piece ? bindings[piece.clock] : bindings.referrer?.[piece.referrer])}`;
  });
  return { text: text.join(''), values };
}
