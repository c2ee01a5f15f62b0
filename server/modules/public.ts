import type { Issue } from '../../engine/core/index.ts';
import type { JsonSchema } from './command.ts';
import type { SystemServices } from './services.ts';

/** An anonymous request at a tenant's host. */
export interface PublicCall {
  readonly tenant: string;
  readonly timeZone: string;
  readonly culture: string;
  /** Validated by the call's schema. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Without row security: the module must restrict the answer itself. */
  readonly services: SystemServices;
  /** Throws `refused`. */
  refuse(...reasons: readonly Issue[]): never;
}

/**
 * A public call without a session: `POST /api/{path}`. The host determines the tenant, as for sign-in; hosts without an
 * active tenant do not have the call.
 */
export interface PublicQuestion {
  /** Two segments, such as `Claim/status`. */
  readonly path: string;
  readonly body: JsonSchema;
  readonly answer: JsonSchema;
  /** Rate limit per network address and minute. */
  readonly perMinute: number;
  run(call: PublicCall): Promise<unknown>;
}

export const definePublic = (question: PublicQuestion): PublicQuestion => question;
