import { createHmac, randomBytes } from 'node:crypto';

const mark = 'whsec_';

export const newSecret = (): string => `${mark}${randomBytes(32).toString('base64')}`;

/** The headers of a delivery after Standard Webhooks: a signature for each secret that is valid now. */
export function signed(
  { id, seconds, body }: { readonly id: string; readonly seconds: number; readonly body: string },
  secrets: readonly string[],
): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(mark.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': signatures.join(' ') };
}
