import { observer } from '@formily/react';
import type { Form } from '@formily/core';
import { useEffect, useState } from 'react';
import type { Action, Bindings } from '../../../core/index.ts';
import type { WireRecord } from '../../data/data-client.ts';
import { cellText } from '../controls/cell-text.ts';
import { useFieldHost } from '../controls/field-host.tsx';
import { fieldViews } from '../field-views.ts';
import { ReadView } from '../controls/read-view.tsx';

interface Props {
  action: Action;
  record: WireRecord;
  form: Form;
}

/** What the decision is about: facts of the record, and the figure that the action moves, as it is and as it will be. */
export function ActionEvidence({ action, record, form }: Props) {
  const { entity, words } = useFieldHost();
  const shown = (action.meta.show ?? []).flatMap((name) => entity.byName.get(name) ?? []);
  const filled = shown.filter(({ name }) => ![null, undefined, ''].includes(record[name] as string | null | undefined));
  if (filled.length === 0 && !action.forecast) return null;
  return (
    <dl className="action-evidence">
      {filled.map((field) => {
        const view = fieldViews[field.meta.type];
        return (
          <div key={field.name} data-field={field.name} data-wide={view.wide || undefined}>
            <dt>{words.field(field.name)}</dt>
            <dd>
              <ReadView view={view} field={field} value={record[field.name]} record={record} />
            </dd>
          </div>
        );
      })}
      <ForecastFact action={action} record={record} form={form} />
    </dl>
  );
}

const ForecastFact = observer(function ForecastFact({ action, record, form }: Props) {
  const { words, format, facts, entity } = useFieldHost();
  const now = useFigure(action, record);
  const { forecast } = action;
  if (!forecast || now === null) return null;
  const field = entity.fields.find(({ meta }) => meta.type === 'money');
  const values = { ...(form.values as Record<string, unknown>) };
  const typed = Object.fromEntries(
    [...action.form, ...action.input].map(({ name, type, meta }) => {
      // While it is typed a number is text.
      const read = type.parse(values[name] ?? null, { ...meta, required: false });
      return [name, read.ok ? read.value : null];
    }),
  );
  const adds = forecast.adds.evaluate({ record: { ...record, ...typed }, input: typed, ...facts() } as Bindings);
  const amountText = (amount: number) =>
    field
      ? cellText(field, { ...record, [field.name]: amount }, { words, culture: format.culture })
      : new Intl.NumberFormat(format.culture).format(amount);
  const after = typeof adds === 'number' ? Math.round((now + adds) * 1e6) / 1e6 : null;
  return (
    <div className="action-forecast">
      <dt>{words.forecast(action.name)}</dt>
      <dd>
        <span data-negative={now < 0 || undefined}>{amountText(now)}</span>
        <span aria-hidden="true"> → </span>
        <strong data-negative={(after !== null && after < 0) || undefined}>
          {after === null ? '…' : amountText(after)}
        </strong>
      </dd>
    </div>
  );
});

/** The current amount, if this person may read it; null while loading. A missing record counts as zero. */
function useFigure(action: Action, record: WireRecord): number | null {
  const { client, refs, facts } = useFieldHost();
  const [balance, setBalance] = useState<number | null>(null);
  useEffect(() => {
    const { forecast } = action;
    const target = refs[forecast?.entity ?? ''];
    if (!forecast || !target?.readable) return;
    const where = forecast.where.map(({ name, value }) => [name, value.evaluate({ record, ...facts() } as Bindings)]);
    if (where.some(([, value]) => typeof value !== 'string')) return;
    let isOpen = true;
    client.list(target.path, Object.fromEntries(where) as Record<string, string>).then(
      (rows) => isOpen && rows.length <= 1 && setBalance(Number(rows[0]?.[forecast.field] ?? 0)),
      // The decision can be made without it.
      () => undefined,
    );
    return () => {
      isOpen = false;
    };
  }, [action, record, client, refs, facts]);
  return balance;
}
