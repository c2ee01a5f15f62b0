import { createWire, type WireOptions } from './wire.ts';

/** What a person sees of themself; `bound` names the addresses that a code has proven. */
export interface Profile {
  account: string;
  name: string;
  nickName: string | null;
  avatar: string | null;
  sex: string | null;
  birthday: string | null;
  email: string | null;
  phone: string | null;
  tel: string | null;
  jobNum: string | null;
  version: number;
  since: string;
  org: string | null;
  customer: string | null;
  roles: string[];
  positions: string[];
  bound: string[];
}

export interface OwnSession {
  id: string;
  ip: string | null;
  browser: string | null;
  os: string | null;
  since: string;
  seen: string;
  expires: string;
  current: boolean;
}

/** The second factor: whether sign-in asks for it, and how many recovery codes are left. */
export interface OwnFactor {
  on: boolean;
  recoveryLeft: number;
}

export interface FactorProof {
  password: string;
  code: string;
}

export type BindingChannel = 'email' | 'phone';

/** The account that one is signed in with. Throws `WireError` like the data client. */
export interface AccountClient {
  profile(): Promise<Profile>;
  sessions(): Promise<OwnSession[]>;
  /** One other session by its id, or all `others`. */
  endSessions(id: string): Promise<{ ended: number }>;
  updateInfo(change: Partial<Pick<Profile, 'nickName' | 'sex' | 'birthday' | 'tel'>>): Promise<unknown>;
  updatePassword(passwords: { password: string; newPassword: string; confirm: string }): Promise<void>;
  uploadAvatar(picture: Blob): Promise<string>;
  updateAvatar(avatar: string | null): Promise<unknown>;
  sendCode(channel: BindingChannel, to: string): Promise<{ seconds: number; minutes: number }>;
  bind(channel: BindingChannel, to: string, code: string): Promise<void>;
  unbind(channel: BindingChannel): Promise<void>;
  factor(): Promise<OwnFactor>;
  /** A key for the authenticator app, as text and as the address that its picture holds. */
  startFactor(password: string): Promise<{ key: string; uri: string }>;
  /** Turns the second factor on; the recovery codes are answered this once. */
  confirmFactor(code: string): Promise<{ recovery: string[] }>;
  removeFactor(proof: FactorProof): Promise<void>;
  renewRecovery(proof: FactorProof): Promise<{ recovery: string[] }>;
  pin(): Promise<{ on: boolean; blocked: boolean }>;
  /** Sets the PIN for shared stations; an empty one removes it. */
  setPin(proof: { password: string; pin: string }): Promise<void>;
}

export function createAccountClient(options: WireOptions): AccountClient {
  const wire = createWire(options);
  return {
    profile: () => wire.get('account/profile'),
    sessions: () => wire.get('account/sessions'),
    endSessions: (id) => wire.post('account/endSessions', { id }),
    updateInfo: (change) => wire.post('sysUser/updateInfo', change),
    updatePassword: (passwords) => wire.post('sysUser/updatePwd', passwords),
    uploadAvatar(picture) {
      const body = new FormData();
      body.append('file', picture, 'avatar.png');
      return wire.upload('sysFileInfo/uploadAvatar', body);
    },
    updateAvatar: (avatar) => wire.post('sysUser/updateAvatar', { avatar }),
    sendCode: (channel, to) => wire.post('account/sendCode', { way: channel, to }),
    bind: (channel, to, code) => wire.post('account/bind', { way: channel, to, code }),
    factor: () => wire.get('account/factor'),
    startFactor: (password) => wire.post('account/startFactor', { password }),
    confirmFactor: (code) => wire.post('account/confirmFactor', { code }),
    removeFactor: (proof) => wire.post('account/removeFactor', proof),
    renewRecovery: (proof) => wire.post('account/renewRecovery', proof),
    pin: () => wire.get('account/pin'),
    setPin: (proof) => wire.post('account/setPin', proof),
    unbind: (channel) => wire.post('account/unbind', { way: channel }),
  };
}
