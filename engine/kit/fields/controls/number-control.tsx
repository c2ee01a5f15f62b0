import { Input, type InputRef } from 'antd';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { EditProps } from './field-view.ts';
import { useFieldHost } from './field-host.tsx';
import { numberText, readNumberText, shownNumber } from './number-text.ts';

interface NumberControlProps extends EditProps {
  /** Decimal places that are always shown. */
  places: number;
  unit?: ReactNode;
}

/** Types a number: the text stays as typed while the cursor is in it, and stands grouped and aligned afterwards. */
export function NumberControl({ value, onChange, control, places, unit, field }: NumberControlProps) {
  const { format } = useFieldHost();
  const [typing, setTyping] = useState<string | null>(null);
  const input = useRef<InputRef>(null);
  const entered = useRef(false);
  useLayoutEffect(() => {
    // The ungrouped text has just taken the place of the grouped one, and with it went what was chosen of it.
    if (entered.current && typing !== null) input.current?.select();
    entered.current = false;
  }, [typing]);
  const shown = typing ?? shownNumber(value, places, format.culture);
  return (
    <Input
      {...control}
      ref={input}
      className="field-number"
      inputMode={field.meta.type === 'integer' ? 'numeric' : 'decimal'}
      autoComplete="off"
      status={control['aria-invalid'] ? 'error' : ''}
      value={shown}
      suffix={unit ? <span className="field-unit">{unit}</span> : undefined}
      onFocus={() => {
        entered.current = numberText(value) !== shown;
        setTyping(numberText(value));
      }}
      onBlur={() => setTyping(null)}
      onChange={({ target }) => {
        setTyping(target.value);
        onChange(readNumberText(target.value));
      }}
    />
  );
}
