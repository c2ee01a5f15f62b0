import { describe, expect, it } from 'vitest';
import { fieldTypeNames } from '../../engine/core/index.ts';
import { readSources } from '../support/source-files.ts';

/** The types' own definitions: what each is, how each is drawn, which there are. */
const own = /^engine\/(core\/fields\/(types\/|field-types\.ts)|kit\/fields\/types\/|core\/meta\/entity\.ts)/;

/** Lists that are none of traits: a reason each. */
const exceptions: Readonly<Record<string, string>> = {
  'engine/modules/access/menu-grant/manifest.ts': 'the types that a widget edits',
  'designer/sheet/guess.ts': 'the types that a column of a sheet is read as',
  'designer/sheet/sheet-document.ts': 'the filters that a sheet begins with',
  'designer/panels/option-schema.ts': 'the fields that the option `currency` may name',
  'designer/documents/document-moves.ts': 'the fields that a printed document can hold',
  'engine/core/compile/check-documents.ts': 'the fields that a printed document can hold',
  'server/operations/read/pick.ts': 'the one-line texts that tell choices apart',
};

/** Not there yet. This list only gets shorter. */
const pending = [
  'engine/modules/bulk-order/columns.ts',
  'server/operations/write/read-input.ts',
  'server/revisions/bounds.ts',
  'server/revisions/questions.ts',
  'server/store/columns.ts',
];

/** Words that fields and parts of an address are called by as well: a list needs another one beside them. */
const ordinary =
  /^(text|email|phone|url|country|postalCode|address|file|image|icon|color|time|date|weight|length|rate)$/;
const name = `'(?:${fieldTypeNames.join('|')})'`;
const pair = new RegExp(`[[(,]\\s*(${name}),\\s*(${name})`, 'g');
const listsTypes = (text: string): boolean =>
  [...text.matchAll(pair)].some((found) => found.slice(1).some((one) => !ordinary.test(one.slice(1, -1))));

describe('names of field types', () => {
  const listing = readSources(['engine', 'server', 'designer'])
    .filter(({ path, text }) => !own.test(path) && listsTypes(text))
    .map(({ path }) => path);

  it('are listed by the types themselves alone: everybody else asks for a trait', () => {
    expect(listing.filter((path) => !(path in exceptions) && !pending.includes(path))).toEqual([]);
  });

  it('are still listed where an exception says so', () => {
    expect([...Object.keys(exceptions), ...pending].filter((path) => !listing.includes(path))).toEqual([]);
  });
});
