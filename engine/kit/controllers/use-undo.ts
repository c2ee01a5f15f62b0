import { App } from 'antd';
import { createElement, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../data/display-error.ts';

/** How long a change can be taken back from the message that tells of it. */
const offeredSeconds = 10;

/**
 * Tells that something was done and offers to take it back, for ten seconds. The newest offer replaces the one before.
 * A refusal of the server is told in its own words.
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
