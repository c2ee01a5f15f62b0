import { Input, Segmented } from 'antd';
import { noBox, sides, units, type BoxDraft, type Gap, type RateDraft, type UnitType } from './draft.ts';
import { useWords } from './wording.ts';

export type Change = (part: Partial<RateDraft>) => void;
/** Whether something is missing: of the question, or of one box. */
export type Lacks = (what: Gap['what'], box?: number) => boolean;

const maxRows = 20;

/** What is sent, in the units that are chosen for all of it. */
export function Boxes({ draft, change, lacks }: { draft: RateDraft; change: Change; lacks: Lacks }) {
  const t = useWords();
  return (
    <fieldset className="rate-boxes">
      <legend>{t('rate.boxes')}</legend>
      <Segmented<UnitType>
        value={draft.unitType}
        aria-label={t('rate.units')}
        options={[
          { value: '0', label: 'lb · in' },
          { value: '1', label: 'kg · cm' },
        ]}
        onChange={(unitType) => change({ unitType })}
      />
      <ol>
        {draft.boxes.map((box, at) => (
          <BoxRow
            key={at}
            at={at}
            box={box}
            unitType={draft.unitType}
            lacks={(what) => lacks(what, at)}
            onChange={(next) => change({ boxes: draft.boxes.with(at, next) })}
            onRemove={draft.boxes.length > 1 ? () => change({ boxes: draft.boxes.toSpliced(at, 1) }) : null}
          />
        ))}
      </ol>
      {draft.boxes.length < maxRows ? (
        <button type="button" className="link-button" onClick={() => change({ boxes: [...draft.boxes, noBox] })}>
          {t('rate.addBox')}
        </button>
      ) : null}
    </fieldset>
  );
}

function BoxRow({
  at,
  box,
  unitType,
  lacks,
  onChange,
  onRemove,
}: {
  at: number;
  box: BoxDraft;
  unitType: UnitType;
  lacks: (what: 'quantity' | 'weight' | 'size') => boolean;
  onChange: (box: BoxDraft) => void;
  onRemove: (() => void) | null;
}) {
  const t = useWords();
  return (
    <li className="rate-box">
      <Figure
        label={t('rate.quantity')}
        value={box.quantity}
        wanting={lacks('quantity')}
        onChange={(quantity) => onChange({ ...box, quantity })}
      />
      <Figure
        label={t('rate.weight', { unit: units[unitType].weight })}
        value={box.weight}
        wanting={lacks('weight')}
        onChange={(weight) => onChange({ ...box, weight })}
      />
      {sides.map((side) => (
        <Figure
          key={side}
          label={t(`rate.${side}`, { unit: units[unitType].length })}
          value={box[side]}
          wanting={lacks('size')}
          onChange={(value) => onChange({ ...box, [side]: value })}
        />
      ))}
      {onRemove ? (
        <button
          type="button"
          className="icon-button"
          aria-label={t('rate.removeBox', { box: at + 1 })}
          onClick={onRemove}
        >
          ✕
        </button>
      ) : null}
    </li>
  );
}

export function Figure({
  label,
  value,
  wanting,
  onChange,
}: {
  label: string;
  value: string;
  wanting: boolean;
  onChange: (value: string) => void;
}) {
  return (
    <label>
      <span>{label}</span>
      <Input
        value={value}
        inputMode="decimal"
        maxLength={12}
        autoComplete="off"
        aria-invalid={wanting}
        status={wanting ? 'error' : ''}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}
