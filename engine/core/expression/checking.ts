import type { ASTNode } from '@marcbachmann/cel-js';
import { issue, type Issue } from '../meta/issue.ts';
import { dynType, isNumeric } from './term-type.ts';
import type { Term } from './term.ts';

/** What a part of an expression is checked against, and where its issues go. */
export interface Checking {
  readonly names: ReadonlyMap<string, (position: number) => Term>;
  readonly issues: Issue[];
  /** How many loops are around. */
  readonly loops: number;
  /** The check of any part, passed down because the checks of calls are in a lower file. */
  readonly check: (node: ASTNode, checking: Checking) => Term;
}

/** The term itself, with an issue if its type is not the expected one; a value of unknown type passes. */
export function expect(term: Term, expected: 'bool' | 'int' | 'number' | 'list', { issues }: Checking): Term {
  const { kind } = term.type;
  const fits = kind === expected || kind === 'dyn' || (expected === 'number' && isNumeric(term.type));
  if (!fits) issues.push(issue('expression.type', '', { expected, found: kind, position: term.position }));
  return term;
}

/** Reports an issue and returns a placeholder for the part without a type. */
export function refuse(
  { issues }: Checking,
  code: 'syntax' | 'unknownName' | 'type' | 'tooLarge',
  params: { readonly position: number } & Readonly<Record<string, unknown>>,
): Term {
  issues.push(issue(`expression.${code}`, '', params));
  return { op: 'literal', value: null, type: dynType, position: params.position };
}
