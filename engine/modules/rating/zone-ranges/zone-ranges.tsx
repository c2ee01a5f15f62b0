import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WidgetEditProps, WidgetReadProps } from '../../../kit/index.ts';
import { linesOf, read, write, type Fault, type Shape } from './ranges.ts';
import './zone-ranges.css';

const shapeOf = (options: Readonly<Record<string, unknown>>): Shape =>
  options['shape'] === 'chart' || options['shape'] === 'amounts' ? options['shape'] : 'places';
const homeOf = (record: Readonly<Record<string, unknown>>): string =>
  typeof record['country'] === 'string' && /^[A-Z]{2}$/.test(record['country']) ? record['country'] : 'US';

/** One line for each zone. What cannot be read stays as it was typed, with its error at the line, and blocks the form. */
export function Edit({ value, onChange, control, options, record }: WidgetEditProps) {
  const { t } = useTranslation();
  const shape = shapeOf(options);
  const home = homeOf(record());
  const [typing, setTyping] = useState<string | null>(null);
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  const lines = value === null || value === undefined ? [] : linesOf(value, shape);
  const shown =
    typing ?? (lines ? write(lines, home) : typeof value === 'string' ? value : JSON.stringify(value, null, 2));
  return (
    <div className="zone-ranges">
      <textarea
        {...control}
        className="field-mono"
        rows={Math.min(20, Math.max(6, shown.split('\n').length + 1))}
        spellCheck={false}
        placeholder={t(`widget.zone-ranges.placeholder.${shape}`)}
        value={shown}
        onChange={({ target }) => {
          setTyping(target.value);
          const found = read(target.value, { shape, home, before: value });
          setFaults('faults' in found ? found.faults : []);
          if (target.value.trim() === '') onChange(null);
          else onChange('faults' in found ? target.value : found.value);
        }}
        onBlur={() => faults.length === 0 && setTyping(null)}
      />
      {faults.length > 0 ? (
        <ul role="alert">
          {faults.slice(0, 5).map(({ line, text }) => (
            <li key={line}>{t('widget.zone-ranges.fault', { line, text })}</li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

/** More places than this are shown when asked for. */
const few = 40;

export function Read({ value, options, record }: WidgetReadProps) {
  const { t } = useTranslation();
  const [whole, setWhole] = useState<ReadonlySet<string>>(new Set());
  const lines = linesOf(value, shapeOf(options));
  const home = homeOf(record);
  if (!lines)
    return value === null || value === undefined ? (
      <span className="quiet">–</span>
    ) : (
      <pre className="read-json">{JSON.stringify(value, null, 2)}</pre>
    );
  const bare = (place: string) => (place.startsWith(`${home}:`) && place.length > 3 ? place.slice(3) : place);
  return (
    <div className="zone-ranges-read">
      <table>
        <tbody>
          {lines.map(({ name, places }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>
                {(whole.has(name) ? places : places.slice(0, few)).map(bare).join(', ')}
                {places.length > few && !whole.has(name) ? (
                  <button type="button" className="link-button" onClick={() => setWhole(new Set([...whole, name]))}>
                    {t('widget.zone-ranges.more', { count: places.length - few })}
                  </button>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
