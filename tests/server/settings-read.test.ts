import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { fromHere, readConfig } from '../../server/config.ts';
import { environmentFile } from '../../server/scripts/environment-file.mjs';
import { root, secretKey } from '../support/test-app.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'lading-settings-')));
afterAll(() => rmSync(folder, { recursive: true }));
const read = (env: Record<string, string>) =>
  readConfig({ SECRET_KEY: secretKey, DATA_DIR: folder, ...env }, undefined, []);

describe('the settings of a start', () => {
  it('are the usual ones where a line of the environment file is switched on and left blank', () => {
    const file = environmentFile(readFileSync(join(root, 'README.md'), 'utf8')).replaceAll(/^#(?=[A-Z0-9_]+=$)/gm, '');
    const blank = { ...(parseEnv(file) as Record<string, string>), SECRET_KEY: secretKey, DATA_DIR: folder };
    expect(blank).toMatchObject({ PORT: '', HOST: '', S3_BUCKET: '' });
    expect(readConfig(blank, undefined, [])).toEqual(read({}));
    expect(read({ HOST: ' ' })).toMatchObject({ ok: true, value: { host: '127.0.0.1' } });
  });

  it('name an address of a database that cannot be read, and a folder that cannot be written', () => {
    const problems = [expect.stringMatching(/^DATABASE_URL: /)];
    expect(read({ DATABASE_URL: 'postgres://lading:a/b+c@db:5432/lading' })).toEqual({ ok: false, problems });
    expect(read({ DATABASE_URL: 'postgres://lading:a%2Fb+c@db:5432/lading' })).toMatchObject({ ok: true });
    expect(read({ DATABASE_URL: 'postgres://lading@db/lading' })).toMatchObject({ ok: true });
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const refused = { ok: false, problems: [expect.stringMatching(/^DATA_DIR: .*ENOTDIR/)] };
    expect(readConfig({ DATA_DIR: join(file, 'data') }, undefined, [])).toEqual(refused);
  });
});

describe('a command of a release', () => {
  it('takes its paths from where the person is', () => {
    const [release, person] = [join(folder, 'a release'), join(folder, 'home')];
    mkdirSync(join(release, 'dist/server/scripts'), { recursive: true });
    mkdirSync(person);
    cpSync(join(root, 'server/scripts/lading.mjs'), join(release, 'lading.mjs'));
    writeFileSync(join(release, 'package.json'), '{"type":"module"}');
    const says = 'export default (args) => console.log(JSON.stringify([process.cwd(), process.env.INIT_CWD, args]))';
    writeFileSync(join(release, 'dist/server/scripts/say.js'), says);
    const said = execFileSync(process.execPath, [join(release, 'lading.mjs'), 'say', 'here'], {
      cwd: person,
      encoding: 'utf8',
      env: { INIT_CWD: '/elsewhere' },
    });
    expect(JSON.parse(said)).toEqual([release, person, ['here']]);
    const before = process.env['INIT_CWD'];
    try {
      process.env['INIT_CWD'] = person;
      expect([fromHere('backups'), fromHere('/backups'), fromHere(undefined)]).toEqual([
        join(person, 'backups'),
        '/backups',
        '',
      ]);
    } finally {
      if (before === undefined) delete process.env['INIT_CWD'];
      else process.env['INIT_CWD'] = before;
    }
  });
});
