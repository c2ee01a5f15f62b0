import { useEffect, useState } from 'react';
import { useDataClient, type WireRecord } from '../../kit/index.ts';

const lists: Readonly<Record<string, string>> = {
  channel: 'Channel',
  service: 'ChannelService',
  shipFrom: 'ChannelShipFrom',
};

/** One field of a repair: typed, or chosen of what the channel has. */
export function RepairField(on: { name: string; channel: string; value: string; onChange: (value: string) => void }) {
  const { name, channel, value, onChange } = on;
  const path = lists[name];
  const rows = useRows(path ?? null);
  if (!path)
    return (
      <input
        className="ant-input"
        type={name === 'shipDate' ? 'date' : 'text'}
        maxLength={200}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  const fitting = name === 'channel' || channel === '' ? rows : rows.filter((row) => row['channel'] === channel);
  return (
    <select className="ant-input" value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="" />
      {fitting.map((row) => (
        <option key={row.id} value={row.id}>
          {String(row['name'] ?? row['shortName'] ?? row.id)}
        </option>
      ))}
    </select>
  );
}

function useRows(path: string | null): readonly WireRecord[] {
  const client = useDataClient();
  const [rows, setRows] = useState<readonly WireRecord[]>([]);
  useEffect(() => {
    if (!path) return;
    let gone = false;
    client.list(path, { status: 'enabled' }).then(
      (found) => !gone && setRows(found),
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [client, path]);
  return rows;
}
