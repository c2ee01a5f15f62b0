import { refused } from '../errors.ts';
import { readMoney, type PublishAnswers } from './publish-answers.ts';

export type Body = Readonly<Record<string, unknown>>;

export const reasonIn = (input: Body): string => String(input['reason'] ?? '').slice(0, 500);

/** Parses the answers about records that a change leaves without a state, value or currency. Throws `refused`. */
export const givenIn = (input: Body): PublishAnswers => {
  const { money, issues } = readMoney(input['money']);
  if (issues.length > 0) throw refused(...issues);
  return {
    mapping: Object.fromEntries(Object.entries(recordIn(input['mapping'])).map(([from, to]) => [from, String(to)])),
    backfill: recordIn(input['backfill']),
    money,
  };
};

const recordIn = (value: unknown): Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Body) : {};
