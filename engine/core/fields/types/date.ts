import type { FieldMeta } from '../../meta/entity.ts';
import type { Outcome } from '../../meta/issue.ts';
import { dateOfCell, isDate } from '../calendar.ts';
import { defineFieldType } from '../define-field-type.ts';
import { orderedOperators } from '../operators.ts';
import { accept, refuse } from '../read/outcome.ts';
import { plainText } from '../read/plain-text.ts';

/** A day of the calendar, `YYYY-MM-DD`, without a zone. */
export const date = defineFieldType({
  name: 'date',
  traits: { calendar: true, exact: true, width: 120 },
  options: { min: { type: 'date' }, max: { type: 'date' } },
  operators: orderedOperators,
  column: { type: 'date' },
  cel: 'string',
  jsonSchema: { type: 'string', pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' },
  read: (input, field) => read(input, field),
  readText: (text, field, { culture }) => read(dateOfCell(text.replace(midnight, ''), culture), field),
  samples: {
    valid: ['2026-01-31', '2024-02-29', '1999-12-31'],
    invalid: [
      '2026-02-29',
      '2026-13-01',
      '2026-00-10',
      '0000-01-01',
      '26-01-01',
      '2026-1-1',
      '01/02/2026',
      'today',
      20260101,
      {},
    ],
  },
});

/** Pickers send the day with an empty time. */
const midnight = /[ T]00:00(:00)?$/;

const read = (input: unknown, { min, max }: FieldMeta): Outcome<string> => {
  const text = typeof input === 'string' ? input.trim().replace(midnight, '') : '';
  if (!isDate(text)) return refuse('date.invalid');
  if (min !== undefined && text < plainText(min)) return refuse('date.min', { min });
  if (max !== undefined && text > plainText(max)) return refuse('date.max', { max });
  return accept(text);
};
