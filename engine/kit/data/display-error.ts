import i18next from 'i18next';
import type { DisplayError } from '../ui/error-panel.tsx';
import { WireError } from './data-client.ts';

/** What the server answers for a record that is not there, and alike for one that this person may not see. */
const noRecord = 1013003;

const gateway: ReadonlySet<number> = new Set([502, 503, 504]);

/** Nobody answered: no network, or a proxy speaks for a server that is not there. Asking again is safe. */
export const isUnreached = ({ status, message }: Pick<WireError, 'status' | 'message'>): boolean =>
  status === 0 || (message === '' && gateway.has(status));

/** Any failure as text for the error panel: the server's message if it sent one, otherwise ours. */
export function toDisplayError(error: unknown): DisplayError {
  if (!(error instanceof WireError)) {
    return {
      kind: 'failed',
      title: i18next.t('ui.broken'),
      message: error instanceof Error ? error.message : '',
      code: '',
      traceId: '',
    };
  }
  const forbidden = error.status === 403 || error.code === 403;
  const silent = error.status === 0;
  const missing = error.status === 404 || error.code === 404 || error.code === noRecord;
  const unreached = isUnreached(error);
  const title = forbidden ? 'ui.forbidden' : unreached ? 'ui.offline' : missing ? 'ui.missing' : 'ui.failed';
  const ours = silent ? i18next.t('ui.offlineNote') : unreached ? i18next.t('ui.noBackend') : '';
  const message = error.message || ours || error.issues.map(issueWords).join(' ');
  return {
    kind: forbidden ? 'forbidden' : missing ? 'missing' : 'failed',
    title: i18next.t(title),
    message,
    code: silent ? '' : String(error.code),
    traceId: error.traceId,
  };
}

/** What failed, where it is more than something that could not be loaded. */
export type Failed = 'operation' | 'deletion' | 'save' | 'export' | 'download' | 'upload' | 'lock';

/** The same for an action of a record, by its name. */
export const failedAction = (name: string): Failed =>
  name === 'delete' ? 'deletion' : name === 'lock' ? 'lock' : 'operation';

/** The same for the error panel, headed by what failed. */
export function failedToLoad(what: Failed, error: unknown): DisplayError {
  return { ...toDisplayError(error), title: i18next.t(`failed.${what}`) };
}

/** What failed and why, in one line. */
export const failedLine = (what: Failed, error: unknown): string => failedWith(what, errorMessage(error));

/** What failed, with the server's own words. */
export const failedWith = (what: Failed, reason: string): string =>
  i18next.t('failed.line', { what: i18next.t(`failed.${what}`), reason });

/** One line for a message at the edge of the screen. */
export function errorMessage(error: unknown): string {
  const failure = toDisplayError(error);
  return failure.message || failure.title;
}

/** An issue of the wire in its own words; its code where it has none. */
export function issueWords(issue: { code: string; message: string; path: string }): string {
  return issue.message || `${issue.code} (${issue.path})`;
}
