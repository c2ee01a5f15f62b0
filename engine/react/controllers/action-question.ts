import { fill } from '../../index.ts';
import type { WireRecord } from '../data/data-client.ts';
import type { FieldHost } from '../fields/field-host.tsx';

/**
 * The question before an action with the record's values in its places, as a person reads them; null if it has none.
 * What has been typed in the dialog so far stands before what the record holds; what is not known yet is an ellipsis.
 */
export function actionQuestion(
  host: FieldHost,
  action: string,
  records: readonly WireRecord[],
  typed: Readonly<Record<string, unknown>> = {},
): string | null {
  const text = host.words.confirm(action);
  const record = records.length === 1 ? records[0] : undefined;
  if (text === undefined) return null;
  const params: Record<string, unknown> = {};
  for (const field of host.entity.fields) {
    const source = field.name in typed ? typed : record;
    const value = source?.[field.name];
    const title = source?.[`$${field.name}`];
    if (value === undefined && source !== typed) continue;
    if (value === undefined || value === null || value === '') {
      params[field.name] = '…';
      continue;
    }
    const isChoice = field.meta.type === 'choice' && typeof value === 'string';
    params[field.name] =
      title ?? (isChoice ? host.words.option(field.name, value) : field.type.format(value, field.meta, host.format));
  }
  return fill(text, params);
}
