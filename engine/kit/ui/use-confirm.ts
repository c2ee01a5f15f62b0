import { App } from 'antd';
import { useCallback, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export interface Question {
  title: ReactNode;
  /** What will happen, with amounts and counts. */
  content?: ReactNode;
  /** The word on the button: the verb itself, never "OK" for something grave. */
  okText?: string;
  danger?: boolean;
}

/** Asks before something that matters. Resolves true when the person agrees; never rejects. */
export function useConfirm(): (question: Question) => Promise<boolean> {
  const { modal } = App.useApp();
  const { t } = useTranslation();
  return useCallback(
    async ({ title, content, okText, danger }: Question) =>
      modal.confirm({
        title,
        content,
        okText: okText ?? t('ui.ok'),
        cancelText: t('ui.cancel'),
        okButtonProps: { danger },
        autoFocusButton: danger ? 'cancel' : 'ok',
        icon: null,
        centered: true,
      }),
    [modal, t],
  );
}
