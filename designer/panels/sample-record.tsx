import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Bindings } from '../../engine/core/index.ts';
import { errorMessage, useDataClient, useViewer, type WireRecord } from '../../engine/kit/index.ts';
import { useDesigner } from '../store.ts';
import { Pick } from './parts.tsx';

const shown = 30;

/** The newest records of the entity as it is published; none where it is not published yet, or has none. */
export function useRecords(): { rows: readonly WireRecord[]; error: string } {
  const client = useDataClient();
  const path = useDesigner((state) => state.published?.meta.path);
  const [loaded, setLoaded] = useState<{ rows: readonly WireRecord[]; error: string }>({ rows: [], error: '' });
  useEffect(() => {
    if (!path) return;
    const abort = new AbortController();
    client.page(path, { pageNo: '1', pageSize: String(shown) }, abort.signal).then(
      ({ rows }) => setLoaded({ rows, error: '' }),
      (error: unknown) => !abort.signal.aborted && setLoaded({ rows: [], error: errorMessage(error) }),
    );
    return () => abort.abort();
  }, [client, path]);
  return loaded;
}

/** Picks a record to try something on; an empty one is there always. */
export function SamplePicker({
  chosen,
  onChoose,
}: {
  chosen: WireRecord | null;
  onChoose: (record: WireRecord | null) => void;
}) {
  const { t } = useTranslation('designer');
  const title = useDesigner((state) => state.document.meta.title);
  const { rows, error: failure } = useRecords();
  const nameOf = (row: WireRecord) => String(row[`$${title}`] ?? row[title] ?? row.id);
  return (
    <>
      <Pick
        label={t('rules.record')}
        value={chosen?.id ?? ''}
        choices={[
          { value: '', label: t('rules.emptyRecord') },
          ...rows.map((row) => ({ value: row.id, label: nameOf(row) })),
        ]}
        onChange={(id) => onChoose(rows.find((row) => row.id === id) ?? null)}
      />
      {failure ? (
        <p className="panel-trouble" role="alert">
          {failure}
        </p>
      ) : null}
    </>
  );
}

/** The facts for rules: a person with a role, here and now. */
export function useTryBindings(): (record: Readonly<Record<string, unknown>>, role: string) => Bindings {
  const viewer = useViewer();
  return (record, role) => {
    const local = new Date();
    const pad = (part: number) => String(part).padStart(2, '0');
    const today = `${local.getFullYear()}-${pad(local.getMonth() + 1)}-${pad(local.getDate())}`;
    const type = role === 'member' ? 'member' : role === 'admin' ? 'admin' : role === 'superAdmin' ? 'super' : 'staff';
    return {
      record: { ...record },
      actor: { id: viewer.id, type, member: null, org: null, roles: [role] },
      now: `${today} ${pad(local.getHours())}:${pad(local.getMinutes())}:${pad(local.getSeconds())}`,
      today,
    };
  };
}
