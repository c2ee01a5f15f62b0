import type { Issue } from '../../engine/core/index.ts';
import type { JsonSchema } from './command.ts';
import type { SystemServices } from './services.ts';

/** An anonymous request at the host of a tenant. */
export interface PublicCall {
  readonly tenant: string;
  readonly timeZone: string;
  readonly culture: string;
  /** As the schema of the call has it. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Past every wall: what is answered is for the module to guard. */
  readonly services: SystemServices;
  /** Throws `refused`. */
  refuse(...reasons: readonly Issue[]): never;
}

/**
 * Something that anybody may ask without a session: `POST /api/{path}`. The tenant is that of the host name, as for whoever
 * signs in; a host of no open tenant has no such call.
 */
export interface PublicQuestion {
  /** Two segments, as `Claim/status`. */
  readonly path: string;
  readonly body: JsonSchema;
  readonly answer: JsonSchema;
  /** How often one network address may ask in a minute. */
  readonly perMinute: number;
  run(call: PublicCall): Promise<unknown>;
}

export const definePublic = (question: PublicQuestion): PublicQuestion => question;
