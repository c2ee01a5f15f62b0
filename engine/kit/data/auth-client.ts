import { encryptEcb } from './aes.ts';
import { WireError } from './data-client.ts';
import { createWire, type WireOptions } from './wire.ts';

/** A puzzle to be solved: its pictures as addresses, and what the answer needs. */
export interface Challenge {
  account: string;
  token: string;
  secretKey: string;
  picture: string;
  piece: string;
}

/** One-time codes and what they open, and the captcha before them. Throws `WireError` like the data client. */
export interface AuthClient {
  /** `account`: whom it is about, so that what others miss is not counted against them. */
  challenge(account?: string): Promise<Challenge>;
  /** Verifies the solved challenge; null for a wrong answer. */
  solve(challenge: Challenge, x: number): Promise<string | null>;
  sendCode(order: { purpose: 'register' | 'recover'; to: string; captcha: string }): Promise<{ seconds: number }>;
  register(body: { to: string; code: string; name: string; company: string; password: string }): Promise<null>;
  recover(body: { to: string; code: string; password: string }): Promise<null>;
}

const kind = { captchaType: 'blockPuzzle' };
const wrong = '6111';
const expired = '6110';

interface Raw {
  repCode: string;
  repMsg: string | null;
  repData: Record<string, string> | null;
}

export function createAuthClient(options: WireOptions): AuthClient {
  const wire = createWire(options);
  /** Captchas speak without the envelope. */
  const request = async (verb: 'get' | 'check', body: Record<string, string>): Promise<Raw> => {
    const headers = { 'Content-Type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await fetch(`/api/captcha/${verb}?culture=${options.getCulture()}`, init)
      .then((response) => response.json() as Promise<Raw>)
      .catch(() => null);
    if (!answer?.repCode) throw new WireError(0, 0);
    return answer;
  };
  return {
    async challenge(account = '') {
      const { repData, repMsg } = await request('get', { ...kind, account });
      if (!repData) throw new WireError(200, 0, { message: repMsg ?? '' });
      const { token = '', secretKey = '', originalImageBase64, jigsawImageBase64 } = repData;
      const png = 'data:image/png;base64,';
      return {
        account,
        token,
        secretKey,
        picture: `${png}${originalImageBase64}`,
        piece: `${png}${jigsawImageBase64}`,
      };
    },
    async solve({ account, token, secretKey }, x) {
      const point = JSON.stringify({ x, y: 5 });
      const answer = { ...kind, account, token, pointJson: encryptEcb(point, secretKey) };
      const { repCode, repMsg } = await request('check', answer);
      if (repCode === wrong || repCode === expired) return null;
      if (repCode !== '0000') throw new WireError(200, 0, { message: repMsg ?? '' });
      return encryptEcb(`${token}---${point}`, secretKey);
    },
    sendCode: (order) => wire.post('sendCode', order),
    register: (body) => wire.post('register', body),
    recover: (body) => wire.post('recover', body),
  };
}
