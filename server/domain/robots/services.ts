import { createHmac } from 'node:crypto';
import { ask } from '../../outbound/ask.ts';

export const services = ['wecom', 'dingtalk', 'feishu'] as const;
export type Service = (typeof services)[number];

export interface Robot {
  readonly service: Service;
  readonly address: string;
  /** Set if the robot requires signed messages. */
  readonly signature: string | null;
}

export type Told = 'sent' | 'tooFast' | 'refused' | 'noAnswer' | 'badAddress';

const hosts: Readonly<Record<Service, readonly string[]>> = {
  wecom: ['qyapi.weixin.qq.com'],
  dingtalk: ['oapi.dingtalk.com', 'api.dingtalk.com'],
  feishu: ['open.feishu.cn', 'open.larksuite.com'],
};
/** Error codes of rate limiting by service. */
const tooFast: Readonly<Record<Service, readonly number[]>> = {
  ...{ wecom: [45009, 45033], dingtalk: [130101, 410100, 660026], feishu: [9499, 11232, 99991400] },
};

/** Where to send to a robot: its service's hosts by https, or a host from the settings; null otherwise. */
function placeOf({ service, address }: Robot, named: readonly string[]): { url: URL; guarded: boolean } | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.username !== '' || url.password !== '') return null;
  if (named.includes(url.host) && /^https?:$/.test(url.protocol)) return { url, guarded: false };
  return url.protocol === 'https:' && url.port === '' && hosts[service].includes(url.hostname)
    ? { url, guarded: true }
    : null;
}

/** A message in the service's format, signed if there is a secret. */
function messageOf({ service, signature }: Robot, url: URL, text: string, now: number): { url: URL; body: object } {
  if (service === 'wecom') return { url, body: { msgtype: 'text', text: { content: text } } };
  if (service === 'dingtalk') {
    const signed = new URL(url);
    if (signature) {
      const sign = createHmac('sha256', signature).update(`${now}\n${signature}`).digest('base64');
      signed.searchParams.set('timestamp', String(now));
      signed.searchParams.set('sign', sign);
    }
    return { url: signed, body: { msgtype: 'text', text: { content: text } } };
  }
  const timestamp = String(Math.floor(now / 1_000));
  // Feishu uses the text to sign as the key, and signs an empty text.
  const sign = signature && createHmac('sha256', `${timestamp}\n${signature}`).update('').digest('base64');
  return { url, body: { ...(sign ? { timestamp, sign } : {}), msg_type: 'text', content: { text } } };
}

/** Sends a text to a group. The result contains nothing of its address or secret. */
export async function tell(robot: Robot, text: string, on: { hosts: readonly string[]; now: number }): Promise<Told> {
  const place = placeOf(robot, on.hosts);
  if (!place) return 'badAddress';
  const { url, body } = messageOf(robot, place.url, text, on.now);
  const asked = await ask({
    ...{ url: url.href, method: 'POST', headers: { 'content-type': 'application/json' } },
    ...{ body: JSON.stringify(body), limit: 5_000, maxBytes: 20_000, guarded: place.guarded },
  });
  if (asked.kind !== 'answer') return 'noAnswer';
  if (asked.status === 429) return 'tooFast';
  const code = codeOf(asked.text);
  if (code !== null && tooFast[robot.service].includes(code)) return 'tooFast';
  if (asked.status >= 500 || code === null) return 'noAnswer';
  return asked.status < 300 && code === 0 ? 'sent' : 'refused';
}

function codeOf(text: string): number | null {
  try {
    const read = JSON.parse(text) as Record<string, unknown>;
    const code = read['errcode'] ?? read['code'] ?? read['StatusCode'];
    return typeof code === 'number' ? code : null;
  } catch {
    return null;
  }
}
