import type { Drivers } from '../messages/drivers.ts';
import type { Actor, Context } from '../operations/context.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import type { Culture, Texts } from '../texts.ts';
import type { Actors } from '../access/actors.ts';
import { createCaptchas, type Captchas } from './captcha/captchas.ts';
import { checkCode, type CodeCheck } from './check-code.ts';
import type { AuthDeps } from './auth-deps.ts';
import { manyFrom } from './failures.ts';
import { loginUser } from '../menus/login-user.ts';
import { recover, type Recovery } from './recover.ts';
import { register, type Registration } from './register.ts';
import { sendCode, type CodeRequest } from './send-code.ts';
import { closeSession } from '../access/sessions.ts';
import { passwordLength, readSetting } from '../settings/settings.ts';
import { originOf, signIn, type SignedIn, type SignIn } from './sign-in.ts';
import {
  pairStation,
  signInAtStation,
  viewStation,
  type StationBrowser,
  type StationProof,
  type StationSession,
  type StationView,
  type StationVisit,
} from './station.ts';
import { alwaysCaptcha, acceptsRegistration, tenantByHost } from './tenant-host.ts';
import { createKeyedMutex } from './keyed-mutex.ts';

/** Sign-in, sign-out, registration and recovery, as the routes call them. */
export interface AuthService {
  captchas: Captchas;
  /** Opens a session; throws what `signIn` throws. */
  signIn(attempt: SignIn): Promise<SignedIn>;
  /** Ends the session of a token; an unknown one is no error. */
  signOut(token: string): Promise<void>;
  /** Whether signing in from here needs a captcha whatever the account. */
  needsCaptcha(host: string, ip: string): Promise<boolean>;
  sendCode(request: CodeRequest): Promise<{ seconds: number; minutes: number }>;
  /** Checks a code without spending it. Throws `refused` if it does not match. */
  checkCode(asked: CodeCheck): Promise<void>;
  register(asked: Registration): Promise<void>;
  recover(asked: Recovery): Promise<void>;
  /** Branding shown on a host before sign-in. */
  brandOf(host: string): Promise<Brand>;
  /** Sign-in at shared stations. */
  stations: {
    pair(from: StationBrowser, code: string): ReturnType<typeof pairStation>;
    view(from: StationBrowser): Promise<StationView | null>;
    enter(from: StationBrowser, proof: StationProof, report: (visit: StationVisit) => void): Promise<StationSession>;
  };
  loginUser(actor: Actor, culture: Culture): ReturnType<typeof loginUser>;
  /** Resolves once all work started after an answer (such as mail) has finished. */
  settled(): Promise<void>;
}

export interface Brand {
  name: string;
  /** Address of the logo; null if the tenant has none. */
  logo: string | null;
  currency: string;
  culture: string;
  footer: string | null;
  /** Whether self-registration is open on this host. */
  registration: boolean;
  /** Minimum length of a new password. */
  passwordLength: number;
}

export interface AuthSettings {
  context: Context;
  actors: Actors;
  system: SystemDatabase;
  texts: Texts;
  drivers: Drivers;
  deviceKey: Buffer;
  log(message: string, error?: unknown): void;
}

async function brandOf(system: SystemDatabase, host: string): ReturnType<AuthService['brandOf']> {
  const tenant = await tenantByHost(system, host);
  return {
    name: tenant?.name ?? 'Lading',
    logo: tenant?.logo ? `/api/sysTenant/logo?v=${tenant.logo}` : null,
    currency: tenant?.currency ?? 'USD',
    culture: tenant?.defaultLocale ?? 'zh-CN',
    footer: tenant ? await readSetting(system, tenant.id, 'PAGE_FOOTER') : null,
    registration: (await acceptsRegistration(system, tenant)) !== null,
    passwordLength: await passwordLength(system, tenant?.id ?? '0'),
  };
}

export function createAuthService({
  context,
  actors,
  system,
  texts,
  drivers,
  deviceKey,
  log,
}: AuthSettings): AuthService {
  const captchas = createCaptchas(system);
  const inTurn = createKeyedMutex();
  const open = new Set<Promise<void>>();
  const deps: AuthDeps = {
    context,
    system,
    texts,
    drivers,
    captchas,
    actorOf: (tenant) => actors.system({ ...tenant, platform: tenant.kind === 'platform' }),
    later(work) {
      const done: Promise<void> = work()
        .catch((error: unknown) => log('a message could not be sent', error))
        .finally(() => open.delete(done));
      open.add(done);
    },
  };
  return {
    captchas,
    async signIn(attempt) {
      const on = { context, system, captchas, deviceKey, needsFactor: actors.needsFactor };
      const origin = await originOf(on, attempt);
      const key = `${attempt.host} ${attempt.account.toLowerCase()} ${origin.key}`;
      return inTurn(key, () => signIn(on, attempt, origin));
    },
    signOut: (token) => closeSession(system, token),
    async needsCaptcha(host, ip) {
      const tenant = await tenantByHost(system, host);
      return (await alwaysCaptcha(system, tenant)) || (await manyFrom(system, ip));
    },
    sendCode: (request) => sendCode(deps, request),
    checkCode: (asked) => checkCode(deps, asked),
    register: (asked) => register(deps, asked),
    recover: (asked) => recover(deps, asked),
    brandOf: (host) => brandOf(system, host),
    stations: {
      pair: (from, code) => pairStation({ context, system, actors }, from, code),
      view: (from) => viewStation({ context, system, actors }, from),
      enter: (from, proof, report) => signInAtStation({ context, system, actors }, from, proof, report),
    },
    loginUser: (actor, culture) => loginUser(context, system, actor, culture, texts),
    async settled() {
      while (open.size > 0) await Promise.all(open);
    },
  };
}
