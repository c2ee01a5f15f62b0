import { Select } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useDataClient, type WireRecord } from '../../kit/index.ts';
import { noAddress, type AddressDraft, type AddressPart } from './entry.ts';
import { useDesk } from './wording.ts';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A row of the address book as an address. */
export const addressOf = (row: WireRecord): AddressDraft =>
  Object.fromEntries(
    (Object.keys(noAddress) as AddressPart[]).map((part) => [part, text(row[part])]),
  ) as unknown as AddressDraft;

const optionOf = ({ data }: { data: { row: WireRecord } }) => (
  <span className="entry-book-option">
    <strong>{text(data.row['name'])}</strong>
    <small>
      {['company', 'address1', 'city', 'state', 'postalCode']
        .map((part) => text(data.row[part]))
        .filter(Boolean)
        .join(', ')}
    </small>
  </span>
);

interface Props {
  label: string;
  kind: 'shipTo' | 'shipFrom';
  customer: string;
  onPick: (row: WireRecord) => void;
}

const pause = 200;

/** An address of the book, found while it is typed. */
export function BookPicker({ label, kind, customer, onPick }: Props) {
  const client = useDataClient();
  const { disabled } = useDesk();
  const [rows, setRows] = useState<readonly WireRecord[]>([]);
  const [loading, setLoading] = useState(false);
  const asked = useRef({ count: 0, timer: 0 });
  const search = (typed: string) => {
    const mine = ++asked.current.count;
    window.clearTimeout(asked.current.timer);
    setLoading(true);
    asked.current.timer = window.setTimeout(
      () => {
        client.page('AddressBook', { kind, customer, searchValue: typed, pageNo: '1', pageSize: '20' }).then(
          (page) => {
            if (asked.current.count !== mine) return;
            setRows(page.rows);
            setLoading(false);
          },
          () => asked.current.count === mine && setLoading(false),
        );
      },
      typed === '' ? 0 : pause,
    );
  };
  useEffect(() => () => window.clearTimeout(asked.current.timer), []);
  return (
    <Select
      showSearch
      className="entry-book"
      value={null}
      placeholder={label}
      aria-label={label}
      disabled={disabled || customer === ''}
      loading={loading}
      filterOption={false}
      popupMatchSelectWidth={360}
      options={rows.map((row) => ({ value: row.id, label: text(row['name']), row }))}
      optionRender={optionOf}
      onOpenChange={(open) => open && search('')}
      onSearch={search}
      onChange={(id: string | null) => {
        const row = rows.find((each) => each.id === id);
        if (row) onPick(row);
      }}
    />
  );
}
