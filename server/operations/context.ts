import type { Catalog, Entity, Issue, Rights } from '../../engine/core/index.ts';
import type { ModuleRegistry } from '../modules/registry.ts';
import type { ActingServices } from '../modules/module.ts';
import type { Database, TransactionIdentity } from '../store/database.ts';
import type { ReadScope } from '../store/list-sql.ts';
import type { Reader } from '../store/sql.ts';

/** What a session that is a key is held to beside the rights of its maker. */
export interface ApiKey {
  readonly id: string;
  readonly scopes: readonly string[];
  /** Addresses and networks that it may be used from; empty: all. */
  readonly addresses: readonly string[];
  readonly perMinute: number;
}

/** Who asks. A required argument everywhere; the system acts as a named actor, never as nobody. */
export interface Actor extends Reader {
  readonly entrance: TransactionIdentity;
  readonly name: string;
  readonly tenantName: string;
  /** Whether the tenant is the platform itself. */
  readonly platform: boolean;
  readonly timeZone: string;
  readonly currency: string;
  readonly member: boolean;
  /** The entities of the actor's tenant: those of every tenant, with what this one changed and added. */
  readonly catalog: Catalog;
  rightsOn(entity: Entity): Rights;
  /** What these rights see of an entity; built once per set of rights. */
  lensOn(entity: Entity): ReadScope;
  /** The menu entries that the roles were given, or nothing where a role shows every screen that its rights open. */
  readonly menus?: ReadonlySet<string> | null;
  /** What the platform keeps from the whole tenant: rights (`entity:code`), and menu entries by their codes. */
  readonly closed: readonly string[];
  readonly withheld?: ReadonlySet<string>;
  /** The person must choose a password before anything else. */
  readonly mustChange?: boolean;
  /** Set where a program asks with a key of this person. */
  readonly key?: ApiKey;
  /** Set while a person looks through the eyes of one role: read only. */
  readonly preview?: { readonly role: string; readonly name: string; readonly until: string };
}

/**
 * What a person may not hand on or take to themselves, whatever their codes: reasons by position of the given records.
 * An input without `id` is a new record.
 */
export type Gate = (
  actor: Actor,
  entity: Entity,
  verb: string,
  inputs: readonly Readonly<Record<string, unknown>>[],
) => Promise<readonly (readonly Issue[])[]>;

/** What every operation stands on. */
export interface Context {
  /** The entities that every tenant has, as the files declare them; who asks for a tenant takes the actor's. */
  readonly catalog: Catalog;
  readonly database: Database;
  readonly registry: ModuleRegistry;
  readonly newId: () => string;
  /** The next number of a sequence such as `RC-2611`, per tenant; `expected` says how many will be asked for in a row. */
  nextNumber(tenant: string, key: string, expected?: number): Promise<number>;
  /** Turns a secret into what is kept: a hash for passwords, a cipher text for the rest. */
  seal(entity: string, field: string, plain: string): Promise<string>;
  readonly clock: () => Date;
  /** Asked before every write that comes from a person, on every way in. */
  readonly gate?: Gate;
  /** What calls outside of a transaction act with; an open node has it. */
  readonly services?: ActingServices;
}
