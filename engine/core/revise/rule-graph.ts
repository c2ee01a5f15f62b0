import { compileExpression } from '../expression/compile-expression.ts';
import type { EntityMeta } from '../meta/entity.ts';
import { rulesOf, type RuleKind, type RuleMeta } from './rules.ts';

/** A field, or a rule; rules are named by their place. */
export interface RuleNode {
  readonly id: string;
  readonly kind: 'field' | RuleKind;
  /** The field's name; for a rule, what it is about. */
  readonly name: string;
}

/** `reads`: from a field to a rule. `decides`: from a rule to a field. */
export interface RuleEdge {
  readonly from: string;
  readonly to: string;
  readonly kind: 'reads' | 'decides';
}

export interface RuleGraph {
  readonly nodes: readonly RuleNode[];
  readonly edges: readonly RuleEdge[];
  /** Fields whose values need one another, each circle once: `a`, `b` for a of b and b of a. */
  readonly valueCycles: readonly (readonly string[])[];
  /** Fields that show, ask or lock one another. No fault, but hard to foresee. */
  readonly stateCycles: readonly (readonly string[])[];
}

/** Which rule reads and decides which field of a declaration. Fields without a rule are left out. */
export function ruleGraph(meta: EntityMeta): RuleGraph {
  const rules = rulesOf(meta).map((rule) => ({ rule, reads: readsOf(rule) }));
  const edges = rules.flatMap(({ rule, reads }): RuleEdge[] => [
    ...reads.map((name): RuleEdge => ({ from: name, to: rule.at, kind: 'reads' })),
    ...decidedBy(rule).map((name): RuleEdge => ({ from: rule.at, to: name, kind: 'decides' })),
  ]);
  const copied = copiedValues(meta);
  const all = [
    ...edges,
    ...copied.flatMap(({ at, reads, field }): RuleEdge[] => [
      ...reads.map((name): RuleEdge => ({ from: name, to: at, kind: 'reads' })),
      { from: at, to: field, kind: 'decides' },
    ]),
  ];
  const ruleNodes: RuleNode[] = [
    ...rules.map(({ rule }) => ({ id: rule.at, kind: rule.kind, name: rule.about })),
    ...copied.map(({ at, field }) => ({ id: at, kind: 'computed' as const, name: field })),
  ];
  const places = new Set(ruleNodes.map(({ id }) => id));
  const fields = new Set(all.flatMap(({ from, to }) => [from, to]).filter((id) => !places.has(id)));
  const ordered = Object.keys(meta.fields).filter((name) => fields.has(name));
  const others = [...fields].filter((name) => !ordered.includes(name));
  return {
    nodes: [...[...ordered, ...others].map((name): RuleNode => ({ id: name, kind: 'field', name })), ...ruleNodes],
    edges: all,
    valueCycles: cyclesOf(dependencies(ruleNodes, all, (kind) => kind === 'computed')),
    stateCycles: cyclesOf(
      dependencies(ruleNodes, all, (kind) => kind === 'visible' || kind === 'required' || kind === 'readOnly'),
    ),
  };
}

/** The fields of the record that a rule reads; of a sub-table's rule, that sub-table. None where it cannot be read. */
export function readsOf(rule: RuleMeta): string[] {
  const compiled = compileExpression(rule.text, rule.scope);
  if (!compiled.ok || rule.kind === 'filter') return [];
  const own = new Set(Object.keys(rule.scope.lines?.[rule.lines ?? ''] ?? {}));
  return [...new Set(compiled.value.reads.map((name) => (own.has(name) ? (rule.lines ?? name) : name)))];
}

function decidedBy({ kind, about, lines }: RuleMeta): string[] {
  return ['required', 'readOnly', 'visible', 'computed', 'set'].includes(kind) ? [lines ?? about] : [];
}

/** Values that are taken from elsewhere: from the record that a reference points at, or from a sub-table. */
function copiedValues(meta: EntityMeta): { at: string; field: string; reads: string[] }[] {
  return Object.entries(meta.fields).flatMap(([field, { type, value, over }]) => {
    const by = /^lookup:(\w+)\./.exec(value ?? '')?.[1];
    if (type === 'computed' && by) return [{ at: `fields.${field}.value`, field, reads: [by] }];
    return type === 'rollup' && over ? [{ at: `fields.${field}.over`, field, reads: [over] }] : [];
  });
}

/** Per field, the fields that its rules of a kind read; itself aside for states, where it may well look at its own value. */
function dependencies(
  rules: readonly RuleNode[],
  edges: readonly RuleEdge[],
  of: (kind: RuleNode['kind']) => boolean,
): Map<string, string[]> {
  const needs = new Map<string, string[]>();
  for (const { id, kind } of rules) {
    if (!of(kind)) continue;
    const reads = edges.filter(({ to }) => to === id).map(({ from }) => from);
    for (const { to } of edges.filter(({ from }) => from === id)) {
      const others = kind === 'computed' ? reads : reads.filter((name) => name !== to);
      needs.set(to, [...(needs.get(to) ?? []), ...others]);
    }
  }
  return needs;
}

/** Groups that reach themselves (Tarjan), each in the order of its members' names. */
function cyclesOf(needs: ReadonlyMap<string, readonly string[]>): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (name: string): void => {
    index.set(name, index.size);
    low.set(name, index.get(name) ?? 0);
    stack.push(name);
    for (const next of needs.get(name) ?? []) {
      if (!index.has(next)) visit(next);
      else if (!stack.includes(next)) continue;
      low.set(name, Math.min(low.get(name) ?? 0, low.get(next) ?? 0));
    }
    if (low.get(name) !== index.get(name)) return;
    const group = stack.splice(stack.indexOf(name));
    if (group.length > 1 || needs.get(name)?.includes(name)) found.push(group.toSorted());
  };
  for (const name of needs.keys()) if (!index.has(name)) visit(name);
  return found;
}
