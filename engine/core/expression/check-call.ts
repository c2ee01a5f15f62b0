import type { ASTNode } from '@marcbachmann/cel-js';
import { expect, refuse, type Checking } from './checking.ts';
import { compilePattern, expressionFunctions } from './functions.ts';
import { boolType, dynType, isNumeric } from './term-type.ts';
import type { Loop, Parameter, Term, TermType } from './term.ts';

export interface CallNode {
  name: string;
  /** What stands before the dot, null for `name(...)`. */
  receiver: ASTNode | null;
  args: readonly ASTNode[];
  position: number;
}

/** Loops inside loops; more would let a short text compute for hours. */
const maxLoopDepth = 2;

const loops: readonly string[] = ['all', 'exists', 'exists_one', 'filter', 'map'] satisfies Loop[];

/** The typed term of a function, a method or a loop over a list. */
export function checkCall(call: CallNode, checking: Checking): Term {
  const { name, receiver, position } = call;
  if (receiver && isLoop(name)) return checkLoop(name, { receiver, call }, checking);
  const form = receiver ? 'method' : 'global';
  const candidates = expressionFunctions.filter((one) => one.name === name && one.form === form);
  if (candidates.length === 0) return refuse(checking, 'unknownName', { name, position });

  const args = [...(receiver ? [receiver] : []), ...call.args].map((node) => checking.check(node, checking));
  const types = args.map((arg) => arg.type);
  for (const called of candidates) {
    if (called.takes.length !== args.length || !called.takes.every((taken, at) => accepts(taken, args[at]))) continue;
    const type = called.returns(types);
    if (!type) continue;
    const pattern = args[called.takes.indexOf('pattern')];
    if (pattern?.op === 'literal' && typeof pattern.value === 'string' && !compilePattern(pattern.value)) {
      return refuse(checking, 'syntax', { position: pattern.position });
    }
    return { op: 'call', called, args, type, position };
  }
  return refuse(checking, 'type', {
    name,
    expected: candidates.map((one) => one.takes.join(', ')).join(' | '),
    found: types.map((type) => type.kind).join(', '),
    position,
  });
}

function checkLoop(
  loop: Loop,
  { receiver, call: { args, position } }: { receiver: ASTNode; call: CallNode },
  checking: Checking,
): Term {
  const over = expect(checking.check(receiver, checking), 'list', checking);
  const [variable, second, third] = args;
  if (variable?.op !== 'id' || !second || args.length > (loop === 'map' ? 3 : 2)) {
    return refuse(checking, 'syntax', { position });
  }
  if (checking.loops >= maxLoopDepth) return refuse(checking, 'tooLarge', { max: maxLoopDepth, position });
  const name = variable.args;
  const type = over.type.kind === 'list' ? over.type.of : dynType;
  const local = (at: number): Term => ({ op: 'local', name, type, position: at });
  const inner: Checking = {
    ...checking,
    names: new Map([...checking.names, [name, local]]),
    loops: checking.loops + 1,
  };

  const terms = { loop, over, variable: name, position };
  const first = checking.check(second, inner);
  if (loop === 'map') {
    const body = third ? checking.check(third, inner) : first;
    const only = third ? expect(first, 'bool', checking) : null;
    return { op: 'loop', ...terms, only, body, type: { kind: 'list', of: body.type } };
  }
  const body = expect(first, 'bool', checking);
  return { op: 'loop', ...terms, only: null, body, type: loop === 'filter' ? { kind: 'list', of: type } : boolType };
}

const isLoop = (name: string): name is Loop => loops.includes(name);

function accepts(taken: Parameter, arg: Term | undefined): boolean {
  if (!arg) return false;
  const { type } = arg;
  const ordered = (one: TermType): boolean => isNumeric(one) || one.kind === 'string' || one.kind === 'dyn';
  switch (taken) {
    case 'string':
    case 'pattern':
      return type.kind === 'string' || type.kind === 'dyn';
    case 'number':
      return isNumeric(type) || type.kind === 'dyn';
    case 'places':
      return arg.op === 'literal' && typeof arg.value === 'bigint' && arg.value <= 20n;
    case 'ordered':
      return ordered(type);
    case 'list':
      return type.kind === 'list' || type.kind === 'dyn';
    case 'numbers':
      return type.kind === 'dyn' || (type.kind === 'list' && (isNumeric(type.of) || isOpen(type.of)));
    case 'orderedList':
      return type.kind === 'dyn' || (type.kind === 'list' && (ordered(type.of) || isOpen(type.of)));
  }
}

/** The element type of `[]`, and of lists whose elements are known only when they are there. */
const isOpen = (type: TermType): boolean => type.kind === 'null' || type.kind === 'dyn';
