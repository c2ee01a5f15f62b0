import { issue } from '../../engine/core/index.ts';
import { within } from '../access/limits.ts';
import { refused } from '../errors.ts';
import type { Actor } from '../operations/context.ts';
import { uploadsPerHour } from '../settings/settings.ts';
import type { SystemDatabase } from '../store/system-database.ts';

const hour = 3600;

/**
 * Counts an upload of a person before its bytes are read. Throws `refused` above the hourly limit of their tenant, with the
 * minutes until it may be tried again.
 */
export async function countUpload(system: SystemDatabase, { tenant, facts }: Actor): Promise<void> {
  const most = await uploadsPerHour(system, tenant);
  if (await within(system, [[`upload:${tenant}:${facts.id}`, { seconds: hour, most }]])) return;
  const minutes = Math.ceil((hour - ((Date.now() / 1000) % hour)) / 60);
  throw refused(issue('file.tooManyUploads', 'file', { most, minutes }));
}
