import { useCallback, useEffect, useState } from 'react';
import { useDataClient, useRecordChanges, type WireRecord } from '../../kit/index.ts';

/** Longer than that, and the page looks by itself whether the order has gone on. */
const patience = 6_000;

/** Keeps an order as it stands on the page, by what the server tells, and by looking again where it tells nothing. */
export function useFollowed(record: WireRecord | null, onRecord: (record: WireRecord) => void) {
  const client = useDataClient();
  const [slow, setSlow] = useState(false);
  const [found, setFound] = useState<{ of: string; packages: readonly WireRecord[] }>({ of: '', packages: [] });
  // A draft is what stands in the entry; only what left it is followed.
  const id = record && record.status !== 'draft' ? record.id : '';
  const isPlacing = record?.status === 'placing';
  const readPackages = useCallback(() => {
    if (id)
      client.list('OrderBox', { order: id }).then(
        (packages) => setFound({ of: id, packages }),
        () => undefined,
      );
  }, [client, id]);
  const read = useCallback(() => {
    if (!id) return;
    client.detail('Order', id).then(onRecord, () => undefined);
    readPackages();
  }, [client, id, onRecord, readPackages]);
  useRecordChanges(id ? 'order' : null, ({ ids, many }) => (many || ids.has(id)) && read());
  useRecordChanges(id ? 'package' : null, readPackages);
  useEffect(readPackages, [readPackages]);
  useEffect(() => {
    if (!isPlacing) {
      setSlow(false);
      return;
    }
    const timer = setInterval(() => {
      setSlow(true);
      read();
    }, patience);
    return () => clearInterval(timer);
  }, [isPlacing, read]);
  return { slow, packages: found.of === id ? found.packages : [] };
}
