import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { archive } from '../../../server/domain/labels/pages/archive.ts';
import { joinRaw } from '../../../server/domain/labels/pages/raw.ts';
import { each, whole } from './labels.ts';

describe('labels as they came', () => {
  it('of a printer language stand one after the other, each on lines of its own', async () => {
    const labels = ['^XA^FDone^XZ', '^XA^FDtwo^XZ\n'].map((text) => Buffer.from(text));
    expect((await whole(joinRaw(each(labels)))).toString()).toBe('^XA^FDone^XZ\n^XA^FDtwo^XZ\n');
  });

  it('go into an archive byte by byte, each under a name that a folder takes', async () => {
    const entries = [
      { name: '1-12 1Z/..\\9.pdf', bytes: Buffer.from([0, 1, 2, 255]) },
      { name: '面单.zpl', bytes: Buffer.from('^XA^XZ') },
      { name: '面单.zpl', bytes: Buffer.from('^XA2^XZ') },
    ];
    const folder = mkdtempSync(join(tmpdir(), 'labels-'));
    writeFileSync(join(folder, 'all.zip'), await whole(archive(each(entries))));
    execFileSync('python3', [
      '-c',
      'import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; z.extractall(sys.argv[2])',
      join(folder, 'all.zip'),
      join(folder, 'out'),
    ]);
    const names = readdirSync(join(folder, 'out')).toSorted();
    expect(names).toEqual(['1-12 1Z_.._9.pdf', '面单 (2).zpl', '面单.zpl']);
    expect(readFileSync(join(folder, 'out', '1-12 1Z_.._9.pdf'))).toEqual(entries[0]?.bytes);
  });
});
