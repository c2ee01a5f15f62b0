import { useTranslation } from 'react-i18next';
import { StatusTag, TextControl, type WidgetEditProps, type WidgetReadProps } from '../../../kit/index.ts';
import { admitted, carriers, grouped, plain, recognise } from './carriers.ts';
import './tracking-number.css';

/** The number as text; below it whose it is. Blanks that a copy brought along go when the field is left. */
export function Edit(props: WidgetEditProps) {
  const { t } = useTranslation();
  const { value, onChange, options } = props;
  const text = typeof value === 'string' ? value : '';
  const among = admitted(options);
  const found = recognise(text, among);
  const names = among.map((name) => t(`widget.tracking-number.option.carriers.${name}`)).join(', ');
  const hint = found
    ? t(`widget.tracking-number.${found.fits ? 'fits' : 'fitsNot'}`, {
        carrier: t(`widget.tracking-number.option.carriers.${found.carrier}`),
      })
    : t('widget.tracking-number.among', { names });
  return (
    <div onBlur={() => text !== plain(text) && onChange(plain(text))}>
      <TextControl {...props} mono />
      <p className="field-hint tracking-number-hint" aria-live="polite">
        {hint}
      </p>
    </div>
  );
}

export function Read({ value, options }: WidgetReadProps) {
  const { t } = useTranslation();
  const text = typeof value === 'string' ? value : '';
  const found = recognise(text, admitted(options));
  if (!found) return <span className="read-code">{text || t('board.none')}</span>;
  return (
    <span className="tracking-number">
      <code className="read-code">{grouped(plain(text), carriers[found.carrier])}</code>
      <StatusTag
        tone={found.fits ? 'info' : 'warn'}
        text={t(`widget.tracking-number.option.carriers.${found.carrier}`)}
      />
    </span>
  );
}
