import { ChoiceField, CountryField, TextField } from './controls.tsx';
import type { Entry, OptionsDraft } from './entry.ts';
import { useDesk } from './wording.ts';

/** What most parcels need none of; folded until it is wanted. */
export function OptionsFields({ entry, onChange }: { entry: Entry; onChange: (part: Partial<Entry>) => void }) {
  const { words } = useDesk();
  const { options } = entry;
  const change = (part: Partial<OptionsDraft>) => onChange({ options: { ...options, ...part } });
  const of = (name: keyof OptionsDraft) => ({
    ...{ label: words.field(name), place: `options.${name}`, value: options[name] },
    onChange: (value: string) => change({ [name]: value }),
  });
  const choices = (name: keyof OptionsDraft, values: readonly string[]) =>
    values.map((value) => ({ value, label: words.option(name, value) }));
  return (
    <div className="entry-grid">
      <TextField {...of('shipDate')} type="date" maxLength={10} />
      <ChoiceField
        {...of('signatureOption')}
        options={choices('signatureOption', ['none', 'indirect', 'direct', 'adult'])}
      />
      <TextField {...of('refNo')} />
      <TextField {...of('subOrderNo')} />
      <TextField {...of('reference1')} />
      <TextField {...of('reference2')} />
      <ChoiceField {...of('labelSize')} options={choices('labelSize', ['4x6', '4x675', '4x8', '4x9', 'letter'])} />
      <ChoiceField {...of('taxPayer')} options={choices('taxPayer', ['sender', 'recipient'])} />
      <TextField
        {...of('thirdPartyAccount')}
        maxLength={20}
        onChange={(typed) => change({ thirdPartyAccount: typed.toUpperCase() })}
      />
      {options.thirdPartyAccount.trim() ? (
        <>
          <CountryField {...of('thirdPartyCountry')} />
          <TextField {...of('thirdPartyPostalCode')} maxLength={15} />
        </>
      ) : null}
      <TextField {...of('remarks')} maxLength={200} wide />
    </div>
  );
}
