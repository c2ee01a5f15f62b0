import { App } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useActionRunner } from '../controllers/use-action-runner.ts';
import type { WireRecord } from '../data/data-client.ts';

/** An action asked for on rows; a new object is a new wish. */
export interface ActionRequest {
  action: string;
  records: WireRecord[];
}

/** Runs actions for a list. A component of its own, loaded with the first wish: dialogs bring the form engine, lists do without. */
export function ListActionHost({
  path,
  request,
  onDone,
}: {
  path: string;
  request: ActionRequest;
  onDone: () => void;
}) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { run, sending, element } = useActionRunner(path);
  const handled = useRef<ActionRequest | null>(null);
  useEffect(() => {
    if (handled.current === request) return;
    handled.current = request;
    void run(request.action, request.records, { done: onDone });
  }, [run, request, onDone]);
  useEffect(() => {
    // The menu that was pressed is closed by now: nothing else on the list could show it.
    if (sending !== null) return message.loading(t('action.sending'), 0);
  }, [sending, message, t]);
  return element;
}
