import type { ExpressionType, Scope } from './expression.ts';
import type { TermType } from './term.ts';

type Fields = Readonly<Record<string, TermType>>;

export const stringType: TermType = { kind: 'string' };
export const intType: TermType = { kind: 'int' };
export const decimalType: TermType = { kind: 'decimal' };
export const boolType: TermType = { kind: 'bool' };
export const nullType: TermType = { kind: 'null' };
export const dynType: TermType = { kind: 'dyn' };

/** The facts of the actor, as every expression may read them. */
export const actorType: TermType = {
  kind: 'record',
  fields: {
    id: stringType,
    type: stringType,
    member: stringType,
    org: stringType,
    roles: { kind: 'list', of: stringType },
  },
};

/** The record's fields: a `lines` field is a list of records, any other list one of texts (options, ids). */
export const recordFields = (scope: Scope): Fields =>
  mapValues(scope.fields, (type, name) => fieldType(type, scope.lines?.[name]));

/** Fields of which none is a list of lines: those of a dialog, or of the record that refers. */
export const plainFields = (fields: Readonly<Record<string, ExpressionType>>): Fields =>
  mapValues(fields, (type) => fieldType(type, undefined));

/** The common type of two branches or elements, or null if they have none. Null takes the other's type. */
export function unify(left: TermType, right: TermType): TermType | null {
  if (left === right || right.kind === 'null') return left;
  if (left.kind === 'null') return right;
  if (left.kind === 'dyn' || right.kind === 'dyn') return dynType;
  if (isNumeric(left) && isNumeric(right)) return left.kind === right.kind ? left : decimalType;
  if (left.kind === 'list' && right.kind === 'list') {
    const of = unify(left.of, right.of);
    return of && { kind: 'list', of };
  }
  return left.kind === right.kind && left.kind !== 'record' ? left : null;
}

export const isNumeric = (type: TermType): boolean => type.kind === 'int' || type.kind === 'decimal';

/** The type as a field type. */
export function publicType(type: TermType): ExpressionType {
  if (type.kind === 'record') return 'map';
  return type.kind === 'null' ? 'dyn' : type.kind;
}

function fieldType(type: ExpressionType, line: Readonly<Record<string, ExpressionType>> | undefined): TermType {
  if (type !== 'list') return { kind: type };
  if (!line) return { kind: 'list', of: stringType };
  return { kind: 'list', of: { kind: 'record', fields: mapValues(line, (inner) => fieldType(inner, undefined)) } };
}

function mapValues<A, B>(
  record: Readonly<Record<string, A>>,
  change: (value: A, name: string) => B,
): Record<string, B> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));
}
