import type { ExplainedCodes } from '../../operations/read/explain-codes.ts';
import { generatedNote, table } from './markdown.ts';

/** Every code that the server answers, in English, as a document. */
export function errorReference({ answers, reasons }: ExplainedCodes): string {
  return [
    '# Error codes',
    '',
    generatedNote,
    '',
    'A refusal has one of these codes in its envelope. `GET /api/help/codes?culture=` answers the same in the languages of the product.',
    '',
    ...table(
      ['Code', 'HTTP', 'Kind', 'Message', 'What to do'],
      answers.map(({ code, status, kind, message, advice }) => [
        `${code}`,
        `${status}`,
        `\`${kind}\``,
        message,
        advice,
      ]),
    ),
    '',
    '## Issues',
    '',
    'A refusal by validation or a business rule lists issues, each with one of these codes, the path of the field that it is about, and parameters (`…`).',
    '',
    ...table(
      ['Code', 'Message'],
      reasons.map(({ code, message }) => [`\`${code}\``, message]),
    ),
    '',
  ].join('\n');
}
