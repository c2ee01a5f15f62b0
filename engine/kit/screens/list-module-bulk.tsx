import { App } from 'antd';
import { Suspense, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { collectShown } from '../controllers/list-bulk.ts';
import { countSelected, everythingSelected } from '../controllers/list-selection.ts';
import { listQueryParams } from '../controllers/list-state.ts';
import { useBulkDialogs } from '../controllers/modules.ts';
import type { ListController } from '../controllers/use-list.ts';
import { useDataClient } from '../data/client.ts';
import type { WireRecord } from '../data/data-client.ts';
import { errorMessage } from '../data/display-error.ts';

type Dialog = ReturnType<typeof useBulkDialogs>[number];

interface Props {
  path: string;
  list: ListController;
  dialogs: readonly Dialog[];
  onDone: () => void;
}

/** The buttons of what modules do with a selection, and the dialog of the one that was pressed. */
export function ListModuleBulk({ path, list, dialogs, onDone }: Props) {
  const { message } = App.useApp();
  const client = useDataClient();
  const [open, setOpen] = useState<{ dialog: Dialog; records: readonly WireRecord[] } | null>(null);
  const [sending, setSending] = useState<string | null>(null);
  const { selection } = list;
  const count = countSelected(selection, list.total);
  const able = ({ fits }: Dialog) => (selection.all ? count : [...selection.picked.values()].filter(fits).length);
  const listed = useCallback(async () => {
    const ids = open?.records.map(({ id }) => id) ?? [];
    if (selection.all || ids.length < 2) return ids;
    const query = { ...listQueryParams(list.state), 'id.in': ids.join(',') };
    const rows = await collectShown({ client, path, query, selection: everythingSelected, limit: ids.length });
    return rows.map(({ id }) => id);
  }, [client, path, open, selection, list.state]);
  const begin = async (dialog: Dialog) => {
    setSending(dialog.name);
    try {
      const found = await collectShown({
        client,
        path,
        query: listQueryParams(list.state),
        selection,
        limit: dialog.maxRecords,
      });
      setOpen({ dialog, records: found.filter(dialog.fits) });
    } catch (error) {
      message.error(errorMessage(error));
    } finally {
      setSending(null);
    }
  };
  return (
    <>
      {dialogs.map((dialog) => (
        <DialogButton
          key={dialog.name}
          dialog={dialog}
          fitting={able(dialog)}
          count={count}
          sending={sending}
          onPress={() => void begin(dialog)}
        />
      ))}
      {open ? (
        <Suspense fallback={null}>
          <open.dialog.Component
            records={open.records}
            listed={listed}
            onClose={(changed) => {
              setOpen(null);
              if (changed) onDone();
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}

interface DialogButtonProps {
  readonly dialog: Dialog;
  /** How many of the selection it can take. */
  readonly fitting: number;
  readonly count: number;
  readonly sending: string | null;
  onPress(): void;
}

function DialogButton({ dialog, fitting, count, sending, onPress }: DialogButtonProps) {
  const { t } = useTranslation();
  const tooMany = fitting > dialog.maxRecords;
  return (
    <button
      type="button"
      className="button"
      disabled={sending !== null || fitting === 0 || tooMany}
      aria-busy={sending === dialog.name || undefined}
      title={tooMany ? t('list.atMost', { count: dialog.maxRecords }) : undefined}
      onClick={onPress}
    >
      {t(`bulk.${dialog.name}`, { ns: dialog.words })}
      {tooMany ? <small>{t('list.atMost', { count: dialog.maxRecords })}</small> : null}
      {!tooMany && fitting < count ? <small>{t('list.someCan', { able: fitting, count })}</small> : null}
    </button>
  );
}
