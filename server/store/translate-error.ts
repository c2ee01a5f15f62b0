import pg from 'pg';
import { issue } from '../../engine/core/index.ts';
import { AppError, OutdatedRights, refused } from '../errors.ts';

/**
 * Translates a Postgres error into an `AppError`; other errors pass unchanged. Constraint names stay internal: the
 * person sees the fields (`fields`: by constraint). `LD401` and `LD409` come from `lading.enter`, `LD410` from
 * `lading.hold`.
 */
export function translateError(error: unknown, fields: ReadonlyMap<string, string> = new Map()): unknown {
  if (!(error instanceof pg.DatabaseError)) {
    if (isFull(error)) return new AppError('noRoom');
    return isLost(error) ? new AppError('busy') : error;
  }
  const path = fields.get(error.constraint ?? '') ?? columnsOf(error.detail).join(',');
  switch (error.code) {
    case '23505':
      return refused(issue('unique', path));
    // Since version 18 a restricted deletion has a code of its own.
    case '23001':
      return refused(issue('inUse', '', { by: error.table }));
    case '23503':
      return /still referenced/.test(error.detail ?? '')
        ? refused(issue('inUse', '', { by: error.table }))
        : refused(issue('reference.missing', path));
    case '23514':
    case '23502':
    case '22001':
    case '22003':
    case '22007':
    case '22008':
    case '22021':
    case '22P02':
    case '22P05':
      return refused(issue('value.invalid', error.column ?? ''));
    case '42501':
      return new AppError('forbidden');
    case 'LD409':
      return new OutdatedRights();
    case 'LD401':
      return new AppError('noSession');
    // Raised by our own triggers, with an error code.
    case 'LD411':
      return refused(issue(error.message, error.column ?? '', paramsOf(error.detail)));
    case 'LD410':
      return new AppError('stale');
    // A standby that is to become the primary takes no writes yet.
    case '25006':
    case '55P03':
    case '57014':
    case '40001':
    case '40P01':
    case '53300':
      return new AppError('busy', { undone: true });
    case '53100':
      return new AppError('noRoom');
    // A session that the server ended while we were away.
    case '25P03':
    case '57P01':
    case '57P02':
    case '57P03':
      return new AppError('busy');
    default:
      return error;
  }
}

/** Parameters of the message, as JSON. */
const paramsOf = (detail: string | undefined): Record<string, unknown> =>
  detail ? (JSON.parse(detail) as Record<string, unknown>) : {};

/** Column names from `Key (tenant_id, code)=(1, A) already exists.`, without the tenant. */
function columnsOf(detail: string | undefined): string[] {
  const list = /^Key \(([^)]*)\)/.exec(detail ?? '')?.[1] ?? '';
  return list.split(', ').flatMap((name) => (name === 'tenant_id' || name === '' ? [] : [name.replaceAll('"', '')]));
}

/** Whether a connection was lost or never made. */
export const isLost = (error: unknown): boolean =>
  error instanceof Error &&
  /ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|E(HOST|NET)(UNREACH|DOWN)|ENOTFOUND|EAI_AGAIN|Query read timeout|timeout expired|Connection terminated|timeout exceeded when trying to connect|not queryable/.test(
    `${(error as { code?: string }).code ?? ''} ${error.message}`,
  );

/** No disk space left, for files or temporary ones. */
const isFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes(String((error as { code?: string })?.code));
