import type { FieldMeta } from '../../meta/entity.ts';
import type { Outcome } from '../../meta/issue.ts';
import { dateOfCell, isDate, isTime, timeOfCell } from '../calendar.ts';
import { defineFieldType } from '../define-field-type.ts';
import { orderedOperators } from '../operators.ts';
import { accept, refuse } from '../read/outcome.ts';
import { plainText } from '../read/plain-text.ts';

/**
 * A point in time, kept as an instant. `YYYY-MM-DD HH:mm:ss` is local to the tenant's zone; text with `Z` or an offset
 * is an instant already and stays as it is. Bounds compare the clock as written.
 */
export const datetime = defineFieldType({
  name: 'datetime',
  traits: { calendar: true, exact: true, width: 192 },
  options: { min: { type: 'datetime' }, max: { type: 'datetime' } },
  operators: orderedOperators,
  column: { type: 'timestamptz' },
  cel: 'string',
  jsonSchema: {
    type: 'string',
    pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}[ T][0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,6})?(Z|[+-][0-9]{2}:[0-9]{2})?$',
  },
  read: (input, field) => read(input, field),
  readText: (text, field, { culture }) => {
    const [day = '', time, ...rest] = text.split(/ +/);
    const isCell = rest.length === 0 && !text.includes('T');
    return read(isCell ? [dateOfCell(day, culture), timeOfCell(time ?? '0:00')].join(' ') : text, field);
  },
  samples: {
    valid: ['2026-01-31 23:59:59', '2024-02-29 00:00:00', '2026-01-31T08:00:00Z', '2026-01-31T08:00:00+08:00'],
    invalid: [
      '2026-02-30 00:00:00',
      '2026-01-31 24:00:00',
      '2026-01-31 10:60',
      '2026-01-31 10:00:60',
      '2026-01-31T10:00:00+25:00',
      'now',
      1769900000,
      {},
    ],
  },
});

const shape = /^([0-9-]{10})(?:[ T]([0-9]{2}:[0-9]{2})(:[0-9]{2})?(\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})?)?$/;

const read = (input: unknown, field: FieldMeta): Outcome<string> => {
  const match = typeof input === 'string' ? shape.exec(input.trim()) : null;
  const [, day = '', minutes = '00:00', seconds = ':00', fraction = '', offset = ''] = match ?? [];
  const clock = minutes + seconds;
  if (!isDate(day) || !isTime(clock) || !isOffset(offset)) return refuse('datetime.invalid');
  const local = `${day} ${clock}`;
  const { min, max } = field;
  if (min !== undefined && local < plainText(min)) return refuse('datetime.min', { min });
  if (max !== undefined && local > endOf(plainText(max))) return refuse('datetime.max', { max });
  return accept(offset === '' ? local : `${day}T${clock}${fraction.slice(0, 7)}${offset}`);
};

/** Time zone offsets reach 14 hours to either side of UTC. */
const isOffset = (offset: string): boolean =>
  offset === '' || offset === 'Z' || /^[+-](0[0-9]|1[0-3]):[0-5][0-9]$|^[+-]14:00$/.test(offset);

const endOf = (bound: string): string => (bound.length === 10 ? `${bound} 23:59:59` : bound);
