import { Button, Modal } from 'antd';
import { useCallback, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../../ui/use-confirm.ts';

export interface FormRequest {
  title: ReactNode;
  okText: ReactNode;
  danger?: boolean;
  /** An approval: its button is not the brand's. */
  good?: boolean;
  width?: number;
  /** Draws the body; `busy` while the answer is awaited. */
  render: (busy: boolean) => ReactNode;
  /** True closes the dialog; false leaves it open with its faults. Never rejects. */
  submit: () => Promise<boolean>;
  isDirty?: () => boolean;
  /** Nothing left to submit: only a way out. */
  isOver?: () => boolean;
  afterClose?: () => void;
}

export interface FormHost {
  /** Resolves true when submitted, false when closed. Never rejects. */
  open: (request: FormRequest) => Promise<boolean>;
  element: ReactNode;
}

type Open = FormRequest & { key: number; answer: (submitted: boolean) => void };

let count = 0;

/**
 * A form dialog inside the React tree, so that it gets theme, language, router and session. The caller renders
 * `element`. It asks before it discards input.
 */
export function useOpenForm(): FormHost {
  const [request, setRequest] = useState<Open | null>(null);
  const [shown, setShown] = useState(false);
  const open = useCallback(
    (next: FormRequest) =>
      new Promise<boolean>((resolve) => {
        setRequest({ ...next, key: ++count, answer: resolve });
        setShown(true);
      }),
    [],
  );
  const close = useCallback((answered: Open, submitted: boolean) => {
    setShown(false);
    answered.answer(submitted);
  }, []);
  // The one that has faded out, not the one that was opened meanwhile.
  const forget = useCallback((key: number) => setRequest((now) => (now?.key === key ? null : now)), []);
  const element = request ? (
    <FormDialog key={request.key} request={request} shown={shown} close={close} onClosed={forget} />
  ) : null;
  return { open, element };
}

interface DialogProps {
  request: Open;
  shown: boolean;
  close: (request: Open, submitted: boolean) => void;
  onClosed: (key: number) => void;
}

function FormDialog({ request, shown, close, onClosed }: DialogProps) {
  const { busy, over, submit, cancel } = useSubmission(request, close);
  return (
    <Modal
      open={shown}
      title={request.title}
      width={request.width ?? 560}
      centered
      maskClosable={false}
      classNames={{ body: 'dialog-body' }}
      onCancel={() => void cancel()}
      footer={<FormButtons {...{ request, busy, over, submit, cancel }} />}
      afterClose={() => {
        request.afterClose?.();
        onClosed(request.key);
      }}
      destroyOnHidden
    >
      <form
        className="dialog-form"
        noValidate
        onSubmit={(event) => event.preventDefault()}
        onKeyDown={(event) => (event.ctrlKey || event.metaKey) && event.key === 'Enter' && void submit()}
      >
        {request.render(busy)}
      </form>
    </Modal>
  );
}

/** Sends once at a time, and asks before what was typed is lost. */
function useSubmission(request: Open, close: DialogProps['close']) {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  const over = request.isOver?.() === true;
  const submit = async () => {
    // A second press before the first drawing must not pass.
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    const done = await request.submit();
    sending.current = false;
    setBusy(false);
    if (done) close(request, true);
  };
  const cancel = async () => {
    if (sending.current) return;
    const dirty = !over && request.isDirty?.() === true;
    if (dirty && !(await confirm({ title: t('dialog.discard.title'), okText: t('dialog.discard.go'), danger: true })))
      return;
    close(request, over);
  };
  return { busy, over, submit, cancel };
}

interface ButtonProps extends ReturnType<typeof useSubmission> {
  request: Open;
}

function FormButtons({ request, busy, over, submit, cancel }: ButtonProps) {
  const { t } = useTranslation();
  return over ? (
    <Button type="primary" onClick={() => void cancel()}>
      {t('dialog.close')}
    </Button>
  ) : (
    <>
      <Button onClick={() => void cancel()} disabled={busy}>
        {t('ui.cancel')}
      </Button>
      <Button
        type="primary"
        className={request.good ? 'is-good' : undefined}
        danger={request.danger}
        loading={busy}
        onClick={() => void submit()}
      >
        {request.okText}
      </Button>
    </>
  );
}
