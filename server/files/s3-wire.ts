import { AwsV4Signer } from 'aws4fetch';
import { request as plainRequest, type IncomingMessage } from 'node:http';
import { request as secureRequest } from 'node:https';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../errors.ts';

/** A bucket of any S3-compatible store, addressed by path (`endpoint/bucket/key`). */
export interface S3Settings {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Inactivity timeout in milliseconds. */
  readonly patience?: number;
}

export interface S3Call {
  readonly method: 'GET' | 'PUT' | 'HEAD' | 'DELETE';
  /** Empty for the bucket itself. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: { readonly stream: Readable; readonly size: number; readonly hash: string };
}

/** A refusal of the store, with its status. The store's message is left out, because it may contain keys. */
export class S3Error extends Error {
  constructor(
    readonly status: number,
    method: string,
  ) {
    super(`the object store answered ${status} to ${method}`);
  }
}

const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
/** Inactivity timeout of the store, and limit until it answers, in milliseconds. */
const timeoutMs = 15_000;
const longest = 120_000;

/**
 * Makes a signed call. Bodies are streamed with their length and signed hash, so nothing large is buffered and nothing
 * altered in transit is stored. Throws `S3Error` for every status but 200 and 204, and `busy` if the store is
 * unreachable, silent or overloaded.
 */
export async function callS3(settings: S3Settings, call: S3Call): Promise<IncomingMessage> {
  const answer = await send(settings, call).catch((error: unknown) => {
    const code = (error as { code?: string }).code ?? '';
    throw error instanceof Silent || /^(E|HPE_)/.test(code) ? new AppError('busy') : error;
  });
  const status = answer.statusCode ?? 0;
  if (status === 200 || status === 204) return answer;
  answer.resume();
  if (status >= 500 || status === 429) throw new AppError('busy');
  throw new S3Error(status, call.method);
}

class Silent extends Error {}

/** Resolves with the answer's head; for an accepted body, once all of it was sent. */
async function send(settings: S3Settings, call: S3Call): Promise<IncomingMessage> {
  const { method, key = '', query = {}, body } = call;
  const { region, accessKeyId, secretAccessKey } = settings;
  const url = new URL(`${settings.endpoint.replace(/\/$/, '')}/${settings.bucket}${key ? `/${key}` : ''}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const headers = { 'x-amz-content-sha256': body?.hash ?? emptyHash };
  const identity = { accessKeyId, secretAccessKey, region, service: 's3' };
  const signed = await new AwsV4Signer({ method, url: url.href, headers, ...identity }).sign();
  const sent = { ...Object.fromEntries(signed.headers), ...(body ? { 'content-length': String(body.size) } : {}) };

  const request = (url.protocol === 'https:' ? secureRequest : plainRequest)(signed.url, { method, headers: sent });
  request.setTimeout(settings.patience ?? timeoutMs, () => request.destroy(new Silent('the object store is silent')));
  const late = setTimeout(() => request.destroy(new Silent('the object store is too slow')), longest);
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve);
    request.once('error', reject);
  });
  try {
    if (!body) {
      request.end();
      return await answered;
    }
    const sending = pipeline(body.stream, request);
    await Promise.race([sending, answered]);
    const answer = await answered;
    // A success before the whole body was sent would mean a partial object.
    if ((answer.statusCode ?? 0) < 300) await sending;
    else body.stream.destroy();
    return answer;
  } finally {
    clearTimeout(late);
  }
}

/** The whole answer as text, for the few that are documents. */
export async function textOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
