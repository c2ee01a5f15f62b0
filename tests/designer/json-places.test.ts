import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { placeAt, placesIn } from '../../designer/document/json-places.ts';
import { printEntity, valueAt, documentPathOf, type EntityMeta } from '../../engine/core/index.ts';
import { entityFiles } from '../support/entity-files.ts';

describe('the places of a declaration as text', () => {
  it.each(entityFiles)('are those of what it says: $name', ({ file }) => {
    const meta = JSON.parse(readFileSync(file, 'utf8')) as EntityMeta;
    const text = printEntity(meta);
    const wrong = placesIn(text).flatMap(({ place, start, end }) => {
      const said = text.slice(start, end).replace(/^"(?:[^"\\]|\\.)*"\s*:/, '');
      const way = documentPathOf(place);
      const own = place.endsWith(']') ? text.slice(start, end) : said;
      return way && JSON.stringify(valueAt({ meta }, way)) === JSON.stringify(JSON.parse(own)) ? [] : [place];
    });
    expect(wrong).toEqual([]);
  });

  it('say what the caret is in', () => {
    const text = '{ "title": "a", "fields": { "a": { "type": "text" } }, "form": { "one": [["a"]] } }';
    const places = placesIn(text);
    expect(placeAt(places, text.indexOf('text'))).toBe('fields.a');
    expect(placeAt(places, text.indexOf('["a"]'))).toBe('form.one');
    expect(placeAt(places, text.indexOf('title'))).toBeNull();
  });

  it('are read as far as the text is one', () => {
    expect(placesIn('{ "fields": { "a": { "type": ').map(({ place }) => place)).toEqual([
      'fields',
      'fields.a',
      'fields.a.type',
    ]);
    expect(placesIn('words')).toEqual([]);
  });
});
