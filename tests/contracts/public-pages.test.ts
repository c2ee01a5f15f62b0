import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot as root } from '../support/entity-files.ts';
import { readSources } from '../support/source-files.ts';

/** Files that are loaded with this one; types are not. */
function loadedWith(file: string, known = new Set<string>()): Set<string> {
  if (known.has(file)) return known;
  known.add(file);
  const text = readFileSync(join(root, file), 'utf8');
  for (const [, names = '', path = ''] of text.matchAll(/^(?:import|export) ([^;]*?)from '(\.[^']+\.tsx?)';/gms)) {
    const isTypes = names.startsWith('type ') || /^\{(\s*type [^,}]+,?)+\s*\}/.test(names);
    if (!isTypes) loadedWith(join(dirname(file), path), known);
  }
  return known;
}

it('a page for everybody loads nothing of the application, which would open its sign-in page there', () => {
  const pages = readSources(['engine/modules'], ['module.ts']).flatMap(({ path: module, text }) => {
    const [, list = ''] = /publicPages: \{([^}]*)\}/.exec(text) ?? [];
    return [...list.matchAll(/import\('([^']+)'\)/g)].map(([, path = '']) => join(dirname(module), path));
  });
  expect(pages.length).toBeGreaterThan(1);
  const strays = pages.flatMap((page) =>
    [...loadedWith(page)]
      .filter((file) => /^engine\/(app|kit|core)\/(.*\/)?index\.tsx?$/.test(file))
      .map((file) => `${page} -> ${file}`),
  );
  expect(strays).toEqual([]);
});
