import { App } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useActionRunner } from '../controllers/use-action-runner.ts';
import type { WireRecord } from '../data/data-client.ts';

/** An action asked for on rows; a new object is a new wish. */
export interface ActionWish {
  action: string;
  records: WireRecord[];
}

/** Runs actions for a list. A component of its own, loaded with the first wish: dialogs bring the form engine, lists do without. */
export function ListActionHost({ path, wish, onDone }: { path: string; wish: ActionWish; onDone: () => void }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { run, sending, element } = useActionRunner(path);
  const heard = useRef<ActionWish | null>(null);
  useEffect(() => {
    if (heard.current === wish) return;
    heard.current = wish;
    void run(wish.action, wish.records, onDone);
  }, [run, wish, onDone]);
  useEffect(() => {
    // The menu that was pressed is closed by now: nothing else on the list could show it.
    if (sending !== null) return message.loading(t('action.sending'), 0);
  }, [sending, message, t]);
  return element;
}
