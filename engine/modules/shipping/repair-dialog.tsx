import { Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { moneyText } from '../../core/index.ts';
import { entityLabels, ErrorPanel, toDisplayError, useCulture, useEntity, wordsOf } from '../../kit/index.ts';
import { fieldsOf, repairOf, type Cause } from './causes.ts';
import { RepairField } from './repair-field.tsx';
import { useRepair } from './use-repair.ts';

/** One change for all orders of a cause, after which they run again. What is left empty stays as each order has it. */
export function RepairDialog(on: {
  batch: string | null;
  cause: Cause;
  title: string;
  onClose: (changed: boolean) => void;
}) {
  const { batch, cause, title, onClose } = on;
  const { t } = useTranslation(wordsOf('shipping'));
  const { answer } = useEntity('Order');
  const culture = useCulture();
  const money = (amount: number, currency: string) =>
    currency ? moneyText(amount, { currency, culture }) : amount.toFixed(2);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const { left, dearer, error, busy, run } = useRepair({ batch, cause, onDone: () => onClose(true) });
  if (!answer) return null;
  const words = entityLabels(answer);
  const fields = fieldsOf(repairOf(cause));
  return (
    <Modal
      open
      title={t('repair.title', { cause: title, count: cause.ids.length })}
      onCancel={() => onClose(left.length > 0)}
      footer={null}
    >
      <form
        className="repair"
        onSubmit={(event) => {
          event.preventDefault();
          void run(values);
        }}
      >
        {fields.length > 0 ? <p>{t('repair.note')}</p> : null}
        {fields.map((name) => (
          <label key={name}>
            <span>{words.field(name)}</span>
            <RepairField
              {...{ name, channel: values['channel'] ?? '', value: values[name] ?? '' }}
              onChange={(value) => setValues((held) => ({ ...held, [name]: value }))}
            />
          </label>
        ))}
        {error ? <ErrorPanel compact error={toDisplayError(error)} onRetry={() => void run(values)} /> : null}
        {dearer ? (
          <p role="alert">{t('repair.dearer', { count: dearer.count, more: money(dearer.more, dearer.currency) })}</p>
        ) : null}
        {left.length > 0 ? (
          <p role="alert">{t('repair.refused', { count: left.length, reason: left[0]?.message ?? '' })}</p>
        ) : null}
        <button type="submit" className="button is-primary" disabled={busy} aria-busy={busy || undefined}>
          {t(cause.group === 'label' ? 'repair.again' : 'repair.run', { count: cause.ids.length })}
        </button>
      </form>
    </Modal>
  );
}
