import { useTranslation } from 'react-i18next';
import type { Field } from '../../core/index.ts';
import { isOfferedToCopy, type RecordSummary } from '../controllers/record-summary.ts';
import { relatedKey, type RelatedList } from '../controllers/use-related.ts';
import type { WireRecord } from '../data/data-client.ts';
import { fieldViews } from '../fields/field-views.ts';
import { useFieldHost } from '../fields/controls/field-host.tsx';
import { ReadView } from '../fields/controls/read-view.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { HeadFigures } from './head-figures.tsx';

/** What a record comes down to: its amount, large, and the few facts that tell it from others. */
export function DetailSummary({
  summary,
  record,
  lists = [],
  stamp = 0,
}: {
  summary: RecordSummary;
  record: WireRecord;
  /** Lists of what belongs to the record; those meant for the head say there what they add up to. */
  lists?: readonly RelatedList[];
  stamp?: number;
}) {
  const { t } = useTranslation();
  const { words } = useFieldHost();
  const { amount, facts } = summary;
  const figures = lists.filter(({ head }) => head);
  if (!amount && facts.length === 0 && figures.length === 0) return null;
  return (
    <section className="detail-summary" aria-label={t('detail.summary')}>
      <dl>
        {figures.map((list, at) => (
          <HeadFigures
            key={relatedKey(list)}
            list={list}
            id={record.id}
            stamp={stamp}
            leads={at === 0 && amount === null}
          />
        ))}
        {[...(amount ? [amount] : []), ...facts].map((field) => (
          <div
            key={field.name}
            className="summary-fact"
            data-field={field.name}
            data-amount={field === amount || undefined}
          >
            <dt>{words.field(field.name)}</dt>
            <dd>
              <SummaryValue field={field} record={record} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** A value, with a way to take it along where people do. */
function SummaryValue({ field, record }: { field: Field; record: WireRecord }) {
  const value = record[field.name];
  return (
    <>
      <ReadView view={fieldViews[field.meta.type]} field={field} value={value} record={record} />
      {isOfferedToCopy(field, value) ? <CopyButton text={value} /> : null}
    </>
  );
}
