import { DatePicker, TimePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import type { EditProps } from './field-view.ts';

interface DateControlProps extends EditProps {
  kind: 'date' | 'datetime' | 'time';
}

/** The wire form of each kind: local to the tenant's zone, never an instant of this browser's zone. */
const wireFormats = { date: 'YYYY-MM-DD', datetime: 'YYYY-MM-DD HH:mm:ss', time: 'HH:mm:ss' } as const;
const shownFormats = { date: 'YYYY-MM-DD', datetime: 'YYYY-MM-DD HH:mm', time: 'HH:mm' } as const;
/** Spellings that people type or paste. */
const typedFormats = {
  date: ['YYYY-MM-DD', 'YYYY/M/D', 'YYYY.M.D', 'YYYYMMDD', 'M/D/YYYY'],
  datetime: ['YYYY-MM-DD HH:mm', 'YYYY-MM-DD HH:mm:ss', 'YYYY/M/D H:mm', 'YYYY-MM-DD'],
  time: ['HH:mm', 'H:mm', 'HH:mm:ss', 'HHmm'],
} as const;

/** A date, time or both: typed in any usual spelling, or picked. */
export function DateControl({ kind, value, onChange, control, field }: DateControlProps) {
  const read = (text: unknown): Dayjs | null => {
    if (typeof text !== 'string' || text === '') return null;
    const found = kind === 'time' ? dayjs(`2000-01-01 ${text}`) : dayjs(text);
    return found.isValid() ? found : null;
  };
  const write = (picked: Dayjs | null) => onChange(picked ? picked.format(wireFormats[kind]) : null);
  const shared = {
    ...control,
    className: 'field-date',
    value: read(value),
    format: [shownFormats[kind], ...typedFormats[kind].slice(1)],
    onChange: write,
    needConfirm: false,
    status: control['aria-invalid'] ? ('error' as const) : ('' as const),
    placeholder: '',
  };
  if (kind === 'time') return <TimePicker {...shared} />;
  const bound = (edge: unknown) => (typeof edge === 'string' ? dayjs(edge) : undefined);
  return (
    <DatePicker
      {...shared}
      showTime={kind === 'datetime' ? { format: 'HH:mm' } : false}
      minDate={bound(field.meta.min)}
      maxDate={bound(field.meta.max)}
    />
  );
}
