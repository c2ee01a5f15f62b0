import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { S3Settings } from '../../server/files/s3-wire.ts';

export interface S3Server {
  settings: S3Settings;
  /** What the bucket holds, by key. */
  objects: Map<string, { bytes: Buffer; at: Date }>;
  /** Method and status of every call. */
  calls: string[];
  close(): Promise<void>;
}

/** Objects of one page of the list: small, so that a list has several. */
const pageSize = 2;

/** A small object store that speaks S3 over HTTP: one bucket, and not a byte for whom the signature does not speak. */
export async function openS3Server(): Promise<S3Server> {
  const objects: S3Server['objects'] = new Map();
  const calls: string[] = [];
  const identity = {
    bucket: 'lading-files',
    region: 'eu-test-1',
    accessKeyId: 'AKTEST',
    secretAccessKey: 'secret/of+tests',
  };
  const server = createServer((request, response) => {
    void answer(request, response, objects, identity).then((status) => calls.push(`${request.method} ${status}`));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    settings: { ...identity, endpoint },
    objects,
    calls,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

type Identity = Omit<S3Settings, 'endpoint'>;

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  objects: S3Server['objects'],
  identity: Identity,
): Promise<number> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const end = (status: number, bytes: Buffer | string = '', type = 'application/xml') => {
    response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(bytes) }).end(bytes);
    return status;
  };
  const url = new URL(request.url ?? '', 'http://s3');
  if (!isSigned(request, url, body, identity)) return end(403, '<Error><Code>SignatureDoesNotMatch</Code></Error>');
  const [, bucket, ...rest] = url.pathname.split('/');
  if (bucket !== identity.bucket) return end(404);
  const key = rest.join('/');
  if (key === '') return end(200, listed(objects, url.searchParams.get('continuation-token')));
  const found = objects.get(key);
  if (request.method === 'PUT') {
    if (request.headers['transfer-encoding'] || request.headers['content-length'] === undefined) return end(411);
    objects.set(key, { bytes: body, at: new Date() });
    return end(200);
  }
  if (request.method === 'DELETE') {
    objects.delete(key);
    return end(204);
  }
  if (!found) return end(404);
  return end(200, found.bytes, 'application/octet-stream');
}

function listed(objects: S3Server['objects'], token: string | null): string {
  const keys = [...objects.keys()].toSorted().filter((key) => token === null || key > token);
  const page = keys.slice(0, pageSize);
  const next = keys.length > pageSize ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  const contents = page.map((key) => {
    const at = objects.get(key)?.at.toISOString() ?? '';
    return `<Contents><Key>${key}</Key><LastModified>${at}</LastModified></Contents>`;
  });
  return `<?xml version="1.0"?><ListBucketResult>${contents.join('')}${next}</ListBucketResult>`;
}

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** Signature version 4, worked out again from what came over the wire; the body must be the one that was signed. */
function isSigned(request: IncomingMessage, url: URL, body: Buffer, identity: Identity): boolean {
  const { region, accessKeyId, secretAccessKey } = identity;
  const parts = /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
    request.headers.authorization ?? '',
  );
  const [, credential = '', signedHeaders = '', signature = ''] = parts ?? [];
  const moment = String(request.headers['x-amz-date'] ?? '');
  const scope = `${moment.slice(0, 8)}/${region}/s3/aws4_request`;
  if (credential !== `${accessKeyId}/${scope}`) return false;
  const bodyHash = String(request.headers['x-amz-content-sha256'] ?? '');
  if (bodyHash !== sha256(body)) return false;
  const names = signedHeaders.split(';');
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.includes(name))) return false;
  const query = [...url.searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .toSorted()
    .join('&');
  const headers = names.map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`).join('');
  const canonical = [request.method, url.pathname, query, headers, signedHeaders, bodyHash].join('\n');
  const key = hmac(hmac(hmac(hmac(`AWS4${secretAccessKey}`, moment.slice(0, 8)), region), 's3'), 'aws4_request');
  const expected = hmac(key, ['AWS4-HMAC-SHA256', moment, scope, sha256(canonical)].join('\n')).toString('hex');
  return timingSafeEqual(Buffer.from(expected), Buffer.from(signature.padEnd(64)));
}
