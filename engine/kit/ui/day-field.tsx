import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';

/** Each is complete only with its last figure, so that a day is taken over as soon as it is typed. */
const formats = ['YYYY-MM-DD', 'YYYY/MM/DD', 'YYYY.MM.DD', 'YYYYMMDD'];

/**
 * A day beside a page's other choices, as the fields of forms write it, whatever the language of the browser.
 * `value` is `YYYY-MM-DD`, or '' for none; a `required` one cannot be emptied.
 */
export function DayField({
  label,
  value,
  required = false,
  onChange,
}: {
  label: string;
  value: string;
  required?: boolean;
  onChange: (day: string) => void;
}) {
  return (
    <DatePicker
      aria-label={label}
      className="day-field"
      value={value ? dayjs(value) : null}
      format={formats}
      placeholder=""
      allowClear={!required}
      needConfirm={false}
      onChange={(picked) => onChange(write(picked))}
      onCalendarChange={(picked) => onChange(write([picked].flat()[0]))}
    />
  );
}

const write = (picked: Dayjs | null | undefined): string => picked?.format('YYYY-MM-DD') ?? '';
