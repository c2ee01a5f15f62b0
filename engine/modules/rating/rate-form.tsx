import { Checkbox, DatePicker, Input, Segmented, Select } from 'antd';
import dayjs from 'dayjs';
import { useMemo } from 'react';
import { countries } from '../../core/index.ts';
import { useCulture } from '../../kit/index.ts';
import {
  noBox,
  sides,
  units,
  type AddressType,
  type BoxDraft,
  type Gap,
  type Packaging,
  type PlaceDraft,
  type RateDraft,
  type Signature,
  type UnitType,
} from './draft.ts';
import { useWords } from './wording.ts';

interface Props {
  draft: RateDraft;
  /** What is missing, to be marked. */
  gaps: readonly Gap[];
  today: string;
  onChange: (draft: RateDraft) => void;
}

const maxRows = 20;

/** The same question as a form, which writes the line as it is filled in. */
export function RateForm({ draft, gaps, today, onChange }: Props) {
  const t = useWords();
  const change = (part: Partial<RateDraft>) => onChange({ ...draft, ...part });
  const lacks = (what: Gap['what'], box?: number) =>
    gaps.some((gap) => gap.what === what && (box === undefined || ('box' in gap && gap.box === box)));
  return (
    <div className="rate-form">
      <Place label={t('rate.from')} place={draft.from} wanting={lacks('from')} onChange={(from) => change({ from })} />
      <Place label={t('rate.to')} place={draft.to} wanting={lacks('to')} onChange={(to) => change({ to })} />
      <label>
        <span>{t('rate.type')}</span>
        <Select
          value={draft.type}
          aria-label={t('rate.type')}
          options={[
            { value: '', label: t('type.unknown') },
            { value: 'residential', label: t('type.residential') },
            { value: 'commercial', label: t('type.commercial') },
          ]}
          onChange={(type: AddressType) => change({ type })}
        />
      </label>
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
      <Figure
        label={t('rate.value')}
        value={draft.declaredValue}
        wanting={lacks('value')}
        onChange={(declaredValue) => change({ declaredValue })}
      />
      <label>
        <span>{t('rate.signature')}</span>
        <Select
          value={draft.signature}
          aria-label={t('rate.signature')}
          options={(['', 'indirect', 'direct', 'adult'] as const).map((value) => ({
            value,
            label: t(value ? `signature.${value}` : 'signature.none'),
          }))}
          onChange={(signature: Signature) => change({ signature })}
        />
      </label>
      <label>
        <span>{t('rate.packaging')}</span>
        <Select
          value={draft.packaging}
          aria-label={t('rate.packaging')}
          options={(['', 'irregular', 'letter', 'pak'] as const).map((value) => ({
            value,
            label: t(`packaging.${value || 'box'}`),
          }))}
          onChange={(packaging: Packaging) => change({ packaging })}
        />
      </label>
      <Checkbox checked={draft.thirdParty} onChange={({ target }) => change({ thirdParty: target.checked })}>
        {t('rate.thirdParty')}
      </Checkbox>
      <label>
        <span>{t('rate.shipDate')}</span>
        <DatePicker
          aria-label={t('rate.shipDate')}
          value={draft.shipDate ? dayjs(draft.shipDate) : null}
          format={['YYYY-MM-DD', 'YYYY/M/D', 'YYYYMMDD']}
          placeholder={today}
          onChange={(picked) => change({ shipDate: picked ? picked.format('YYYY-MM-DD') : '' })}
        />
      </label>
    </div>
  );
}

function Place({
  label,
  place,
  wanting,
  onChange,
}: {
  label: string;
  place: PlaceDraft;
  wanting: boolean;
  onChange: (place: PlaceDraft) => void;
}) {
  const t = useWords();
  const culture = useCulture();
  const options = useMemo(() => {
    const names = new Intl.DisplayNames([culture], { type: 'region' });
    return [...countries].map((value) => ({ value, label: value, title: names.of(value) ?? value }));
  }, [culture]);
  return (
    <div className="rate-place" role="group" aria-label={label}>
      <label>
        <span>{label}</span>
        <Input
          value={place.postalCode}
          maxLength={15}
          placeholder={t('rate.postalCode')}
          aria-label={`${label}: ${t('rate.postalCode')}`}
          aria-invalid={wanting}
          status={wanting ? 'error' : ''}
          onChange={(event) => onChange({ ...place, postalCode: event.target.value })}
        />
      </label>
      <Select
        showSearch
        value={place.country}
        aria-label={`${label}: ${t('rate.country')}`}
        options={options}
        popupMatchSelectWidth={240}
        optionRender={({ data }) => `${data.title} (${data.value})`}
        filterOption={(typed, option) =>
          `${option?.title} ${option?.value}`.toLowerCase().includes(typed.toLowerCase())
        }
        onChange={(country: string) => onChange({ ...place, country })}
      />
    </div>
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

function Figure({
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
