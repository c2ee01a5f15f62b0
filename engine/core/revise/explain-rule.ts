import type { Check, Entity, Field } from '../compile/catalog.ts';
import { compileExpression } from '../expression/compile-expression.ts';
import type { Bindings, Scope } from '../expression/expression.ts';
import { logicalParts, type LogicalPart } from '../expression/logical-parts.ts';
import { fieldState, type FieldState } from '../rules/field-states.ts';
import { entityScope } from './rules.ts';

/** A part of a condition with its answer on one record. */
export interface Explained {
  readonly op: LogicalPart['op'];
  readonly text: string;
  /** The answer; undefined where it is unknown, because something in it is empty. */
  readonly value: unknown;
  /** What a test reads, with the values found. */
  readonly reads: readonly { readonly name: string; readonly value: unknown }[];
  readonly parts: readonly Explained[];
}

/** Why a condition answers as it does on a record; null where it cannot be read. */
export function explainRule(text: string, scope: Scope, bindings: Bindings): Explained | null {
  const parts = logicalParts(text);
  return parts && explainPart(parts, scope, bindings);
}

function explainPart({ op, text, parts }: LogicalPart, scope: Scope, bindings: Bindings): Explained | null {
  const compiled = compileExpression(text, scope);
  if (!compiled.ok) return null;
  const inner = parts.map((part) => explainPart(part, scope, bindings));
  const reads = op === 'test' ? compiled.value.reads : [];
  return {
    op,
    text,
    value: compiled.value.evaluate(bindings),
    reads: reads.map((name) => ({ name, value: bindings.record[name] ?? null })),
    parts: inner.filter((part) => part !== null),
  };
}

/** One question about a field (visible, read-only, required) and the rules that answer it. */
export interface ExplainedState {
  readonly state: keyof FieldState;
  readonly value: boolean;
  /** `always`: nothing else is possible. `rule`: see `because`. `type`, `fixed`: what the field is decides. `hidden`, `readOnly`: another state rules it out. */
  readonly by: 'always' | 'rule' | 'type' | 'fixed' | 'hidden' | 'readOnly';
  readonly because: Explained | null;
}

/** Why a field is hidden, read-only or required on a record. */
export function explainField(entity: Entity, field: Field, bindings: Bindings): ExplainedState[] {
  const scope = entityScope(entity.meta);
  const states = fieldState(field, bindings);
  const because = (check: Check) => (typeof check === 'boolean' ? null : explainRule(check.text, scope, bindings));
  const plain = (check: Check): 'always' | 'rule' => (typeof check === 'boolean' ? 'always' : 'rule');
  const isFixed = field.meta.fixed === true && bindings.old != null;
  return [
    { state: 'visible', value: states.visible, by: plain(field.visible), because: because(field.visible) },
    {
      state: 'readOnly',
      value: states.readOnly,
      by: isFixed ? 'fixed' : field.meta.readOnly === undefined && states.readOnly ? 'type' : plain(field.readOnly),
      because: because(field.readOnly),
    },
    {
      state: 'required',
      value: states.required,
      by: states.visible ? (states.readOnly ? 'readOnly' : plain(field.required)) : 'hidden',
      because: because(field.required),
    },
  ];
}
