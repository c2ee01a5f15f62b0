import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig, type Config } from '../config.ts';
import { modules } from '../domain/index.ts';
import { AppError } from '../errors.ts';
import { openNode } from '../node.ts';
import { openDatabase } from '../open-database.ts';
import { openPlatform, type NewPlatform } from '../tenants/open-platform.ts';

const usage =
  'npm run platform:open -- <host> <e-mail> [--name Lading] [--locale en-US] [--time-zone America/New_York]: where the platform is reached, and its administrator';

/**
 * `npm run platform:open -- <host> <e-mail>`: the platform and its first account in an empty database, without the demo.
 * Exits with 1 if a person can sign in there already, or another command makes a platform.
 */
export default async function platformOpen(args: string[] = []): Promise<number> {
  const platform = readPlatform(args);
  const config = readConfig();
  const problems = [...(config.ok ? [] : config.problems), ...platform.problems];
  if (!config.ok || problems.length > 0) return fail(problems);
  const settings = config.value;
  const database = await openDatabase(settings);
  try {
    const said = await open(settings, database.url, platform.value);
    if (typeof said !== 'string') return fail(said);
    database.complete();
    console.log(said);
    return 0;
  } finally {
    await database.stop();
  }
}

/** What to tell the operator, or why not. */
async function open(settings: Config, databaseUrl: string, platform: NewPlatform): Promise<string | string[]> {
  const root = resolve('.');
  const { directUrl, secretKey, previousKey } = settings;
  const opened = await openNode({ databaseUrl, directUrl, root, secretKey, previousKey, modules });
  if (!opened.ok) return opened.issues.map(({ path, code }) => `${path} ${code}`);
  const node = opened.value;
  try {
    const made = await openPlatform({ ...node, root }, platform);
    if (made === 'used') return ['this installation has accounts already'];
    if (made === 'busy') return ['another command is making the platform or the demo here'];
    const address = settings.publicUrl.replace('{host}', platform.host);
    return `${address}: sign in as ${made.account} with ${made.password}, and choose another password there`;
  } catch (error) {
    if (!(error instanceof AppError) || !error.details.issues) throw error;
    return error.details.issues.map(({ path, code }) => `${path} ${code}`);
  } finally {
    await node.close();
  }
}

function readPlatform(args: readonly string[]): { value: NewPlatform; problems: string[] } {
  const text = { type: 'string' } as const;
  const options = { name: text, locale: text, 'time-zone': text };
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
  const [host = '', email = ''] = positionals;
  const { name = 'Lading', locale = 'en-US', 'time-zone': timeZone = 'America/New_York' } = values;
  const problems: string[] = [];
  if (!/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(host) || !email.includes('@')) problems.push(usage);
  if (locale !== 'en-US' && locale !== 'zh-CN') problems.push('--locale: en-US or zh-CN');
  if (!isTimeZone(timeZone)) problems.push('--time-zone: as America/New_York');
  return { value: { name, host, email, timeZone, locale: locale === 'zh-CN' ? 'zh-CN' : 'en-US' }, problems };
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

function fail(problems: readonly string[]): number {
  for (const problem of problems) console.error(problem);
  return 1;
}
