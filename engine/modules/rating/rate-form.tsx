import { Checkbox, DatePicker, Input, Select } from 'antd';
import dayjs from 'dayjs';
import { useMemo } from 'react';
import { countries } from '../../core/index.ts';
import { useCulture } from '../../kit/index.ts';
import type { AddressType, Gap, Packaging, PlaceDraft, RateDraft, Signature } from './draft.ts';
import { Boxes, Figure, type Change, type Lacks } from './rate-boxes.tsx';
import { useWords } from './wording.ts';

interface Props {
  draft: RateDraft;
  /** What is missing, to be marked. */
  gaps: readonly Gap[];
  today: string;
  onChange: (draft: RateDraft) => void;
}

/** The same question as a form, which writes the line as it is filled in. */
export function RateForm({ draft, gaps, today, onChange }: Props) {
  const t = useWords();
  const change: Change = (part) => onChange({ ...draft, ...part });
  const lacks: Lacks = (what, box) =>
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
      <Boxes {...{ draft, change, lacks }} />
      <Figure
        label={t('rate.value')}
        value={draft.declaredValue}
        wanting={lacks('value')}
        onChange={(declaredValue) => change({ declaredValue })}
      />
      <Options {...{ draft, today, change }} />
    </div>
  );
}

/** What is asked of the carrier beside the way. */
function Options({ draft, today, change }: Pick<Props, 'draft' | 'today'> & { change: Change }) {
  const t = useWords();
  return (
    <>
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
    </>
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
