import type { Entity, Field, Rule } from '../compile/catalog.ts';
import { isSpent, newBudget, stepsPerRecord } from '../expression/budget.ts';
import type { Bindings } from '../expression/expression.ts';
import { issue, type Issue } from '../meta/issue.ts';
import { fieldState } from './field-states.ts';

/**
 * Every reason why this whole record may not stand: required fields that are empty, line counts, and the entity's own
 * validations. Values are canonical already (each field type has parsed its own). Pure; the same on both sides. A record
 * for which they need more than one budget of steps is refused: what was not computed would let it pass.
 */
export function validateRecord(entity: Entity, given: Bindings): Issue[] {
  const issues: Issue[] = [];
  const bindings: Bindings = given.budget ? given : { ...given, budget: newBudget() };
  for (const field of entity.fields) {
    if (field.system) continue;
    checkField({ field, value: bindings.record[field.name], path: field.name, bindings, issues });
  }
  for (const rule of entity.rules) if (rule.when.holds(bindings)) issues.push(ruleIssue(entity, rule, bindings));
  return isSpent(bindings.budget) ? [...issues, tooMuchWork] : issues;
}

/** Said of a record for which the rules need more steps than one record may have. */
export const tooMuchWork: Issue = issue('rules.tooMuchWork', '', { max: stepsPerRecord });

/** The issue of a rule that refuses: worded by the entity, with the record's own values as parameters. */
export function ruleIssue(entity: Entity, rule: Rule, bindings: Bindings): Issue {
  const params = Object.fromEntries(rule.when.reads.map((name) => [name, bindings.record[name]]));
  return { code: rule.code, path: rule.at, params, entity: entity.name };
}

function checkField({
  field,
  value,
  path,
  bindings,
  issues,
}: {
  field: Field;
  value: unknown;
  path: string;
  bindings: Bindings;
  issues: Issue[];
}): void {
  if (field.required !== false && isEmpty(value) && fieldState(field, bindings).required) {
    issues.push(issue('required', path));
  }
  if (!field.lines || !Array.isArray(value)) return;
  const { min, max } = field.meta;
  if (min !== undefined && value.length < Number(min) && !(isEmpty(value) && field.required !== true)) {
    issues.push(issue('lines.tooFew', path, { min }));
  }
  if (max !== undefined && value.length > Number(max)) issues.push(issue('lines.tooMany', path, { max }));
  const columns = field.lines.filter((column) => column.required !== false);
  value.forEach((line: Record<string, unknown>, at) => {
    // Only a condition needs the row as its record; most columns are required, or not, whatever the rest says.
    let inner: Bindings | null = null;
    for (const column of columns) {
      if (!isEmpty(line[column.name])) continue;
      inner ??= { ...bindings, record: { ...bindings.record, ...line } };
      checkField({
        field: column,
        value: line[column.name],
        path: `${path}[${at}].${column.name}`,
        bindings: inner,
        issues,
      });
    }
  });
}

/** Nothing was given: null, blank text or no entries. `false` and 0 are answers. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
