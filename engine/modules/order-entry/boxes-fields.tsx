import { Input, Segmented, Select } from 'antd';
import { ChoiceField, CountryField, TextField } from './controls.tsx';
import { noBox, noItem, sides, units, type BoxDraft, type Entry, type ItemDraft } from './entry.ts';
import { useDesk, useWords } from './wording.ts';

const maxRows = 200;

interface Props {
  entry: Entry;
  onChange: (part: Partial<Entry>) => void;
}

/** Boxes that are alike stand in one row with how many there are. */
export function BoxesFields({ entry, onChange }: Props) {
  const t = useWords();
  const { words, disabled, faults } = useDesk();
  const { boxes, unitType } = entry;
  const change = (at: number, part: Partial<BoxDraft>) =>
    onChange({ boxes: boxes.map((box, each) => (each === at ? { ...box, ...part } : box)) });
  const unit = units[unitType];
  const labels: Record<keyof BoxDraft, string> = {
    quantity: words.line('boxes', 'quantity'),
    weight: `${words.line('boxes', 'weight')} (${unit.weight})`,
    length: `${words.line('boxes', 'length')} (${unit.length})`,
    width: `${words.line('boxes', 'width')} (${unit.length})`,
    height: `${words.line('boxes', 'height')} (${unit.length})`,
    declaredValue: `${words.line('boxes', 'declaredValue')} (USD)`,
    packaging: words.line('boxes', 'packaging'),
  };
  const parts = ['quantity', 'weight', ...sides, 'declaredValue'] as const;
  return (
    <div className="entry-boxes">
      <Segmented<'0' | '1'>
        value={unitType}
        disabled={disabled}
        aria-label={words.field('unitType')}
        options={[
          { value: '0', label: 'lb · in' },
          { value: '1', label: 'kg · cm' },
        ]}
        onChange={(next) => onChange({ unitType: next })}
      />
      <table>
        <thead>
          <tr>
            {parts.map((part) => (
              <th key={part} scope="col">
                {labels[part]}
              </th>
            ))}
            <th scope="col">{labels.packaging}</th>
            <th aria-hidden="true" />
          </tr>
        </thead>
        <tbody>
          {boxes.map((box, at) => (
            <tr key={at}>
              {parts.map((part) => (
                <td key={part} data-place={`boxes.${at}.${part}`} data-label={labels[part]}>
                  <Input
                    value={box[part]}
                    inputMode="decimal"
                    maxLength={12}
                    autoComplete="off"
                    aria-label={t('box.cell', { box: at + 1, part: labels[part] })}
                    aria-invalid={faults[`boxes.${at}.${part}`] !== undefined}
                    status={faults[`boxes.${at}.${part}`] ? 'error' : ''}
                    title={faults[`boxes.${at}.${part}`]}
                    onChange={(event) => change(at, { [part]: event.target.value })}
                  />
                </td>
              ))}
              <td data-place={`boxes.${at}.packaging`} data-label={labels.packaging}>
                <PackagingChoice box={box} at={at} onChange={(packaging) => change(at, { packaging })} />
              </td>
              <td className="entry-row-end">
                {boxes.length > 1 ? (
                  <button
                    type="button"
                    className="icon-button"
                    disabled={disabled}
                    aria-label={t('box.remove', { box: at + 1 })}
                    onClick={() => onChange({ boxes: boxes.toSpliced(at, 1) })}
                  >
                    ✕
                  </button>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {faults['boxes'] ? <p className="entry-fault">{faults['boxes']}</p> : null}
      {boxes.length < maxRows ? (
        <button
          type="button"
          className="link-button"
          disabled={disabled}
          onClick={() => onChange({ boxes: [...boxes, noBox] })}
        >
          {t('box.add')}
        </button>
      ) : null}
    </div>
  );
}

/** Nothing chosen is the first choice: a box of one's own. */
function PackagingChoice({ box, at, onChange }: { box: BoxDraft; at: number; onChange: (packaging: string) => void }) {
  const t = useWords();
  const { words, disabled, faults } = useDesk();
  const fault = faults[`boxes.${at}.packaging`];
  return (
    <Select
      value={box.packaging || 'box'}
      disabled={disabled}
      status={fault ? 'error' : ''}
      aria-label={t('box.cell', { box: at + 1, part: words.line('boxes', 'packaging') })}
      popupMatchSelectWidth={false}
      options={(['box', 'irregular', 'letter', 'pak'] as const).map((value) => ({
        ...{ value, label: words.option('packaging', value) },
      }))}
      onChange={(value: string) => onChange(value === 'box' ? '' : value)}
    />
  );
}

/** What is inside, for customs: asked for where the parcel leaves the country alone. */
export function CustomsFields({ entry, onChange }: Props) {
  const t = useWords();
  const { words, disabled, faults } = useDesk();
  const items = entry.items.length > 0 ? entry.items : [noItem];
  const change = (at: number, part: Partial<ItemDraft>) =>
    onChange({ items: items.map((item, each) => (each === at ? { ...item, ...part } : item)) });
  const place = (at: number, part: string) => ({ place: `items.${at}.${part}`, label: words.line('items', part) });
  return (
    <div className="entry-customs">
      {faults['items'] ? <p className="entry-fault">{faults['items']}</p> : null}
      <ol>
        {items.map((item, at) => (
          <li key={at} className="entry-grid">
            <TextField
              {...place(at, 'description')}
              wide
              value={item.description}
              onChange={(description) => change(at, { description })}
            />
            <TextField
              {...place(at, 'hsCode')}
              maxLength={15}
              value={item.hsCode}
              onChange={(hsCode) => change(at, { hsCode })}
            />
            <CountryField
              {...place(at, 'originCountry')}
              value={item.originCountry}
              onChange={(originCountry) => change(at, { originCountry })}
            />
            <TextField
              {...place(at, 'unitPrice')}
              figure
              maxLength={12}
              value={item.unitPrice}
              onChange={(unitPrice) => change(at, { unitPrice })}
            />
            <TextField
              {...place(at, 'quantity')}
              figure
              maxLength={7}
              value={item.quantity}
              onChange={(quantity) => change(at, { quantity })}
            />
            <ChoiceField
              {...place(at, 'purpose')}
              value={item.purpose}
              options={(['sale', 'gift', 'sample', 'return', 'repair', 'personal'] as const).map((value) => ({
                ...{ value, label: words.option('purpose', value) },
              }))}
              onChange={(purpose) => change(at, { purpose })}
            />
            {items.length > 1 ? (
              <button
                type="button"
                className="link-button"
                disabled={disabled}
                onClick={() => onChange({ items: items.toSpliced(at, 1) })}
              >
                {t('item.remove', { item: at + 1 })}
              </button>
            ) : null}
          </li>
        ))}
      </ol>
      <button
        type="button"
        className="link-button"
        disabled={disabled}
        onClick={() => onChange({ items: [...items, noItem] })}
      >
        {t('item.add')}
      </button>
    </div>
  );
}
