import { Input, Select } from 'antd';
import type { ClipboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { TextControl, useCulture, type WidgetEditProps, type WidgetReadProps } from '../../../kit/index.ts';
import { isSide, readDimensions, volumeOf, writeDimensions, type Dimensions, type Unit } from './measure.ts';
import './dimensions.css';

const sideNames = ['length', 'width', 'height'] as const;
const units: readonly Unit[] = ['cm', 'in'];

/** Three sides and their unit. Whatever is pasted into a side as a whole fills them all. */
export function Edit(props: WidgetEditProps) {
  const unit: Unit = props.options['unit'] === 'in' ? 'in' : 'cm';
  const held: Dimensions | null = isEmpty(props.value)
    ? { sides: ['', '', ''], unit }
    : readDimensions(String(props.value), unit);
  // What was written here before the field had this widget stays as it is, to be put right by a person.
  return held ? <Sides {...props} held={held} /> : <TextControl {...props} />;
}

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';

function Sides({ held, onChange, control, label, options }: WidgetEditProps & { held: Dimensions }) {
  const { t } = useTranslation();
  const write = (next: Dimensions) => onChange(writeDimensions(next));
  const setSide = (at: number, typed: string) => {
    const text = typed.trim().replace(',', '.');
    if (!isSide(text)) return;
    const [length, width, height] = held.sides.map((side, other) => (other === at ? text : side));
    write({ ...held, sides: [length ?? '', width ?? '', height ?? ''] });
  };
  const onPaste = (event: ClipboardEvent) => {
    const pasted = readDimensions(event.clipboardData.getData('text/plain'), held.unit);
    if (!pasted) return;
    event.preventDefault();
    write(pasted);
  };
  return (
    <div role="group" aria-label={label} onPaste={onPaste}>
      <div className="dimensions">
        {sideNames.map((side, at) => (
          <Input
            {...control}
            key={side}
            id={at === 0 ? control.id : `${control.id}-${side}`}
            aria-label={t(`widget.dimensions.${side}`)}
            placeholder={t(`widget.dimensions.${side}`)}
            inputMode="decimal"
            autoComplete="off"
            status={control['aria-invalid'] ? 'error' : ''}
            value={held.sides[at]}
            onChange={({ target }) => setSide(at, target.value)}
          />
        ))}
        <Select
          aria-label={t('widget.dimensions.unit')}
          disabled={control.disabled}
          value={held.unit}
          options={units.map((each) => ({ value: each, label: t(`widget.dimensions.option.unit.${each}`) }))}
          onChange={(next: Unit) => write({ ...held, unit: next })}
        />
      </div>
      <p className="field-hint dimensions-volume" aria-live="polite">
        <Volume held={held} divisor={options['divisor']} />
      </p>
    </div>
  );
}

export function Read({ value, options }: WidgetReadProps) {
  const { t } = useTranslation();
  const held = readDimensions(String(value ?? ''), options['unit'] === 'in' ? 'in' : 'cm');
  if (!held) return <span>{String(value ?? t('board.none'))}</span>;
  return (
    <>
      <span>
        {held.sides.join(' × ')} {t(`widget.dimensions.option.unit.${held.unit}`)}
      </span>{' '}
      <span className="field-hint">
        <Volume held={held} divisor={options['divisor']} />
      </span>
    </>
  );
}

function Volume({ held, divisor }: { held: Dimensions; divisor: unknown }) {
  const { t } = useTranslation();
  const culture = useCulture();
  const found = volumeOf(held, typeof divisor === 'number' ? divisor : null);
  if (!found) return null;
  const number = new Intl.NumberFormat(culture, { maximumFractionDigits: 1 });
  const volume = t(`widget.dimensions.volume.${held.unit}`, { volume: number.format(found.volume) });
  if (found.charged === null) return volume;
  return `${volume}, ${t(`widget.dimensions.charged.${held.unit}`, { weight: number.format(found.charged) })}`;
}
