import { App } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDataClient } from '../data/client.ts';
import { newKey } from '../data/new-key.ts';
import { failedLine } from '../data/display-error.ts';
import { useConfirm } from '../ui/use-confirm.ts';

/** The days that are never cleared. The server enforces it; this is for the confirmation. */
const retentionDays = 7;

/** Clears a list of rows that are only ever added: all at once and only old ones, never a single row. */
export function ListClear({ path, name, onDone }: { path: string; name: string; onDone: () => void }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const client = useDataClient();
  const confirm = useConfirm();
  const [busy, setBusy] = useState(false);
  const clear = async () => {
    const word = t('list.clearOld');
    if (
      !(await confirm({ title: t('list.clearOldQuestion', { name, days: retentionDays }), okText: word, danger: true }))
    )
      return;
    setBusy(true);
    try {
      const { count } = (await client.act(path, { action: 'delete', input: {} }, newKey())) as unknown as {
        count: number;
      };
      void message.success(t('list.clearOldDone', { count: String(count) }));
      onDone();
    } catch (error) {
      void message.error(failedLine('deletion', error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <button type="button" className="button" disabled={busy} onClick={() => void clear()}>
      {t('list.clearOld')}
    </button>
  );
}
