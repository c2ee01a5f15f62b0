import type { Field } from '../../engine/core/index.ts';
import { issue } from '../../engine/core/index.ts';
import { wireValue } from '../store/columns.ts';
import { param, pieces, quote, type SqlFragment } from '../store/sql.ts';
import { columnOf, wasOf, type Ground } from './outlook.ts';
import type { Question } from './question.ts';

const numbers = new Set(['integer', 'decimal', 'money', 'percent', 'rate', 'weight', 'length']);
const days = new Set(['date', 'datetime', 'time']);
const bounds = ['min', 'max', 'above', 'minLength', 'maxLength', 'pattern'] as const;
type Bound = (typeof bounds)[number];

/**
 * Bounds that no column enforces, checked on the records as they will be: values outside stay, but are refused on the
 * next change.
 */
export function boundQuestions(ground: Ground, field: Field): Question[] {
  const was = wasOf(ground, field);
  if (!was || was.system) return [];
  return bounds.flatMap((bound): Question[] => {
    const wanted = field.meta[bound];
    const isSame = was.meta[bound] === wanted && was.meta.type === field.meta.type;
    if (wanted === undefined || isSame) return [];
    const where = outside(ground, field, bound, wanted);
    if (!where) return [];
    const at = `${ground.at}.${field.name}.${bound}`;
    return [{ issue: issue('schema.boundBroken', at, { field: field.name, bound: wanted }), where, ...told }];
  });
}

const told = { warns: true, asOf: 'after' } as const;

function outside(ground: Ground, field: Field, bound: Bound, wanted: string | number): SqlFragment | null {
  const { type } = field.meta;
  const own = `t.${quote(field.id)}`;
  if (field.lines) return counted(linesCount(ground, field), bound, wanted);
  const column = columnOf(field);
  if (!column) return null;
  if (column.type.endsWith('[]')) return counted(`cardinality(${own})`, bound, wanted);
  if (numbers.has(type)) return compared(`${own}`, bound, param(String(Number(wanted)), 'numeric'));
  if (days.has(type))
    return compared(`${wireValue(field, 't')}::text`, bound, param(endOf(type, bound, wanted), 'text'));
  if (column.type !== 'text') return null;
  if (bound === 'minLength') return pieces(`char_length(${own}) < `, param(Number(wanted), 'integer'));
  // A length enforced by the column is checked with the column.
  if (bound === 'maxLength')
    return column.check ? null : pieces(`char_length(${own}) > `, param(Number(wanted), 'integer'));
  return bound === 'pattern' ? pieces(`${own} !~ `, param(`^(?:${String(wanted)})$`, 'text')) : null;
}

function compared(value: string, bound: Bound, wanted: ReturnType<typeof param>): SqlFragment | null {
  const sign = { min: '<', max: '>', above: '<=' }[bound as 'min' | 'max' | 'above'] as string | undefined;
  return sign ? pieces(`${value} ${sign} `, wanted) : null;
}

function counted(count: string, bound: Bound, wanted: string | number): SqlFragment | null {
  return bound === 'above' ? null : compared(count, bound, param(Number(wanted), 'integer'));
}

/** A day as the upper bound of a time includes the whole day. */
const endOf = (type: string, bound: Bound, wanted: string | number): string =>
  type === 'datetime' && bound === 'max' && String(wanted).length === 10 ? `${wanted} 23:59:59` : String(wanted);

const linesCount = ({ table }: Ground, field: Field): string =>
  `(SELECT count(*) FROM ${quote(`${table}__${field.id}`)} l WHERE l.tenant_id = t.tenant_id AND l.parent_id = t.id)`;
