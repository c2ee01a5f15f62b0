import type { Catalog, Entity, Issue, Rights } from '../../engine/core/index.ts';
import type { ModuleRegistry } from '../modules/registry.ts';
import type { ActingServices } from '../modules/module.ts';
import type { Database, TransactionIdentity } from '../store/database.ts';
import type { ReadScope } from '../store/list-sql.ts';
import type { Reader } from '../store/sql.ts';

/** Limits of an API key beside its maker's rights. */
export interface ApiKey {
  readonly id: string;
  readonly scopes: readonly string[];
  /** Addresses and networks that it may be used from; empty for all. */
  readonly addresses: readonly string[];
  readonly perMinute: number;
}

/** The person or system that acts. Required everywhere; the system acts as a named actor. */
export interface Actor extends Reader {
  readonly entrance: TransactionIdentity;
  readonly name: string;
  readonly tenantName: string;
  /** Whether the tenant is the platform itself. */
  readonly platform: boolean;
  readonly timeZone: string;
  readonly currency: string;
  readonly member: boolean;
  /** The tenant's entities: the delivered ones with its additions and changes. */
  readonly catalog: Catalog;
  rightsOn(entity: Entity): Rights;
  /** The read scope of an entity under these rights; built once per set of rights. */
  lensOn(entity: Entity): ReadScope;
  /** The menu entries granted to the roles; null if a role shows every screen that its rights open. */
  readonly menus?: ReadonlySet<string> | null;
  /** What the platform withholds from the whole tenant: rights (`entity:code`) and menu entries by code. */
  readonly closed: readonly string[];
  readonly withheld?: ReadonlySet<string>;
  /** A password change is due before anything else. */
  readonly mustChange?: boolean;
  /** A second factor has to be set up before anything else. */
  readonly factorDue?: boolean;
  /** The shared station to which the session is limited; it may make the calls of stations only. */
  readonly station?: string;
  /** Set if a program acts with an API key of this person. */
  readonly key?: ApiKey;
  /** Set during the preview of a role, which is read-only. */
  readonly preview?: { readonly role: string; readonly name: string; readonly until: string };
}

/**
 * Checks what a person may not grant or assign, whatever their permissions: issues by index of the given records. An
 * input without `id` is a new record.
 */
export type Gate = (
  actor: Actor,
  entity: Entity,
  verb: string,
  inputs: readonly Readonly<Record<string, unknown>>[],
) => Promise<readonly (readonly Issue[])[]>;

/** The dependencies of every operation. */
export interface Context {
  /** The delivered entities; code that acts for a tenant uses the actor's catalog. */
  readonly catalog: Catalog;
  readonly database: Database;
  readonly registry: ModuleRegistry;
  readonly newId: () => string;
  /** The next number of a sequence such as `RC-2611`, per tenant; `expected` announces how many will follow. */
  nextNumber(tenant: string, key: string, expected?: number): Promise<number>;
  /** Turns a secret into its stored form: a hash for passwords, encrypted text otherwise. */
  seal(entity: string, field: string, plain: string): Promise<string>;
  readonly clock: () => Date;
  /** The escalation check, run before every write of a person. */
  readonly gate?: Gate;
  /** Services for external calls outside a transaction; set on an open node. */
  readonly services?: ActingServices;
}
