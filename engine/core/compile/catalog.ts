import type { Expression } from '../expression/expression.ts';
import type { FieldType } from '../fields/field-type.ts';
import type { ActionMeta, EntityMeta, FieldMeta, GrantMeta, StateMeta, TransitionMeta } from '../meta/entity.ts';

/** A compiled yes or no: a constant, or an expression. */
export type Check = boolean | Expression;

export interface Field {
  readonly name: string;
  /** The column: the field's id, which never changes. */
  readonly id: string;
  readonly meta: FieldMeta;
  readonly type: FieldType;
  /** Declared by the engine, not the schema: id, version, status ... */
  readonly system: boolean;
  readonly required: Check;
  readonly readOnly: Check;
  readonly visible: Check;
  /** Narrowing of a reference's picker, over the target's fields. */
  readonly filter: Expression | null;
  /** computed: the expression; null for a value socket. */
  readonly value: Expression | null;
  /** lines: the fields of a row. */
  readonly lines: readonly Field[] | null;
}

export interface Rule {
  readonly code: string;
  readonly when: Expression;
  readonly at: string;
}

export interface Action {
  readonly name: string;
  /** The permission code inside the entity; the wire's code is `{path}:{needs}`. */
  readonly needs: string;
  readonly meta: ActionMeta;
  /** Null for an action that is no transition. */
  readonly transition: Pick<TransitionMeta, 'from' | 'to'> | null;
  readonly guard: readonly Rule[];
  /** Fields asked in the dialog. */
  readonly form: readonly Field[];
  readonly input: readonly Field[];
  readonly set: readonly { field: Field; value: Expression }[];
  /** What the dialog of one record begins with, by name. */
  readonly prefill: ReadonlyMap<string, Expression>;
  readonly forecast: Forecast | null;
}

export interface Forecast {
  readonly entity: string;
  readonly field: string;
  readonly where: readonly { name: string; value: Expression }[];
  readonly adds: Expression;
}

export interface View {
  readonly name: string;
  readonly filter: Expression;
}

/** A total of the list over those of its rows that count. */
export interface Counted {
  readonly name: string;
  readonly field: Field;
  readonly less: Field | null;
  readonly when: Expression;
  readonly balance: Balance | null;
}

/** An account's balance where a list begins or ends. */
export interface Balance {
  readonly at: Field;
  readonly stands: 'before' | 'after';
  readonly of: readonly Field[];
  readonly column: Field;
}

export interface Grant {
  readonly codes: readonly string[];
  /** A scope word, or an expression. */
  readonly rows: string | Expression;
  readonly hide: readonly string[];
  readonly readOnly: readonly string[];
}

export interface Entity {
  readonly name: string;
  readonly path: string;
  readonly table: string;
  readonly meta: EntityMeta;
  /** Set where a tenant said more than the files: its own entity, or its changes of a delivered one. */
  readonly own: Own | null;
  readonly title: Field;
  readonly tenancy: 'tenant' | 'platform';
  /** 'id' | 'shared' | the owning field's name | null (staff only) */
  readonly owner: string | null;
  readonly org: string | null;
  readonly appendOnly: boolean;
  readonly tree: string | null;
  /** Declared fields in order, then the given ones. */
  readonly fields: readonly Field[];
  readonly byName: ReadonlyMap<string, Field>;
  readonly rules: readonly Rule[];
  readonly views: readonly View[];
  readonly counted: readonly Counted[];
  readonly start: string | null;
  /** Names of the effects that adding a record runs. */
  readonly startEffects: readonly string[];
  readonly states: Readonly<Record<string, StateMeta>>;
  /** Transitions and other actions, by name. */
  readonly actions: ReadonlyMap<string, Action>;
  /** Every permission code of this entity, without the path. */
  readonly codes: readonly string[];
  /** Grants by role template. */
  readonly access: Readonly<Record<string, readonly Grant[]>>;
}

/** What a tenant's revision brings beside the declaration. */
export interface Own {
  /** `added`: an entity of the tenant alone; `changed`: a delivered one with the tenant's changes. */
  readonly origin: 'added' | 'changed';
  /** The table of an added entity; a delivered one keeps its own. */
  readonly table?: string;
  readonly revision: number;
  /** The fields that the table's one searched text holds: those of a delivered entity's search; an added one has no such text. */
  readonly searched: readonly string[];
  /** Words by culture, over those that are delivered. */
  readonly words: Readonly<Record<string, object>>;
}

export interface Catalog {
  readonly entities: readonly Entity[];
  readonly byName: ReadonlyMap<string, Entity>;
  /** By wire path, lower case, because clients differ in case. */
  readonly byPath: ReadonlyMap<string, Entity>;
  /** Every named socket that schemas ask for, with where. */
  readonly sockets: readonly { name: string; kind: 'effect' | 'job' | 'call' | 'value'; at: string }[];
  /** Stable over equal content. */
  readonly hash: string;
}

export type { GrantMeta };
