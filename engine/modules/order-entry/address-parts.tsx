import type { ClipboardEvent } from 'react';
import { CountryField, TextField } from './controls.tsx';
import { withState, type AddressDraft, type AddressPart } from './entry.ts';
import { usePlaceOfCode, type AddressCheck } from './use-address-check.ts';

interface Props {
  at: 'to' | 'sender';
  address: AddressDraft;
  without: readonly AddressPart[];
  autoFocus: boolean | undefined;
  /** What the check found, told beside the field that it is about. */
  check: AddressCheck | null;
  label: (part: AddressPart) => string;
  onPaste: (event: ClipboardEvent) => void;
  onChange: (part: Partial<AddressDraft>) => void;
}

/** Each part of an address in a field of its own; a postal code brings its place along. */
export function AddressParts({ at, address, without, autoFocus, check, label, onPaste, onChange }: Props) {
  const placeOfCode = usePlaceOfCode();
  const text = (part: AddressPart, more: { required?: boolean; wide?: boolean; maxLength?: number } = {}) => {
    if (without.includes(part)) return null;
    return (
      <TextField
        {...more}
        label={label(part)}
        place={`${at}.${part}`}
        value={address[part]}
        warning={check?.issues.find(({ path }) => path === part)?.message}
        onPaste={onPaste}
        onChange={(value) => onChange({ [part]: value })}
        {...(part === 'name' && autoFocus ? { autoFocus } : {})}
        {...(part === 'postalCode'
          ? { onBlur: () => void placeOfCode(address).then((found) => found && onChange(found)) }
          : {})}
      />
    );
  };
  return (
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
  );
}
