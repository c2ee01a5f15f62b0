import { ChoiceField, CountryField, TextField } from './controls.tsx';
import { noItem, type Entry, type ItemDraft } from './entry.ts';
import { useDesk, useWords } from './wording.ts';

interface Props {
  entry: Entry;
  onChange: (part: Partial<Entry>) => void;
}

/** What is inside, for customs: asked for where the parcel leaves the country alone. */
export function CustomsFields({ entry, onChange }: Props) {
  const t = useWords();
  const { disabled, faults } = useDesk();
  const items = entry.items.length > 0 ? entry.items : [noItem];
  const change = (at: number, part: Partial<ItemDraft>) =>
    onChange({ items: items.map((item, each) => (each === at ? { ...item, ...part } : item)) });
  return (
    <div className="entry-customs">
      {faults['items'] ? <p className="entry-fault">{faults['items']}</p> : null}
      <ol>
        {items.map((item, at) => (
          <ItemFields
            key={at}
            {...{ at, item }}
            onChange={(part) => change(at, part)}
            onRemove={items.length > 1 ? () => onChange({ items: items.toSpliced(at, 1) }) : null}
          />
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

function ItemFields({
  item,
  at,
  onChange,
  onRemove,
}: {
  item: ItemDraft;
  at: number;
  onChange: (part: Partial<ItemDraft>) => void;
  onRemove: (() => void) | null;
}) {
  const t = useWords();
  const { words, disabled } = useDesk();
  const place = (part: string) => ({ place: `items.${at}.${part}`, label: words.line('items', part) });
  return (
    <li className="entry-grid">
      <TextField
        {...place('description')}
        wide
        value={item.description}
        onChange={(description) => onChange({ description })}
      />
      <TextField {...place('hsCode')} maxLength={15} value={item.hsCode} onChange={(hsCode) => onChange({ hsCode })} />
      <CountryField
        {...place('originCountry')}
        value={item.originCountry}
        onChange={(originCountry) => onChange({ originCountry })}
      />
      <TextField
        {...place('unitPrice')}
        figure
        maxLength={12}
        value={item.unitPrice}
        onChange={(unitPrice) => onChange({ unitPrice })}
      />
      <TextField
        {...place('quantity')}
        figure
        maxLength={7}
        value={item.quantity}
        onChange={(quantity) => onChange({ quantity })}
      />
      <ChoiceField
        {...place('purpose')}
        value={item.purpose}
        options={(['sale', 'gift', 'sample', 'return', 'repair', 'personal'] as const).map((value) => ({
          ...{ value, label: words.option('purpose', value) },
        }))}
        onChange={(purpose) => onChange({ purpose })}
      />
      {onRemove ? (
        <button type="button" className="link-button" disabled={disabled} onClick={onRemove}>
          {t('item.remove', { item: at + 1 })}
        </button>
      ) : null}
    </li>
  );
}
