import { fill } from '../../../core/index.ts';
import type { WireRecord } from '../../data/data-client.ts';
import { cellText } from '../../fields/controls/cell-text.ts';
import type { FieldHost } from '../../fields/controls/field-host.tsx';

/**
 * An action's text with the record's values filled in and formatted; null if there is none.
 * Values typed in the dialog take precedence over the record's; unknown ones are an ellipsis.
 */
export function actionWords({
  host,
  text,
  records,
  typed = {},
}: {
  host: FieldHost;
  text: string | undefined;
  records: readonly WireRecord[];
  typed?: Readonly<Record<string, unknown>>;
}): string | null {
  const record = records.length === 1 ? records[0] : undefined;
  if (text === undefined) return null;
  const params: Record<string, unknown> = {};
  for (const field of host.entity.fields) {
    const { name, meta } = field;
    const isTyped = name in typed;
    if (!isTyped && record?.[name] === undefined) continue;
    const from = { ...record, ...(isTyped ? { [name]: typed[name], [`$${name}`]: typed[`$${name}`] } : {}) };
    const value = cellText(field, { id: '', ...from }, { words: host.words, culture: host.format.culture });
    const currency = meta.type === 'money' && /^[A-Z]{3}$/.test(meta.currency ?? '') ? ` ${meta.currency}` : '';
    params[name] = value ? value + currency : '…';
  }
  return fill(text, params);
}

/** The question before an action. */
export const actionQuestion = ({
  host,
  action,
  records,
  typed = {},
}: {
  host: FieldHost;
  action: string;
  records: readonly WireRecord[];
  typed?: Readonly<Record<string, unknown>>;
}): string | null => actionWords({ host, text: host.words.confirm(action), records, typed });
