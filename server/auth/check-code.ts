import { issue } from '../../engine/core/index.ts';
import { AppError, refused } from '../errors.ts';
import { codeFits } from './codes.ts';
import type { AuthDeps } from './auth-deps.ts';
import { within } from '../access/limits.ts';
import { codeSubject } from './send-code.ts';
import { tenantByHost } from './tenant-host.ts';

export interface CodeCheck {
  host: string;
  ip: string;
  to: string;
  code: string;
}

const perAddress = { seconds: 3_600, most: 30 };

/** Checks a registration code without spending it. An address without a code is refused like a wrong code. */
export async function checkCode(
  { system }: Pick<AuthDeps, 'system'>,
  { host, ip, to, code }: CodeCheck,
): Promise<void> {
  if (!(await within(system, [[`check-code:${ip}`, perAddress]]))) throw new AppError('tooMany');
  const tenant = await tenantByHost(system, host);
  const on = { tenant: tenant?.id ?? '0', purpose: 'register', subject: codeSubject(to) } as const;
  if (!(await codeFits(system, on, code))) throw refused(issue('code.wrong', 'code'));
}
