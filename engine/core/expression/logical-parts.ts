import type { ASTNode } from '@marcbachmann/cel-js';
import { parseExpression, textOfNode } from './parse-expression.ts';

/** A condition split at "and", "or" and "not"; `test` is a leaf. */
export interface LogicalPart {
  readonly op: 'and' | 'or' | 'not' | 'test';
  /** As it was written. */
  readonly text: string;
  readonly parts: readonly LogicalPart[];
}

/** The parts of a text, chains of the same word flat; null where it cannot be read. */
export function logicalParts(text: string): LogicalPart | null {
  const parsed = parseExpression(text);
  return 'code' in parsed ? null : partOf(parsed.ast);
}

function partOf(node: ASTNode): LogicalPart {
  const text = textOfNode(node);
  switch (node.op) {
    case '&&':
    case '||':
      return {
        op: node.op === '&&' ? 'and' : 'or',
        text,
        parts: chain(node, node.op).map(partOf),
      };
    case '!_':
      return { op: 'not', text, parts: [partOf(node.args)] };
    default:
      return { op: 'test', text, parts: [] };
  }
}

const chain = (node: ASTNode, op: '&&' | '||'): ASTNode[] =>
  node.op === op ? (node.args as [ASTNode, ASTNode]).flatMap((inner) => chain(inner, op)) : [node];
