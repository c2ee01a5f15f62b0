import { App } from 'antd';
import { createElement, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../data/display-error.ts';

/** How long the message offers an undo. */
const offeredSeconds = 10;

/**
 * Shows a success message with an undo button for ten seconds. A new message replaces the previous one; a refusal shows
 * the server's message.
 */
export function useUndo(): (message: string, takeBack: () => Promise<unknown>) => void {
  const { message } = App.useApp();
  const { t } = useTranslation();
  return useCallback(
    (text, takeBack) => {
      const key = 'undo';
      const press = () => {
        message.destroy(key);
        takeBack().then(
          () => void message.success({ key, content: t('undo.done') }),
          (error: unknown) => void message.error({ key, content: t('undo.failed', { reason: errorMessage(error) }) }),
        );
      };
      const button = createElement(
        'button',
        { type: 'button', className: 'link-button undo-button', onClick: press },
        t('undo.press'),
      );
      void message.success({
        key,
        duration: offeredSeconds,
        content: createElement('span', { className: 'undo-offer' }, text, button),
      });
    },
    [message, t],
  );
}
