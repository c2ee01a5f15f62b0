import type { ActorFacts } from '../../engine/core/index.ts';

/** What an answer may ask of the records: those that the person may read and sums over them, never others. */
export interface QueryCall {
  readonly actor: ActorFacts;
  /** The tenant's own currency, an ISO code. */
  readonly currency: string;
  /** The query of the call. */
  readonly query: Readonly<Record<string, string>>;
  /** The matching rows, at most a thousand, or as many as asked for. Throws `forbidden` where the person may not read the list. */
  list(
    entity: string,
    filters: Readonly<Record<string, string>>,
    most?: number,
  ): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** The sum of a number field over the matching rows; null where the person sees neither the rows nor the field. */
  sum(entity: string, field: string, filters: Readonly<Record<string, string>>): Promise<number | null>;
  /** A named total of an entity's list over what matches; null where there is none to tell. */
  counted(entity: string, name: string, filters: Readonly<Record<string, string>>): Promise<number | null>;
  /** Throws `refused`: a parameter of the call is missing or means nothing. */
  refuse(code: string, parameter: string): never;
}

/** A reading of the business that is no entity's: `GET /api/{path}`, open to everyone signed in, as far as their grants reach. */
export interface ModuleQuery {
  /** Two segments, as `membership/balance`. */
  readonly path: string;
  run(call: QueryCall): Promise<unknown>;
}

export const defineQuery = (path: string, run: ModuleQuery['run']): ModuleQuery => ({ path, run });
