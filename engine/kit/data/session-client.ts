import { createWire, type WireOptions } from './wire.ts';

/** One entry of the menu, as the server sends it: a flat list, a tree by `pid`. */
export interface MenuNode {
  id: string;
  pid: string | null;
  name: string;
  path: string;
  component: string;
  /** Where the address of a group leads. */
  redirect?: string | null;
  meta: {
    title: string;
    icon?: string | null;
    show?: boolean;
    /** Everything below it is reached by address alone; in the menu it is one entry. */
    hideChildren?: boolean;
    link?: string | null;
    target?: string | null;
  };
  entity?: string;
  application?: string;
}

export interface LoginUser {
  id: string;
  account: string;
  name: string;
  avatar: string | null;
  adminType: string;
  roleCodes?: string[];
  permissions: string[];
  menus: MenuNode[];
  apps: { code: string; name: string; active: boolean }[];
  loginEmpInfo: { orgId: string | null; orgName: string | null } | null;
  tenant: { name: string; timeZone: string; currency: string };
  member: { id: string; name: string } | null;
  /** Set while one looks through the eyes of a role. */
  preview?: { role: string; until: string } | null;
  mustChangePassword?: boolean;
  /** A second factor has to be set up before anything else. */
  mustEnrolFactor?: boolean;
}

export interface Brand {
  name: string;
  logo: string | null;
  domain: string | null;
  culture?: string;
  footer?: string | null;
  /** Whether accounts can be asked for here. */
  registration?: boolean;
  /** Fewest characters of a new password. */
  passwordLength?: number;
}

export type SignInKind = 'staff' | 'member';

export interface SignInAttempt {
  kind: SignInKind;
  account: string;
  password: string;
  /** What the slider gave; the server says when it wants one. */
  captcha?: string | undefined;
  /** A code of the authenticator app, or a recovery code; the server says when it wants one. */
  otp?: string | undefined;
}

/** Who is there: sign in and out, and what the person may see. Throws `WireError` like the data client. */
export interface SessionClient {
  signIn(attempt: SignInAttempt): Promise<string>;
  signOut(): Promise<void>;
  loginUser(): Promise<LoginUser>;
  brand(): Promise<Brand>;
}

export function createSessionClient(options: WireOptions): SessionClient {
  const wire = createWire(options);
  return {
    signIn: ({ kind, account, password, captcha, otp }) =>
      wire.post(kind === 'member' ? 'MembershipLogin' : 'login', {
        account,
        password,
        ...(captcha ? { code: captcha } : {}),
        ...(otp ? { otp } : {}),
      }),
    signOut: () => wire.get('logout'),
    loginUser: () => wire.get('getLoginUser'),
    brand: () => wire.get('sysTenant/GetDoMain'),
  };
}
