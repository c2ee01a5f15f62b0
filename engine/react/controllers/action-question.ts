import { fill } from '../../index.ts';
import type { WireRecord } from '../data/data-client.ts';
import type { FieldHost } from '../fields/field-host.tsx';

/** The question before an action with the record's values in its places, as a person reads them; null if it has none. */
export function actionQuestion(host: FieldHost, action: string, records: readonly WireRecord[]): string | null {
  const text = host.words.confirm(action);
  const record = records.length === 1 ? records[0] : undefined;
  if (text === undefined) return null;
  const params: Record<string, unknown> = {};
  for (const field of host.entity.fields) {
    const value = record?.[field.name];
    const title = record?.[`$${field.name}`];
    if (value === undefined) continue;
    const isChoice = field.meta.type === 'choice' && typeof value === 'string';
    params[field.name] =
      title ?? (isChoice ? host.words.option(field.name, value) : field.type.format(value, field.meta, host.format));
  }
  return fill(text, params);
}
