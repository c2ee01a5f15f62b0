import type { ActorFacts } from '../../engine/core/index.ts';

/** What a query may read: records and sums that the person may read. */
export interface QueryCall {
  readonly actor: ActorFacts;
  /** The tenant's own currency, an ISO code. */
  readonly currency: string;
  /** The query of the call. */
  readonly query: Readonly<Record<string, string>>;
  /**
   * The matching rows, at most a thousand or the given limit. Throws `forbidden` if the person may not read the list.
   */
  list(
    entity: string,
    filters: Readonly<Record<string, string>>,
    most?: number,
  ): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** The sum of a number field over the matching rows; null if the person may not read the rows or the field. */
  sum(entity: string, field: string, filters: Readonly<Record<string, string>>): Promise<number | null>;
  /** A named total of an entity's list over the matching rows; null if the person may not read it. */
  counted(entity: string, name: string, filters: Readonly<Record<string, string>>): Promise<number | null>;
  /** Throws `refused`: a parameter is missing or invalid. */
  refuse(code: string, parameter: string): never;
}

/** A query that belongs to no entity: `GET /api/{path}`, for everyone signed in, within their grants. */
export interface ModuleQuery {
  /** Two segments, such as `membership/balance`. */
  readonly path: string;
  run(call: QueryCall): Promise<unknown>;
}

export const defineQuery = (path: string, run: ModuleQuery['run']): ModuleQuery => ({ path, run });
