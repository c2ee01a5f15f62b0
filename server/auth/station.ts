import { createHash, randomBytes } from 'node:crypto';
import { issue } from '../../engine/core/index.ts';
import type { Actors } from '../access/actors.ts';
import { count, within } from '../access/limits.ts';
import { hashToken, openSession } from '../access/sessions.ts';
import { AppError, refused } from '../errors.ts';
import type { Context } from '../operations/context.ts';
import { passwordFits } from '../secrets/passwords.ts';
import { readSetting } from '../settings/settings.ts';
import {
  badgeOwnerSql,
  pairStationSql,
  pinFitSql,
  stationOfBrowserSql,
  stationPeopleSql,
  tryPinSql,
} from '../access/station-sql.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import { forgetFailures, noteFailure, refuseWhileLocked, type Trying } from './failures.ts';
import { isOpen, tenantByHost, type HostTenant } from './tenant-host.ts';
import { readUserAgent } from './user-agent.ts';

/** Where a call of a station's browser comes from. */
export interface StationBrowser {
  readonly host: string;
  readonly ip: string;
  readonly userAgent: string;
  /** The credential of the browser; empty without one. */
  readonly browser: string;
}

/** How a person signs in: a scanned badge, or their account and PIN. */
export interface StationProof {
  readonly badge: string;
  readonly person: string;
  readonly pin: string;
}

export interface StationDeps {
  readonly context: Context;
  readonly system: SystemDatabase;
  readonly actors: Pick<Actors, 'byAccount' | 'stations'>;
}

/** A station as its browser sees it before a sign-in. */
export interface StationView {
  readonly name: string;
  readonly people: readonly { readonly id: string; readonly name: string }[];
}

/** A person's session at a station. `place` is the printer that stands there. */
export interface StationSession {
  readonly token: string;
  readonly person: string;
  readonly name: string;
  readonly station: string;
  readonly place: string;
  readonly idleMinutes: number;
  readonly timeZone: string;
  readonly currency: string;
}

/** Wrong PINs in a row, at all stations together, after which a PIN is blocked until its owner sets another. */
export const pinTries = 10;
const pairLimit = { seconds: 600, most: 20 };
/** Wrong PINs of all people at one station, so that one guess is not tried on everybody. Badges go on. */
const stationLimit = { seconds: 600, most: 30 };
const defaultIdleMinutes = 5;

interface Station {
  readonly id: string;
  readonly name: string;
  readonly place: string;
}

const badgeHash = (badge: string): Buffer => createHash('sha256').update(badge.trim().toUpperCase()).digest();

/**
 * Redeems a pairing code, which makes this browser the station's only one. Answers the credential, of which the hash is
 * stored. Throws `refused` for a wrong code, `tooMany`.
 */
export async function pairStation(
  { system }: StationDeps,
  { host, ip, userAgent }: StationBrowser,
  code: string,
): Promise<{ browser: string; name: string }> {
  if (!(await within(system, [[`station-pair:${ip}`, pairLimit]]))) throw new AppError('tooMany');
  const tenant = await tenantByHost(system, host);
  const browser = randomBytes(32).toString('base64url');
  const { browser: program, os } = readUserAgent(userAgent);
  const given = [code.trim().toUpperCase(), hashToken(browser), [program, os].filter(Boolean).join(', ')];
  const { rows } =
    tenant && isOpen(tenant)
      ? await system.pool.query<{ name: string }>(pairStationSql, [tenant.id, ...given])
      : { rows: [] };
  const [found] = rows;
  if (!found) throw refused(issue('station.wrongCode', 'code'));
  return { browser, name: found.name };
}

/** The station of this browser, and the people who may choose their name; null if it is none. */
export async function viewStation(deps: StationDeps, from: StationBrowser): Promise<StationView | null> {
  const found = await stationOf(deps, from);
  if (!found) return null;
  const { rows } = await deps.system.pool.query<StationView['people'][number]>(stationPeopleSql, [
    found.tenant.id,
    pinTries,
  ]);
  return { name: found.station.name, people: rows };
}

/**
 * Opens a session that is limited to the calls of stations and ends the one before it there. Throws `refused` for an
 * unknown badge, a wrong PIN, a person without any of these calls, or a browser that is no station; `tooManyFailures`,
 * `tooMany`, `passwordDue`.
 */
export async function signInAtStation(
  deps: StationDeps,
  from: StationBrowser,
  proof: StationProof,
): Promise<StationSession> {
  const { system, context, actors } = deps;
  const found = await stationOf(deps, from);
  if (!found) throw refused(issue('station.notOpen', ''));
  const { tenant, station } = found;
  const account = await ownerOf(deps, found, { ...proof, ip: from.ip });
  const actor = account === null ? null : await actors.byAccount(tenant.id, account);
  if (!actor || actor.member) throw refused(issue('station.unknownBadge', 'badge'));
  if (actor.mustChange) throw new AppError('passwordDue');
  if (!actors.stations.opensAny(actor)) throw refused(issue('station.noRight', ''));
  const idleMinutes = Number((await readSetting(system, tenant.id, 'STATION_IDLE_MINUTES')) ?? defaultIdleMinutes);
  const token = await openSession(system, context.newId, {
    ...{ tenant: tenant.id, account: actor.facts.id, member: null, timeZone: tenant.timeZone, ip: from.ip },
    ...{ station: { id: station.id, idleMinutes }, ...readUserAgent(from.userAgent) },
  });
  const { timeZone, currency } = tenant;
  const person = { person: actor.facts.id, name: actor.name };
  return { token, ...person, station: station.name, place: station.place, idleMinutes, timeZone, currency };
}

async function stationOf(
  { system }: StationDeps,
  { host, browser }: StationBrowser,
): Promise<{ tenant: HostTenant; station: Station } | null> {
  if (!/^[\w-]{43}$/.test(browser)) return null;
  const tenant = await tenantByHost(system, host);
  if (!tenant || !isOpen(tenant)) return null;
  const { rows } = await system.pool.query<Station>(stationOfBrowserSql, [tenant.id, hashToken(browser)]);
  return rows[0] ? { tenant, station: rows[0] } : null;
}

/** Whose badge or PIN this is; null if no account here has it. Throws the same as a wrong PIN. */
async function ownerOf(
  { system }: StationDeps,
  { tenant, station }: { tenant: HostTenant; station: Station },
  { badge, person, pin, ip }: StationProof & { ip: string },
): Promise<string | null> {
  if (badge !== '') {
    const { rows } = await system.pool.query<{ id: string }>(badgeOwnerSql, [tenant.id, badgeHash(badge)]);
    return rows[0]?.id ?? null;
  }
  if (!/^\d{1,18}$/.test(person)) throw refused(issue('required', 'person'));
  const trying: Trying = {
    ...{ tenant: tenant.id, subject: `pin:${person}`, ip },
    origin: { key: `station:${station.id}`, known: true },
  };
  const failures = `station-pin:${tenant.id}:${station.id}`;
  await refuseWhileLocked(system, trying);
  // Counted before the slow comparison, so that a burst of guesses is no burst of work.
  if ((await count(system, failures, stationLimit.seconds)) > stationLimit.most) throw new AppError('tooMany');
  const { rows } = await system.pool.query<{ pin_hash: string }>(tryPinSql, [tenant.id, person, pinTries]);
  const kept = rows[0]?.pin_hash ?? null;
  if (await passwordFits(kept, pin)) {
    await system.pool.query(pinFitSql, [tenant.id, person, kept]);
    await forgetFailures(system, trying);
    await count(system, failures, stationLimit.seconds, -1);
    return person;
  }
  await noteFailure(system, trying);
  throw refused(issue('station.wrongPin', 'pin'));
}
