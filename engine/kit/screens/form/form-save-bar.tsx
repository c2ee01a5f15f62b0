import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { actionWords } from '../../controllers/actions/action-question.ts';
import type { FormController } from '../../controllers/form-controller.ts';
import { useFormState } from '../../controllers/use-form.ts';
import type { FieldHost } from '../../fields/controls/field-host.tsx';
import { FollowingWords } from '../../fields/form/action-body.tsx';
import { useConfirm } from '../../ui/use-confirm.ts';
import type { FormSaving } from './use-form-saving.ts';

interface SaveBarProps {
  readonly path: string;
  readonly id: string | null;
  readonly record: Readonly<Record<string, unknown>>;
  readonly controller: FormController;
  readonly host: FieldHost;
  readonly saving: FormSaving;
}

/** The buttons at the foot of a form: the next step if one follows, save, cancel, and reset where something was typed. */
export function SaveBar({
  path,
  id,
  record,
  controller,
  host,
  saving: { next, step, isStart, save, saveAndGoOn },
}: SaveBarProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const confirm = useConfirm();
  const state = useFormState(controller);
  const wordsOf = (action: string, typed: Readonly<Record<string, unknown>>) =>
    actionWords({ host, text: host.words.saying('buttons', action), records: [{ ...record, id: id ?? '' }], typed }) ??
    host.words.action(action);
  const discard = async () => {
    const question = {
      title: t('form.reset.title'),
      content: t('form.reset.note'),
      okText: t('form.reset.go'),
      danger: true,
    };
    if (await confirm(question)) controller.reset();
  };
  return (
    <div className="save-bar">
      {next ? (
        <Button
          type="primary"
          loading={step.busy}
          disabled={state.saving}
          onClick={() => void saveAndGoOn()}
          aria-keyshortcuts="Control+Enter"
        >
          <FollowingWords form={controller.form} words={(typed) => wordsOf(next, typed)} />
        </Button>
      ) : null}
      <Button
        type={next ? 'default' : 'primary'}
        loading={state.saving && !step.busy}
        disabled={step.busy}
        onClick={() => void save()}
        aria-keyshortcuts="Control+S"
      >
        {t(next && isStart ? 'form.saveDraft' : 'form.save')}
      </Button>
      <Button onClick={() => navigate(id === null ? `/${path}` : `/${path}/${encodeURIComponent(id)}`)}>
        {t('form.cancel')}
      </Button>
      {state.dirty ? (
        <Button type="text" onClick={() => void discard()}>
          {t('form.reset')}
        </Button>
      ) : null}
      <span className="save-bar-hint">
        <kbd>Ctrl</kbd> <kbd>S</kbd>
      </span>
    </div>
  );
}
