import { Button } from 'antd';
import { useState, type ClipboardEvent } from 'react';
import { looksLikeAddress, splitAddress } from '../../core/index.ts';
import { errorMessage } from '../../kit/index.ts';
import { AddressParts } from './address-parts.tsx';
import { AddressVerdict } from './address-verdict.tsx';
import { noAddress, type AddressDraft, type AddressPart } from './entry.ts';
import { useAddressCheck } from './use-address-check.ts';
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
  const { words, disabled } = useDesk();
  const carrier = useCarrierCheck(address, channel);
  const postal = useAddressCheck(address);
  const check = carrier.check ?? postal;
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
  const undo = () => {
    if (before) onChange(before);
    setBefore(null);
  };
  const take = () => check?.suggestion && onChange(check.suggestion);
  return (
    <div
      className="entry-address"
      onKeyDown={(event) => {
        if (event.key !== 'F8' || !check?.suggestion) return;
        event.preventDefault();
        take();
      }}
    >
      {before && !disabled ? <Pasted onUndo={undo} /> : null}
      <AddressParts {...{ at, address, without, autoFocus, check, label, onChange }} onPaste={paste} />
      {channel ? <CarrierCheck carrier={carrier} address={address} /> : null}
      <AddressVerdict check={check} address={address} label={label} onTake={take} />
    </div>
  );
}

/** A pasted address stands in the fields now; those before it can be had back. */
function Pasted({ onUndo }: { onUndo: () => void }) {
  const t = useWords();
  return (
    <p className="entry-pasted" role="status">
      {t('paste.done')}{' '}
      <button type="button" className="link-button" onClick={onUndo}>
        {t('paste.undo')}
      </button>
    </p>
  );
}

/** Asks the carrier of the channel about the address. */
function CarrierCheck({ carrier, address }: { carrier: ReturnType<typeof useCarrierCheck>; address: AddressDraft }) {
  const t = useWords();
  const { disabled } = useDesk();
  return (
    <p className="entry-carrier">
      <Button
        size="small"
        loading={carrier.isBusy}
        disabled={disabled || [address.address1, address.city, address.postalCode].some((part) => part.trim() === '')}
        onClick={() => void carrier.ask()}
      >
        {t('check.carrier')}
      </Button>
      {carrier.error ? <span role="alert">{errorMessage(carrier.error)}</span> : null}
      {carrier.check ? <span role="status">{t('check.carrierSays')}</span> : null}
    </p>
  );
}
