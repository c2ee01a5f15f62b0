import type { Issue } from '../engine/core/index.ts';

/** All refusals: HTTP status and code in the envelope (spec section 8). */
const catalogue = {
  badRequest: { status: 400, code: 400 },
  refused: { status: 200, code: 400 },
  signInEmpty: { status: 200, code: 1011001 },
  signInFailed: { status: 200, code: 1011002 },
  accountOff: { status: 200, code: 1011002 },
  notTaken: { status: 200, code: 400 },
  captchaNeeded: { status: 200, code: 1011003 },
  captchaFailed: { status: 200, code: 10110010 },
  tooManyFailures: { status: 200, code: 10110011 },
  factorNeeded: { status: 200, code: 1011012 },
  factorWrong: { status: 200, code: 1011013 },
  noSession: { status: 401, code: 401 },
  keyOver: { status: 401, code: 1011011 },
  accountFrozen: { status: 401, code: 1011007 },
  sessionExpired: { status: 401, code: 1011008 },
  sessionRevoked: { status: 401, code: 1011009 },
  sessionReplaced: { status: 401, code: 1011009 },
  forbidden: { status: 403, code: 1013002 },
  previewOnly: { status: 403, code: 1013004 },
  keyScope: { status: 403, code: 1013006 },
  keyCall: { status: 403, code: 1013007 },
  keyAddress: { status: 403, code: 1013008 },
  passwordDue: { status: 403, code: 1013005 },
  factorDue: { status: 403, code: 1013010 },
  stationOnly: { status: 403, code: 1013011 },
  notFound: { status: 200, code: 1013003 },
  noRoute: { status: 404, code: 1013001 },
  fileGone: { status: 404, code: 1013009 },
  stale: { status: 409, code: 409 },
  schemaStale: { status: 409, code: 4092 },
  keyReused: { status: 409, code: 4091 },
  tooLarge: { status: 413, code: 413 },
  mediaType: { status: 415, code: 1015001 },
  moved: { status: 421, code: 421 },
  malformed: { status: 400, code: 1015002 },
  tooMany: { status: 429, code: 429 },
  busy: { status: 503, code: 503 },
  noRoom: { status: 507, code: 507 },
  internal: { status: 500, code: 1016002 },
} as const;

export type ErrorKind = keyof typeof catalogue;
export const errorKinds = Object.keys(catalogue) as ErrorKind[];
export const catalogueOf = (kind: ErrorKind): { status: number; code: number } => catalogue[kind];

/**
 * A refusal for the person: a kind from the catalogue, parameters of its message (`errors.json`: `error.<kind>`), its
 * issues, and for a stale write the current record.
 */
export class AppError extends Error {
  readonly status: number;
  readonly code: number;

  constructor(
    readonly kind: ErrorKind,
    readonly details: {
      issues?: readonly Issue[];
      params?: Record<string, unknown>;
      data?: unknown;
      /** The database guarantees that nothing was written, so a retry is safe. */
      undone?: boolean;
    } = {},
  ) {
    super(kind);
    this.status = catalogue[kind].status;
    this.code = catalogue[kind].code;
  }
}

export const refused = (...issues: readonly Issue[]): AppError => new AppError('refused', { issues });

/** The rights have changed since they were loaded: they are reloaded and the request is retried. */
export class OutdatedRights extends Error {}
