import { ownOf, type ActorFacts } from '../../core/index.ts';
import type { LoginUser } from '../data/session-client.ts';

const kinds: Record<string, string> = { '1': 'super', '2': 'admin', '3': 'staff', '4': 'member' };

/** The person at the screen as conditions know them. */
export function actorOf(user: LoginUser): ActorFacts {
  return {
    id: user.id,
    type: user.member ? 'member' : (ownOf(kinds, user.adminType) ?? 'staff'),
    member: user.member?.id ?? null,
    org: user.loginEmpInfo?.orgId ?? null,
    roles: user.roleCodes ?? [],
  };
}

/** Now and today in the tenant's zone, as conditions read them. */
export function clockIn(timeZone: string, at: Date = new Date()): { now: string; today: string } {
  // Creating a formatter is slower than a key press may be, and every cell of a sub-table needs one.
  const clock =
    clocks.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  clocks.set(timeZone, clock);
  const parts = clock.format(at);
  return { now: parts, today: parts.slice(0, 10) };
}

const clocks = new Map<string, Intl.DateTimeFormat>();
