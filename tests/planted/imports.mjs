import { bug } from './bug.mjs';

/** Bugs of imports: reading CSV and workbooks, limits, mapping, preview, duplicates, going on, taking turns. */
const operations = (name) => `server/operations/transfer/${name}.ts`;
const [columns, records, meanings] = ['import-columns', 'import-records', 'import-references'].map(operations);
const csv = 'server/files/csv.ts';
const table = 'server/files/read-table.ts';
const worker = 'server/files/table-worker.mjs';
const bounds = 'server/files/zip-bounds.mjs';
const gate = 'server/files/fair-semaphore.ts';
const byImport = 'tests/server/import.test.ts';
const byPreview = 'tests/server/import-preview.test.ts';
const byLimits = 'tests/server/import-limits.test.ts';
const turns = 'heavy work of many';

export const imports = [
  // Reading.
  bug('the sign before a formula is kept', csv, '? cell.slice(1) : cell;', '? cell : cell;', byLimits, 'a CSV file'),
  bug('every CSV is separated by commas', csv, `[';', '\\t'].reduce(`, '[].reduce(', byLimits, 'a CSV file'),
  bug(
    'separators in quotes count as cells',
    worker,
    'else if (byte === quote && begins) quoted = true;',
    'else if (byte === quote && begins) begins = false;',
    byLimits,
    'a CSV file',
  ),
  bug(
    'a file is read on when nobody waits for it',
    table,
    `delimiterOf(text), encoding }, tableLimits, signal)`,
    `delimiterOf(text), encoding }, tableLimits)`,
    byLimits,
    'a CSV file',
  ),
  bug(
    'the directory of a workbook is believed',
    bounds,
    `if (size > most) return 'import.tooLarge';`,
    '',
    byImport,
    'refuses a workbook that unpacks to too much',
  ),
  bug(
    'days in a workbook have a time',
    worker,
    `text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19)`,
    'text.slice(0, 19)',
    byImport,
    'reads a workbook with dates',
  ),
  // Columns.
  bug(
    'a column may come twice',
    columns,
    'if (seen.has(place)) issues',
    'if (false) issues',
    byImport,
    'says what is wrong with the whole file',
  ),
  bug(
    'columns are what their headings say, whatever the person said',
    columns,
    `mapping ? header.map((_, at) => mapping[at] ?? '') : header`,
    'header',
    byPreview,
  ),
  bug(
    'rows of a sub-table are counted from nought',
    columns,
    'rows[line.at - 1] ?? {}',
    'rows[line.at] ?? {}',
    byImport,
    'reads lines from columns',
  ),
  // Meanings.
  bug(
    'a name of two records means the first',
    meanings,
    'const [only, ...others] = idsOf(target, text);',
    'const [only] = idsOf(target, text); const others = [];',
    byImport,
    'refuses a name that two records have',
  ),
  bug(
    'a name of nobody is left empty',
    meanings,
    `if (only === undefined) refuse(row, 'import.notFound', path, text);`,
    'if (only === undefined) continue;',
    byImport,
    'adds the rows that are good',
  ),
  // Adding.
  bug(
    'refused rows are counted as added',
    records,
    'part.rows.length - refusedRows.size',
    'part.rows.length',
    byImport,
    'adds the rows that are good',
  ),
  // Turns.
  bug('one person takes every place', gate, ' && own.account < places.account', '', byLimits, turns),
  bug('one tenant takes every place', gate, ' && own.tenant < places.tenant', '', byLimits, turns),
  bug('everybody may wait', gate, 'if (!fits(party) && (', 'if (false && (', byLimits, turns),
];
