import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { settingsOf } from '../../server/scripts/environment-file.mjs';
import { projectRoot } from '../support/entity-files.ts';

const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8');
const settings = settingsOf(read('README.md')).flatMap(({ names }) => names);
/** What is no setting of ours: Node's own, and what the driver of Postgres reads. */
const others = ['NODE_ENV', 'PGPASSWORD'];
const names = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name = '']) => name);

describe('the files for deployment', () => {
  it('name settings that there are', () => {
    const node = /\n {4}environment: &settings\n((?: {6}.*\n)+)/.exec(read('deploy/compose.yaml'))?.[1] ?? '';
    const named = [
      ...names(node, /^ {6}([A-Z0-9_]+):/gm),
      ...names(/^ENV (.*)$/m.exec(read('deploy/Dockerfile'))?.[1] ?? '', /([A-Z0-9_]+)=/g),
      ...names(/^Environment=(.*)$/m.exec(read('deploy/lading.service'))?.[1] ?? '', /([A-Z0-9_]+)=/g),
    ];
    expect(named).toEqual(expect.arrayContaining(['DATABASE_URL', 'METRICS_PORT', 'METRICS_HOST', 'DATA_DIR']));
    expect(named.filter((name) => !settings.includes(name) && !others.includes(name))).toEqual([]);
  });

  it('keep secrets out of the image, and a password as it is out of an address', () => {
    expect(read('deploy/dockerignore').split('\n')).toEqual(expect.arrayContaining(['**/.env', '**/*.env', '.data']));
    expect(read('server/scripts/release.mjs')).toContain(
      "cpSync('deploy/dockerignore', join(folder, '.dockerignore'))",
    );
    expect(names(read('deploy/compose.yaml'), /(postgres:\/\/[^'"]*)/g)).toEqual([
      'postgres://lading@postgres:5432/lading',
    ]);
  });

  it('let the service stop its own Postgres last, and wait for a database that comes up later', () => {
    const unit = read('deploy/lading.service').split('\n');
    expect(unit).toEqual(expect.arrayContaining(['KillMode=mixed', 'StartLimitIntervalSec=0', 'Restart=on-failure']));
  });

  it('have an alarm for each figure that is worth one, of figures that are measured', () => {
    const rules = names(read('deploy/alarms.yml').replaceAll(/^#.*$/gm, ''), /\b(lading_[a-z_]+)/g);
    const measured = names(read('server/metrics/prometheus.mjs'), /'(lading_[a-z_]+)'/g);
    const worth = names(read('engine/docs/production.md'), /^\| `(lading_[a-z_]+)/gm);
    expect(worth.length).toBeGreaterThan(6);
    const figures = rules.map((rule) => rule.replace(/(?<=seconds)_count$/, ''));
    expect(figures.filter((each) => !measured.includes(each))).toEqual([]);
    expect(worth.filter((each) => !figures.includes(each))).toEqual([]);
  });
});
