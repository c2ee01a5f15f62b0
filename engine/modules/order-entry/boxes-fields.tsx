import { Input, Segmented, Select } from 'antd';
import { noBox, sides, units, type BoxDraft, type Entry } from './entry.ts';
import { useDesk, useWords } from './wording.ts';

const maxRows = 200;

const parts = ['quantity', 'weight', ...sides, 'declaredValue'] as const;

interface Props {
  entry: Entry;
  onChange: (part: Partial<Entry>) => void;
}

/** Boxes that are alike stand in one row with how many there are. */
export function BoxesFields({ entry, onChange }: Props) {
  const t = useWords();
  const { words, disabled } = useDesk();
  const { boxes, unitType } = entry;
  const change = (at: number, part: Partial<BoxDraft>) =>
    onChange({ boxes: boxes.map((box, each) => (each === at ? { ...box, ...part } : box)) });
  const labels = useBoxLabels(unitType);
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
            <BoxRow
              key={at}
              {...{ at, box, labels }}
              onChange={(part) => change(at, part)}
              onRemove={boxes.length > 1 ? () => onChange({ boxes: boxes.toSpliced(at, 1) }) : null}
            />
          ))}
        </tbody>
      </table>
      <CellFault labels={labels} />
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

/** What is wrong with the boxes, else with the first of their cells: a phone shows no title of a field. */
function CellFault({ labels }: { labels: BoxLabels }) {
  const t = useWords();
  const { faults } = useDesk();
  const cell = Object.keys(faults).find((place) => place.startsWith('boxes.')) ?? '';
  const [, at = '', part = ''] = cell.split('.');
  const label = labels[part as keyof BoxDraft];
  const told =
    faults['boxes'] ?? (label ? `${t('box.cell', { box: Number(at) + 1, part: label })} · ${faults[cell]}` : '');
  return told ? <p className="entry-fault">{told}</p> : null;
}

type BoxLabels = Readonly<Record<keyof BoxDraft, string>>;

/** The words of a box, with the units that it is measured in. */
function useBoxLabels(unitType: Entry['unitType']): BoxLabels {
  const { words } = useDesk();
  const unit = units[unitType];
  return {
    quantity: words.line('boxes', 'quantity'),
    weight: `${words.line('boxes', 'weight')} (${unit.weight})`,
    length: `${words.line('boxes', 'length')} (${unit.length})`,
    width: `${words.line('boxes', 'width')} (${unit.length})`,
    height: `${words.line('boxes', 'height')} (${unit.length})`,
    declaredValue: `${words.line('boxes', 'declaredValue')} (USD)`,
    packaging: words.line('boxes', 'packaging'),
  };
}

function BoxRow({
  box,
  at,
  labels,
  onChange,
  onRemove,
}: {
  box: BoxDraft;
  at: number;
  labels: BoxLabels;
  onChange: (part: Partial<BoxDraft>) => void;
  onRemove: (() => void) | null;
}) {
  const t = useWords();
  const { disabled, faults } = useDesk();
  return (
    <tr>
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
            onChange={(event) => onChange({ [part]: event.target.value })}
          />
        </td>
      ))}
      <td data-place={`boxes.${at}.packaging`} data-label={labels.packaging}>
        <PackagingChoice box={box} at={at} onChange={(packaging) => onChange({ packaging })} />
      </td>
      <td className="entry-row-end">
        {onRemove ? (
          <button
            type="button"
            className="icon-button"
            disabled={disabled}
            aria-label={t('box.remove', { box: at + 1 })}
            onClick={onRemove}
          >
            ✕
          </button>
        ) : null}
      </td>
    </tr>
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
