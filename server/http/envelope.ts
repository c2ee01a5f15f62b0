import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Issue } from '../../engine/core/index.ts';
import { AppError } from '../errors.ts';
import type { Texts } from '../texts.ts';
import { readerOf } from './session.ts';

/** A success envelope. `data` is JSON text already, so that Postgres' pages pass through unchanged. */
export const successText = (data: string, message = 'OK'): string =>
  `{"success":true,"code":200,"message":${JSON.stringify(message)},"data":${data}}`;

/** The same with the query's keys that were ignored. */
export const successOver = (data: string, ignored: readonly string[]): string =>
  ignored.length === 0 ? successText(data) : `${successText(data).slice(0, -1)},"ignored":${JSON.stringify(ignored)}}`;

/** `message`: an additional message for the person. */
export const success = (data: unknown, message?: string): string => successText(JSON.stringify(data ?? null), message);

/** Sends an envelope in text form. */
export function sendText(reply: FastifyReply, text: string): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(text);
}

/** Turns every refusal into an answer: status, code, translated message, issues with paths. */
export function failure(
  texts: Texts,
  request: FastifyRequest,
  error: AppError,
): { status: number; body: Record<string, unknown> } {
  const culture = texts.culture((request.query as Record<string, unknown> | undefined)?.['culture']);
  const catalog = readerOf(request)?.catalog;
  const issues = error.details.issues ?? [];
  const worded = issues.map((found: Issue) => ({
    path: found.path,
    code: found.code,
    message: texts.issue(culture, found, catalog),
    ...(found.params ? { params: found.params } : {}),
  }));
  const general = texts.error(culture, `error.${error.kind}`, error.details.params);
  const message =
    error.kind === 'refused' && worded.length > 0 ? worded.map((each) => each.message).join('; ') : general;
  return {
    status: error.status,
    body: {
      success: false,
      code: error.code,
      message,
      data: error.details.data ?? null,
      ...(issues.length > 0 ? { issues: worded } : {}),
      traceId: request.id,
    },
  };
}
