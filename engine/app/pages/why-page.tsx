import { Alert, Button, Select } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import type { Explanation, Grantable } from '../../../schemas/generated/calls.js';
import { useDataClient, useOwnCalls } from '../../kit/data/client.ts';
import { entityLabels } from '../../kit/data/entity-labels.ts';
import { errorMessage } from '../../kit/data/display-error.ts';
import { useEntity } from '../../kit/data/use-entity.ts';
import { whyQuestionOf } from '../../kit/data/why-question.ts';
import { useDropDown } from '../../kit/fields/pickers/use-dropdown.ts';
import { useCulture } from '../../kit/ui/culture.ts';
import { PageHeader } from '../../kit/ui/page-header.tsx';
import './why-page.css';

/** An administrator asks why a person may not do something, and reads exactly what stands against it. */
export default function WhyPage() {
  const { t } = useTranslation();
  const { ask } = useOwnCalls();
  const culture = useCulture();
  const [known, setKnown] = useState<readonly Grantable[]>([]);
  const { linked, question, set } = useQuestion();
  const { account, path, record, code } = question;
  const [answer, setAnswer] = useState<Explanation | null>(null);
  const [fault, setFault] = useState('');
  useEffect(() => {
    ask('grantable', {}).then(setKnown, (error) => setFault(errorMessage(error)));
  }, [ask, culture]);
  useEffect(() => setAnswer(null), [account, path, record, code]);

  const explain = async () => {
    setFault('');
    try {
      const asked = { account: account ?? '', path: path ?? '', code, ...(record ? { id: record } : {}) };
      setAnswer(await ask('explainFor', asked));
    } catch (error) {
      setAnswer(null);
      setFault(errorMessage(error));
    }
  };
  return (
    <div className="why-page">
      <PageHeader title={t('why.title')} note={t('why.note')} />
      <QuestionForm {...{ known, linked, question, set }} onAsk={() => void explain()} />
      {fault ? <Alert type="error" showIcon message={fault} /> : null}
      {answer ? <AnswerView answer={answer} path={path ?? ''} /> : null}
    </div>
  );
}

interface Question {
  readonly account: string | null;
  readonly path: string | null;
  readonly record: string | null;
  readonly code: string;
}

/** What is asked: from the page that led here, or chosen. */
function useQuestion() {
  const { state } = useLocation();
  const linked = useMemo(() => whyQuestionOf(state), [state]);
  const [question, setQuestion] = useState<Question>({ account: null, path: null, record: null, code: 'read' });
  useEffect(() => {
    if (!linked) return;
    const { account, path, code, record } = linked;
    setQuestion({ account: account.id, path, code, record: record?.id ?? null });
  }, [linked]);
  const set = (change: Partial<Question>) => setQuestion((before) => ({ ...before, ...change }));
  return { linked, question, set };
}

interface FormProps extends ReturnType<typeof useQuestion> {
  known: readonly Grantable[];
  onAsk(): void;
}

function QuestionForm({ known, linked, question, set, onAsk }: FormProps) {
  const { t } = useTranslation();
  const { account, path, record, code } = question;
  const chosen = known.find((each) => each.path === path);
  return (
    <form
      className="why-form"
      onSubmit={(event) => {
        event.preventDefault();
        onAsk();
      }}
    >
      <Picker
        label={t('why.person')}
        path="sysUser"
        value={account}
        initial={linked?.account}
        onChange={(next) => set({ account: next })}
      />
      <Choice
        label={t('why.entity')}
        value={chosen ? path : null}
        options={known.map((each) => ({ value: each.path, label: each.title }))}
        onChange={(next) => set({ path: next, record: null, code: 'read' })}
      />
      <Choice
        label={t('why.action')}
        value={chosen ? code : null}
        disabled={!chosen}
        options={(chosen?.codes ?? []).map((each) => ({ value: each.code, label: each.word }))}
        onChange={(next) => set({ code: next })}
      />
      {path ? (
        <Picker
          key={path}
          label={t('why.record')}
          path={path}
          value={record}
          initial={linked?.record}
          onChange={(next) => set({ record: next })}
          clear
        />
      ) : null}
      <Button type="primary" htmlType="submit" disabled={!account || !path}>
        {t('why.ask')}
      </Button>
    </form>
  );
}

interface ChoiceProps {
  label: string;
  value: string | null;
  disabled?: boolean;
  options: { value: string; label: string }[];
  onChange(value: string): void;
}

function Choice({ label, value, disabled = false, options, onChange }: ChoiceProps) {
  return (
    <label>
      <span>{label}</span>
      <Select
        showSearch
        optionFilterProp="label"
        value={value}
        disabled={disabled}
        aria-label={label}
        options={options}
        onChange={(next: string) => onChange(next)}
      />
    </label>
  );
}

function AnswerView({ answer, path }: { answer: Explanation; path: string }) {
  const { t } = useTranslation();
  const texts = useEntity(path).answer;
  const name = texts ? entityLabels(texts).plural : '';
  const through = answer.roles.length > 0 ? t('why.through', { roles: answer.roles.join(', ') }) : t('why.noRole');
  return (
    <Alert
      role="status"
      showIcon
      type={answer.allowed ? 'success' : 'warning'}
      message={`${t(answer.allowed ? 'why.allowed' : 'why.refused')} · ${name}`}
      description={
        <>
          {answer.reasons.map((reason) => (
            <p key={reason.code}>{reason.message}</p>
          ))}
          <p>{through}</p>
        </>
      }
    />
  );
}

function Picker({
  label,
  path,
  value,
  initial,
  onChange,
  clear,
}: {
  label: string;
  path: string;
  value: string | null;
  /** What stands here before anything is looked up. */
  initial?: { id: string; title: string } | undefined;
  onChange: (id: string | null) => void;
  clear?: boolean;
}) {
  const client = useDataClient();
  const { choices, state, search } = useDropDown(client, path, () => ({}));
  const known = initial && value === initial.id && !choices.some((choice) => choice.value === initial.id);
  const options = known ? [{ value: initial.id, label: initial.title }, ...choices] : [...choices];
  return (
    <label>
      <span>{label}</span>
      <Select
        showSearch
        filterOption={false}
        allowClear={clear === true}
        value={value}
        aria-label={label}
        loading={state === 'loading'}
        options={options}
        onSearch={search}
        onOpenChange={(open) => open && search('')}
        onChange={(next: string | undefined) => onChange(next ?? null)}
      />
    </label>
  );
}
