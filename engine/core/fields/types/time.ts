import type { FieldMeta } from '../../meta/entity.ts';
import type { Outcome } from '../../meta/issue.ts';
import { isTime, timeOfCell } from '../calendar.ts';
import { defineFieldType } from '../define-field-type.ts';
import { orderedOperators } from '../operators.ts';
import { accept, refuse } from '../read/outcome.ts';
import { plainText } from '../read/plain-text.ts';

/** A time of day, `HH:mm:ss`; `HH:mm` is accepted. */
export const time = defineFieldType({
  name: 'time',
  traits: { exact: true, width: 100 },
  options: { min: { type: 'time' }, max: { type: 'time' } },
  operators: orderedOperators,
  column: { type: 'time(0)' },
  cel: 'string',
  jsonSchema: { type: 'string', pattern: '^[0-9]{2}:[0-9]{2}:[0-9]{2}$' },
  read: (input, field) => read(input, field),
  readText: (text, field) => read(timeOfCell(text), field),
  samples: {
    valid: ['00:00:00', '09:30:00', '23:59:59'],
    invalid: ['24:00:00', '9:30', '12:60', '12:00:60', '12', 'noon', 930, {}],
  },
});

const read = (input: unknown, { min, max }: FieldMeta): Outcome<string> => {
  const raw = typeof input === 'string' ? input.trim() : '';
  const text = raw.length === 5 ? `${raw}:00` : raw;
  if (!isTime(text)) return refuse('time.invalid');
  if (min !== undefined && text < plainText(min)) return refuse('time.min', { min });
  if (max !== undefined && text > plainText(max)) return refuse('time.max', { max });
  return accept(text);
};
