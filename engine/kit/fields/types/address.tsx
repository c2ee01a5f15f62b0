import { Input, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { countryName, CountryEdit } from './country.tsx';
import { useFieldHost } from '../controls/field-host.tsx';
import type { ControlProps, EditProps, FieldView, ReadProps } from '../controls/field-view.ts';
import { IssueLine } from '../controls/issue-line.tsx';
import { EmptyValue } from '../controls/text-read.tsx';

export const address: FieldView = { Edit: AddressEdit, Read: AddressRead, wide: true, group: true };

type Parts = Record<string, unknown>;

/** The parts in the order in which people write them, with what browsers know them by, and how much room they take. */
const layout = [
  { part: 'name', fill: 'name', span: 3 },
  { part: 'company', fill: 'organization', span: 3 },
  { part: 'line1', fill: 'address-line1', span: 6, required: true },
  { part: 'line2', fill: 'address-line2', span: 3 },
  { part: 'line3', fill: 'address-line3', span: 3 },
  { part: 'city', fill: 'address-level2', span: 2, required: true },
  { part: 'state', fill: 'address-level1', span: 2 },
  { part: 'postalCode', fill: 'postal-code', span: 2 },
  { part: 'country', fill: 'country', span: 2, required: true },
  { part: 'phone', fill: 'tel', span: 2 },
  { part: 'email', fill: 'email', span: 2 },
  { part: 'residential', fill: '', span: 6 },
] as const;

/** A postal address part by part; the check names the part that is wrong. */
export function AddressEdit({ field, value, onChange, control, issues }: EditProps) {
  const { t } = useTranslation();
  const parts = partsOf(value);
  const set = (part: string, next: unknown) => {
    const { [part]: _removed, ...others } = parts;
    const changed = next === null || next === '' || next === false ? others : { ...others, [part]: next };
    onChange(Object.keys(changed).length === 0 ? null : changed);
  };
  return (
    <div
      id={control.id}
      className="field-address"
      role="group"
      tabIndex={-1}
      aria-labelledby={`${control.id}-label`}
      aria-describedby={control['aria-describedby']}
    >
      {layout.map(({ part, fill, span, ...rest }) => {
        const id = `${control.id}-${part}`;
        const faults = issues.filter(
          (one) => one.path === `${field.name}.${part}` || one.path.endsWith(`.${field.name}.${part}`),
        );
        const required = 'required' in rest && (control['aria-required'] === true || Object.keys(parts).length > 0);
        const inner: ControlProps = {
          id,
          disabled: control.disabled,
          'aria-required': required || undefined,
          'aria-invalid': faults.length > 0 || undefined,
          'aria-describedby': faults.length > 0 ? `${id}-fault` : undefined,
        };
        const label = t(`field.address.${part}`);
        return (
          <div key={part} className="field-part" data-span={span}>
            <label htmlFor={id} className="field-part-label" data-required={required || undefined}>
              {label}
            </label>
            <Part part={part} fill={fill} control={inner} value={parts[part]} onChange={(next) => set(part, next)} />
            {faults.map((fault, at) => (
              <IssueLine key={at} id={at === 0 ? `${id}-fault` : undefined} issue={fault} label={label} />
            ))}
          </div>
        );
      })}
    </div>
  );
}

interface PartProps {
  part: string;
  fill: string;
  control: ControlProps;
  value: unknown;
  onChange: (value: unknown) => void;
}

function Part({ part, fill, control, value, onChange }: PartProps) {
  if (part === 'country') return <CountryEdit control={control} value={value} onChange={onChange} />;
  if (part === 'residential') return <Switch {...control} checked={value === true} onChange={onChange} />;
  return (
    <Input
      {...control}
      autoComplete={fill}
      status={control['aria-invalid'] ? 'error' : ''}
      value={typeof value === 'string' ? value : ''}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

/** The address in the lines of an envelope. */
function AddressRead({ value, compact }: ReadProps) {
  const { t } = useTranslation();
  const { format } = useFieldHost();
  const parts = partsOf(value);
  const line = (...names: string[]) =>
    names
      .map((name) => String(parts[name] ?? ''))
      .filter(Boolean)
      .join(' ');
  const city = [line('city'), line('state', 'postalCode')].filter(Boolean).join(', ');
  const country = typeof parts['country'] === 'string' ? countryName(parts['country'], format.culture) : '';
  const lines = [
    line('name'),
    line('company'),
    line('line1'),
    line('line2'),
    line('line3'),
    city,
    country,
    line('phone'),
    line('email'),
  ].filter(Boolean);
  if (lines.length === 0) return <EmptyValue />;
  if (compact) return <span>{lines.join(', ')}</span>;
  return (
    <address className="read-address">
      {lines.map((text, at) => (
        <span key={at}>{text}</span>
      ))}
      {parts['residential'] === true ? <span className="field-hint">{t('field.address.residential')}</span> : null}
    </address>
  );
}

const partsOf = (value: unknown): Parts =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
