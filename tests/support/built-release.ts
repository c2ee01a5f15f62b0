import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Json = Record<string, Record<string, unknown>>;

/**
 * Lays a later release of the built product into an empty folder: another number, and an entity with two fields more,
 * one of which has a key and the other an index. Its server serves beside that of the release in `root`.
 */
export function layNextRelease(root: string, folder: string): void {
  const edit = (file: string, change: (json: Json) => object): void =>
    writeFileSync(
      join(folder, file),
      JSON.stringify(change(JSON.parse(readFileSync(join(root, file), 'utf8')) as Json)),
    );
  for (const part of ['dist/server', 'schemas', 'locales', 'server/domain/addresses/postal'])
    cpSync(join(root, part), join(folder, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  edit('package.json', (json) => ({ ...json, version: '99.1.0', lading: { serves: '0.1.0' } }));
  edit('schemas/pricing/level/level.json', (json) => ({
    ...json,
    fields: { ...json['fields'], motto: { type: 'text', maxLength: 40, unique: true }, rank: { type: 'integer' } },
    list: { ...json['list'], filters: ['createdAt', 'rank'] },
  }));
  for (const culture of ['en-US', 'zh-CN'])
    edit(`locales/${culture}/entities/level.json`, (json) => ({
      ...json,
      fields: { ...json['fields'], motto: 'Motto', rank: 'Rank' },
    }));
}
