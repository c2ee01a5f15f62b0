import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { designerPages } from '../../../designer/pages.ts';
import { pageSegments } from '../../../engine/core/index.ts';
import { root } from '../../support/test-app.ts';

/** Texts rather than the pages themselves, which would load all of the browser's side. */
const read = (path: string): string => readFileSync(`${root}engine/app/${path}`, 'utf8');

it('the browser’s own addresses begin with what no entity may be reached at', () => {
  const pages = [...read('pages/index.ts').matchAll(/^ {2}\['([^']+)',/gm)].map(([, name = '']) => name);
  const routes = [...read('shell/routes.tsx').matchAll(/path: ['`]\/?([a-z][^'`/]*)/g)].map(([, name = '']) => name);
  expect(pages.length).toBeGreaterThan(10);
  expect(routes).toContain('user');
  const first = [...pages, ...Object.keys(designerPages), ...routes].map((name) => name.split('/')[0] ?? '');
  expect(first.filter((name) => !pageSegments.includes(name))).toEqual([]);
});
