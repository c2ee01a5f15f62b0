import { Radio } from 'antd';
import type { KeyboardEvent } from 'react';
import { App } from 'antd';
import { bringsKeyboard, newKey, errorMessage, useDataClient, useHasPermission } from '../../kit/index.ts';
import { AddressFields } from './address-fields.tsx';
import { addressOf, BookPicker } from './book-picker.tsx';
import { BoxesFields } from './boxes-fields.tsx';
import { CustomsFields } from './customs-fields.tsx';
import { ChoiceField } from './controls.tsx';
import { needsCustoms, noOptions, type Entry } from './entry.ts';
import type { Channel } from './offers.ts';
import { OptionsFields } from './options-fields.tsx';
import { useDesk, useWords } from './wording.ts';

interface Props {
  entry: Entry;
  channels: readonly Channel[];
  onChange: (part: Partial<Entry> | ((entry: Entry) => Partial<Entry>)) => void;
}

/** What is typed of an order, from the recipient to what customs want to know. */
export function EntryForm({ entry, channels, onChange }: Props) {
  const t = useWords();
  const { words, disabled, faults } = useDesk();
  const from = originOf(entry, channels);
  const hasOptions = Object.entries(noOptions).some(
    ([name, usual]) => entry.options[name as keyof typeof noOptions] !== usual,
  );
  const optionFault = Object.keys(faults).some((place) => place.startsWith('options.'));
  return (
    <div className="entry-form" onKeyDown={toNextField}>
      <SenderSection entry={entry} channels={channels} onChange={onChange} />
      <RecipientSection entry={entry} channels={channels} onChange={onChange} />
      <section className="entry-card" aria-label={words.section('boxes')}>
        <h2>{words.section('boxes')}</h2>
        <BoxesFields entry={entry} onChange={onChange} />
      </section>
      {needsCustoms(from, entry.to.country) ? (
        <section className="entry-card" aria-label={words.section('customs')} data-place="items">
          <h2>{words.section('customs')}</h2>
          <CustomsFields entry={entry} onChange={onChange} />
        </section>
      ) : null}
      <details className="entry-card" open={hasOptions || optionFault}>
        <summary>{t('options')}</summary>
        <OptionsFields entry={entry} onChange={onChange} />
      </details>
      {disabled ? null : <p className="entry-quiet">{t('keys')}</p>}
    </div>
  );
}

function SenderSection({ entry, channels, onChange }: Props) {
  const t = useWords();
  const { words, faults } = useDesk();
  return (
    <section className="entry-card" aria-label={words.section('shipFrom')}>
      <div className="entry-card-head">
        <h2>{words.section('shipFrom')}</h2>
        <BookPicker
          label={t('book.from')}
          kind="shipFrom"
          customer={entry.customer}
          onPick={(row) => onChange({ senderMode: 'own', sender: addressOf(row) })}
        />
      </div>
      <SenderMode entry={entry} channels={channels} onChange={onChange} />
      {faults['sender.mode'] ? <p className="entry-fault">{faults['sender.mode']}</p> : null}
      {entry.senderMode === 'own' ? (
        <AddressFields
          at="sender"
          address={entry.sender}
          without={['address3', 'email']}
          onChange={(part) => onChange((now) => ({ sender: { ...now.sender, ...part } }))}
        />
      ) : null}
    </section>
  );
}

function RecipientSection({ entry, channels, onChange }: Props) {
  const t = useWords();
  const { words } = useDesk();
  return (
    <section className="entry-card" aria-label={words.section('shipTo')}>
      <div className="entry-card-head">
        <h2>{words.section('shipTo')}</h2>
        <BookPicker
          label={t('book.to')}
          kind="shipTo"
          customer={entry.customer}
          onPick={(row) => {
            const type = row['addressType'];
            const toType = type === 'residential' || type === 'commercial' ? type : 'unknown';
            onChange({ to: addressOf(row), toType });
          }}
        />
        <KeepInBook entry={entry} />
      </div>
      <AddressFields
        at="to"
        autoFocus={entry.customer !== '' && !bringsKeyboard()}
        channel={entry.choice?.channel ?? channels[0]?.id ?? null}
        address={entry.to}
        onChange={(part) => onChange((now) => ({ to: { ...now.to, ...part } }))}
      />
      <div className="entry-grid">
        <ChoiceField
          label={words.field('shipToType')}
          place="to.type"
          value={entry.toType}
          options={(['unknown', 'residential', 'commercial'] as const).map((value) => ({
            ...{ value, label: words.option('shipToType', value) },
          }))}
          onChange={(toType) => onChange({ toType })}
        />
      </div>
    </section>
  );
}

/** The country that the parcel leaves: of the chosen channel, or of the first one. */
export function originOf({ senderMode, sender, choice }: Entry, channels: readonly Channel[]): string {
  if (senderMode === 'own') return sender.country;
  const chosen = channels.find(({ id }) => id === choice?.channel) ?? channels[0];
  return chosen?.dock?.country ?? 'US';
}

/** Whether parcels bear the channel's address or the customer's; asked only where channels leave the choice. */
function SenderMode({ entry, channels, onChange }: Props) {
  const t = useWords();
  const { disabled } = useDesk();
  const offers = (mode: Channel['mode']) =>
    channels.some((channel) => channel.mode === mode || channel.mode === 'either');
  const docks = channels.flatMap(({ name, dock }) =>
    dock ? [`${name}: ${dock.name}, ${dock.state} ${dock.postalCode}`] : [],
  );
  return (
    <>
      {offers('customer') || entry.senderMode === 'own' ? (
        <Radio.Group
          disabled={disabled}
          value={entry.senderMode}
          aria-label={t('sender.mode')}
          options={[
            { value: 'channel', label: t('sender.channel'), disabled: !offers('channel') },
            { value: 'own', label: t('sender.own'), disabled: !offers('customer') },
          ]}
          onChange={(event) => onChange({ senderMode: event.target.value as Entry['senderMode'] })}
        />
      ) : null}
      {entry.senderMode === 'channel' && docks.length > 0 ? (
        <p className="entry-quiet">
          {docks.length > 3 ? t('sender.docks', { count: docks.length }) : docks.join(' · ')}
        </p>
      ) : null}
    </>
  );
}

/** Keeps the recipient in the book, for the next time. */
function KeepInBook({ entry }: { entry: Entry }) {
  const t = useWords();
  const client = useDataClient();
  const { message } = App.useApp();
  const { disabled } = useDesk();
  const mayAdd = useHasPermission('AddressBook:add');
  const { to, toType, customer } = entry;
  if (!mayAdd) return null;
  const keepIt = async () => {
    try {
      const parts = Object.fromEntries(Object.entries(to).map(([part, typed]) => [part, typed.trim() || null]));
      await client.add('AddressBook', { customer, kind: 'shipTo', ...parts, addressType: toType }, newKey());
      void message.success(t('book.kept', { name: to.name }));
    } catch (error) {
      void message.error(errorMessage(error));
    }
  };
  return (
    <button
      type="button"
      className="link-button"
      disabled={disabled || [to.name, to.address1, to.city, to.postalCode].some((part) => part.trim() === '')}
      onClick={() => void keepIt()}
    >
      {t('book.keep')}
    </button>
  );
}

/** Scanners end with Enter: it goes on to the next field, and never places anything. */
function toNextField(event: KeyboardEvent<HTMLElement>): void {
  const field = event.target;
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
  if (!(field instanceof HTMLInputElement) || field.type === 'radio' || field.role === 'combobox') return;
  event.preventDefault();
  const fields = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input:not([type=radio]):not(:disabled)')];
  const next = fields.slice(fields.indexOf(field) + 1).find((each) => each.offsetParent !== null);
  next?.focus();
  next?.select();
}
