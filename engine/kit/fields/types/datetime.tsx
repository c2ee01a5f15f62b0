import { TimeAgo } from '../../ui/time-ago.tsx';
import { DateControl } from '../controls/date-control.tsx';
import { useFieldHost } from '../controls/field-host.tsx';
import type { EditProps, FieldView, ReadProps } from '../controls/field-view.ts';
import { EmptyValue } from '../controls/text-read.tsx';

export const datetime: FieldView = {
  Edit: (props: EditProps) => <DateControl {...props} kind="datetime" />,
  Read: DateTimeRead,
};

/** A time of the tenant's zone, to the minute; the zone and the second are a hover away, and of the last days how long ago. */
function DateTimeRead({ field, value, compact }: ReadProps) {
  const { format, facts } = useFieldHost();
  const text = value === null || value === undefined ? '' : field.type.format(value, field.meta, format);
  if (text === '') return <EmptyValue />;
  return (
    <span className="read-text">
      <time dateTime={String(value)} title={`${text} (${format.timeZone})`}>
        {text.replace(/^(\d{4}-\d{2}-\d{2} \d{2}:\d{2}):\d{2}$/, '$1')}
      </time>
      {compact ? null : <TimeAgo at={String(value)} localNow={facts().now} />}
    </span>
  );
}
