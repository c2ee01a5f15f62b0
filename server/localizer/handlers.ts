import { defineValue, type Handler } from '../modules/module.ts';
import { blanksOf, type TextPosition, type Words } from '../words.ts';

/** Handlers of the schema of edited texts: the delivered original, and whether the edit can replace it. */
export function localizerHandlers(words: Words): readonly Handler[] {
  const placeOf = (record: Readonly<Record<string, unknown>>): TextPosition | undefined =>
    words.place(String(record['space'] ?? ''), String(record['key'] ?? ''));
  return [
    defineValue('texts.source', (record) => placeOf(record)?.texts.get('en-US') ?? null),
    defineValue('texts.known', (record) => placeOf(record) !== undefined),
    // A place that the program does not fill would be shown in braces, and `$t(` is a call to the library of the browser.
    defineValue('texts.fits', (record) => {
      const text = String(record['text'] ?? '');
      const known = new Set(blanksOf(placeOf(record)?.texts.get('en-US') ?? ''));
      return !text.includes('$t(') && blanksOf(text).every((name) => known.has(name));
    }),
  ];
}

/**
 * A stamp that every change of texts or cultures moves in its own transaction, and a word to every node once it stands.
 * Nodes read it before they answer from memory, so that no edit is ever answered with the text before it.
 */
export const localizerDdl: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS lading.texts_stamp (id integer PRIMARY KEY CHECK (id = 1), stamp bigint NOT NULL)`,
  `INSERT INTO lading.texts_stamp VALUES (1, 0) ON CONFLICT DO NOTHING`,
  `GRANT SELECT, UPDATE ON lading.texts_stamp TO lading_system`,
  `CREATE OR REPLACE FUNCTION lading.texts_changed() RETURNS trigger
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
   BEGIN
     UPDATE lading.texts_stamp SET stamp = stamp + 1;
     PERFORM pg_notify('lading_texts', '');
     RETURN NULL;
   END $$`,
  `ALTER FUNCTION lading.texts_changed() OWNER TO lading_system`,
  ...['culture', 'translation'].flatMap((table) => [
    `DROP TRIGGER IF EXISTS texts_changed ON public.${table}`,
    `CREATE TRIGGER texts_changed AFTER INSERT OR UPDATE OR DELETE ON public.${table}
       FOR EACH STATEMENT EXECUTE FUNCTION lading.texts_changed()`,
  ]),
];
