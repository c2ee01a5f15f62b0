import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documentedPaths, generatedDocs } from '../../server/scripts/docs/generated-docs.ts';
import { projectRoot } from '../support/entity-files.ts';

const read = (path: string): string => readFileSync(projectRoot + path, 'utf8');
const generated = generatedDocs();
const documents = [
  'README.md',
  ...['server', 'server/domain', 'engine', 'engine/modules', 'schemas'].map((folder) => `${folder}/README.md`),
  ...readdirSync(`${projectRoot}engine/docs`).flatMap((name) => (name.endsWith('.md') ? [`engine/docs/${name}`] : [])),
];

describe('the documents', () => {
  it.each(Object.keys(generated))('are generated from the code: %s', (path) => {
    expect(read(path)).toBe(generated[path]);
  });

  it('link to files that are there', () => {
    const broken = documents.flatMap((path) =>
      [...read(path).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)]
        .map(([, target = '']) => target)
        .filter((target) => !existsSync(projectRoot + normalize(join(dirname(path), target))))
        .map((target) => `${path}: ${target}`),
    );
    expect(broken).toEqual([]);
  });

  it('describe no call that the server does not have', () => {
    const known = new Set(Object.keys(documentedPaths()).map((path) => path.toLowerCase()));
    const rows = read('engine/docs/wire.md')
      .split('\n')
      .filter((line) => line.startsWith('| `'));
    const unknown = rows.flatMap((row) => {
      const cell = row.split('|')[1] ?? '';
      let folder = '';
      // `POST /Rate/a`, `/b`: what follows without a method stands beside the call before it, or is a path of its own.
      return [...cell.matchAll(/`(?:(?:GET|POST|GET, POST) )?(\/[^`?]+)/g)].flatMap(([, path = '']) => {
        const beside = folder + path;
        const found = [path, beside].some((each) => isKnown(each.toLowerCase(), known));
        folder = path.slice(0, path.lastIndexOf('/')) || folder;
        return found ? [] : [path];
      });
    });
    expect(rows.length).toBeGreaterThan(60);
    expect(unknown).toEqual([]);
  });
});

/** Whether the reference has the call; `/{path}/...` is a call of some entity, and `{name}` any text. */
function isKnown(path: string, known: ReadonlySet<string>): boolean {
  if (known.has(path)) return true;
  const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);
  return [...known].some((each) => pattern.test(each)) || path === '/{path}/{action}';
}
