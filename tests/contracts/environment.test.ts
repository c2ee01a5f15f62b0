import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { environmentFile, settingsOf } from '../../server/scripts/environment-file.mjs';
import { projectRoot } from '../support/entity-files.ts';

const readme = readFileSync(`${projectRoot}README.md`, 'utf8');
const config = readFileSync(`${projectRoot}server/config.ts`, 'utf8');
const documented = settingsOf(readme).flatMap(({ names }) => names);

describe('the settings', () => {
  it('that are read are those of the README, each once', () => {
    const read = [
      ...config.matchAll(/(?:env\['|(?:hostsIn|pathBase)\('|readBase\(env, '|readHosts\(env, ')([A-Z0-9_]+)'/g),
    ].map(([, name = '']) => name);
    expect(read.length).toBeGreaterThan(35);
    expect([...new Set(read)].toSorted()).toEqual(documented.toSorted());
  });

  it('all stand in the environment file of a release, switched off', () => {
    const lines = environmentFile(readme).split('\n');
    expect(lines.filter((line) => line !== '' && !line.startsWith('#'))).toEqual([]);
    for (const name of documented) expect(lines).toContain(`#${name}=`);
  });
});
