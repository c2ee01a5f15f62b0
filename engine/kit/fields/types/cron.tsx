import { useTranslation } from 'react-i18next';
import { fieldTypes } from '../../../core/index.ts';
import type { EditProps, FieldView, ReadProps } from '../controls/field-view.ts';
import { TextControl } from '../controls/text-control.tsx';
import { EmptyValue } from '../controls/text-read.tsx';

export const cron: FieldView = { Edit: CronEdit, Read: CronRead };

function CronEdit(props: EditProps) {
  const { t } = useTranslation();
  const { value, field } = props;
  const readable = typeof value === 'string' && fieldTypes.cron.parse(value, field.meta).ok;
  return (
    <>
      <TextControl {...props} mono placeholder="0 3 * * 1-5" />
      <p className="field-hint">{readable ? <CronWords text={value} /> : t('field.cron.hint')}</p>
    </>
  );
}

function CronRead({ value }: ReadProps) {
  if (typeof value !== 'string' || value === '') return <EmptyValue />;
  return (
    <span>
      <code className="read-code">{value}</code> <span className="field-hint">{<CronWords text={value} />}</span>
    </span>
  );
}

/** The five parts one by one, each named; what is `*` goes without saying. */
function CronWords({ text }: { text: string }) {
  const { t } = useTranslation();
  const parts = text.trim().split(/\s+/);
  const names = ['minute', 'hour', 'day', 'month', 'weekday'] as const;
  const shownParts = names.flatMap((name, at) =>
    parts[at] === '*' ? [] : [t(`field.cron.${name}`, { value: parts[at] ?? '' })],
  );
  return <>{shownParts.length === 0 ? t('field.cron.always') : shownParts.join(' · ')}</>;
}
