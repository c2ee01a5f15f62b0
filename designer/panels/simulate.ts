import {
  can,
  transition,
  wrongState,
  type Action,
  type Bindings,
  type Entity,
  type Issue,
  type Rights,
} from '../../engine/core/index.ts';

/** What a person with a role could do with a record now, and why not. */
export interface Possible {
  readonly action: Action;
  readonly allowed: boolean;
  /** `code`: no grant; `rows`: a grant, but for other records; `state`: not from this state; `rules`: see the issues. */
  readonly because: 'code' | 'rows' | 'state' | 'rules' | null;
  readonly issues: readonly Issue[];
}

/** What a role may do by the declaration. Administrators that it does not name may do everything. */
export function rightsOf(entity: Entity, role: string): Rights {
  const named = entity.access[role];
  if (named) return named;
  return role === 'admin' ? [{ codes: entity.codes, rows: 'all', hide: [], readOnly: [] }] : [];
}

/** Every action with whether it could be run now; what its dialog asks is taken from `bindings.input`. */
export function possible(entity: Entity, role: string, bindings: Bindings): Possible[] {
  const rights = rightsOf(entity, role);
  return [...entity.actions.values()].map((action) => {
    const refused = (because: Possible['because'], issues: readonly Issue[] = []): Possible => ({
      action,
      allowed: false,
      because,
      issues,
    });
    if (!can(rights, action.needs)) return refused('code');
    // Scope words ask about people and organisations, which a tried record has not.
    const reaches = rights.some(
      ({ codes, rows }) => codes.includes(action.needs) && (typeof rows === 'string' || rows.holds(bindings)),
    );
    if (!reaches) return refused('rows');
    const wrong = wrongState(entity, action, bindings.record['status']);
    if (wrong) return refused('state', [wrong]);
    const plan = transition(entity, action, bindings);
    return plan.ok ? { action, allowed: true, because: null, issues: [] } : refused('rules', plan.issues);
  });
}
