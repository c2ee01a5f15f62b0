import { Button } from 'antd';
import { useState, type ClipboardEvent } from 'react';
import { looksLikeAddress, splitAddress } from '../../core/index.ts';
import { errorMessage, StatusTag, type TagTone } from '../../kit/index.ts';
import { CountryField, TextField } from './controls.tsx';
import { noAddress, withState, type AddressDraft, type AddressPart } from './entry.ts';
import { useAddressCheck, usePlaceOfCode, type AddressCheck } from './use-address-check.ts';
import { useCarrierCheck } from './use-carrier-check.ts';
import { useDesk, useWords } from './wording.ts';

interface Props {
  /** What the places of its fields begin with. */
  at: 'to' | 'sender';
  address: AddressDraft;
  /** Parts that this address has none of. */
  without?: readonly AddressPart[];
  autoFocus?: boolean;
  /** The channel whose carrier can be asked about the address. */
  channel?: string | null;
  onChange: (part: Partial<AddressDraft>) => void;
}

/** The fields of an address; a whole one can be pasted into any of them, and the postal data looks along. */
export function AddressFields({ at, address, without = [], autoFocus, channel = null, onChange }: Props) {
  const t = useWords();
  const { words, disabled } = useDesk();
  const carrier = useCarrierCheck(address, channel);
  const postal = useAddressCheck(address);
  const check = carrier.check ?? postal;
  const placeOfCode = usePlaceOfCode();
  const [before, setBefore] = useState<AddressDraft | null>(null);
  const label = (part: AddressPart) =>
    words.field(`${at === 'to' ? 'shipTo' : 'shipFrom'}${part.charAt(0).toUpperCase()}${part.slice(1)}`);
  const paste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text/plain');
    if (disabled || !looksLikeAddress(pasted)) return;
    event.preventDefault();
    setBefore(address);
    onChange({ ...noAddress, ...splitAddress(pasted).parts });
  };
  const take = () => check?.suggestion && onChange(check.suggestion);
  const text = (part: AddressPart, more: { required?: boolean; wide?: boolean; maxLength?: number } = {}) => {
    if (without.includes(part)) return null;
    return (
      <TextField
        {...more}
        label={label(part)}
        place={`${at}.${part}`}
        value={address[part]}
        warning={check?.issues.find(({ path }) => path === part)?.message}
        onPaste={paste}
        onChange={(value) => onChange({ [part]: value })}
        {...(part === 'name' && autoFocus ? { autoFocus } : {})}
        {...(part === 'postalCode'
          ? { onBlur: () => void placeOfCode(address).then((found) => found && onChange(found)) }
          : {})}
      />
    );
  };
  return (
    <div
      className="entry-address"
      onKeyDown={(event) => {
        if (event.key !== 'F8' || !check?.suggestion) return;
        event.preventDefault();
        take();
      }}
    >
      {before && !disabled ? (
        <p className="entry-pasted" role="status">
          {t('paste.done')}{' '}
          <button
            type="button"
            className="link-button"
            onClick={() => {
              onChange(before);
              setBefore(null);
            }}
          >
            {t('paste.undo')}
          </button>
        </p>
      ) : null}
      <div className="entry-grid">
        {text('name', { required: true })}
        {text('company')}
        {text('address1', { required: true, wide: true })}
        {text('address2')}
        {text('address3')}
        <CountryField
          label={label('country')}
          place={`${at}.country`}
          required
          warning={check?.issues.find(({ path }) => path === 'country')?.message}
          value={address.country}
          onChange={(country) => onChange({ country })}
        />
        {text('postalCode', { required: true, maxLength: 15 })}
        {text('city', { required: true })}
        {text('state', { required: withState(address.country), maxLength: 30 })}
        {text('phone', { required: at === 'sender', maxLength: 30 })}
        {text('email', { maxLength: 100 })}
      </div>
      {channel ? (
        <p className="entry-carrier">
          <Button
            size="small"
            loading={carrier.isBusy}
            disabled={
              disabled || [address.address1, address.city, address.postalCode].some((part) => part.trim() === '')
            }
            onClick={() => void carrier.ask()}
          >
            {t('check.carrier')}
          </Button>
          {carrier.error ? <span role="alert">{errorMessage(carrier.error)}</span> : null}
          {carrier.check ? <span role="status">{t('check.carrierSays')}</span> : null}
        </p>
      ) : null}
      <Verdict check={check} address={address} label={label} onTake={take} />
    </div>
  );
}

const tones: Record<AddressCheck['state'], TagTone> = {
  ...({ verified: 'good', corrected: 'warn', doubtful: 'warn', unknown: 'neutral' } as const),
};

/** What the check found, and beside the entry what would be written instead, with the difference marked. */
function Verdict({
  check,
  address,
  label,
  onTake,
}: {
  check: AddressCheck | null;
  address: AddressDraft;
  label: (part: AddressPart) => string;
  onTake: () => void;
}) {
  const t = useWords();
  const { disabled } = useDesk();
  if (!check) return null;
  const changes = Object.entries(check.suggestion ?? {}) as [AddressPart, string][];
  return (
    <div className="entry-verdict" role="status">
      <StatusTag tone={tones[check.state]} text={t(`check.${check.state}`)} />
      {check.issues
        .filter(({ path }) => path === '')
        .map(({ code, message }) => (
          <p key={code}>{message}</p>
        ))}
      {changes.length > 0 ? (
        <>
          <dl>
            {changes.map(([part, to]) => (
              <div key={part}>
                <dt>{label(part)}</dt>
                <dd>
                  {address[part] ? <del>{address[part]}</del> : null} <ins>{to}</ins>
                </dd>
              </div>
            ))}
          </dl>
          <Button size="small" disabled={disabled} aria-keyshortcuts="F8" onClick={onTake}>
            {t('check.take')} <kbd>F8</kbd>
          </Button>
        </>
      ) : null}
    </div>
  );
}
