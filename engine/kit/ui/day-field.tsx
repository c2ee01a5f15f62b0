import { DatePicker } from 'antd';
import dayjs from 'dayjs';

const formats = ['YYYY-MM-DD', 'YYYY/M/D', 'YYYY.M.D', 'YYYYMMDD'];

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
      onChange={(picked) => onChange(picked ? picked.format('YYYY-MM-DD') : '')}
    />
  );
}
