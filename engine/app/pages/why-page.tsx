import { Alert, Button, Select } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useDataClient } from '../../kit/data/client.ts';
import { entityLabels } from '../../kit/data/entity-labels.ts';
import { errorMessage } from '../../kit/data/display-error.ts';
import { useEntity } from '../../kit/data/use-entity.ts';
import { whyQuestionOf } from '../../kit/data/why-question.ts';
import { useDropDown } from '../../kit/fields/pickers/use-dropdown.ts';
import { useCulture } from '../../kit/ui/culture.ts';
import { PageHeader } from '../../kit/ui/page-header.tsx';
import './why-page.css';

interface Answer {
  allowed: boolean;
  reasons: { code: string; message: string }[];
  roles: string[];
}

interface Known {
  entity: string;
  title: string;
  path: string;
  codes: { code: string; word: string }[];
}

/** An administrator asks why a person may not do something, and reads exactly what stands against it. */
export default function WhyPage() {
  const { t } = useTranslation();
  const client = useDataClient();
  const culture = useCulture();
  const [known, setKnown] = useState<Known[]>([]);
  const { state } = useLocation();
  const linked = useMemo(() => whyQuestionOf(state), [state]);
  const [account, setAccount] = useState<string | null>(null);
  const [path, setPath] = useState<string | null>(null);
  const [record, setRecord] = useState<string | null>(null);
  const [code, setCode] = useState('read');
  useEffect(() => {
    if (!linked) return;
    setAccount(linked.account.id);
    setPath(linked.path);
    setCode(linked.code);
    setRecord(linked.record?.id ?? null);
  }, [linked]);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [fault, setFault] = useState('');
  useEffect(() => {
    client.answer<Known[]>('sysRole/grantable', {}).then(setKnown, (error) => setFault(errorMessage(error)));
  }, [client, culture]);
  useEffect(() => setAnswer(null), [account, path, record, code]);

  const explain = async () => {
    setFault('');
    try {
      const question = { account: account ?? '', path: path ?? '', code, ...(record ? { id: record } : {}) };
      setAnswer(await client.answer<Answer>('sysUser/explain', question));
    } catch (error) {
      setAnswer(null);
      setFault(errorMessage(error));
    }
  };
  const chosen = known.find((each) => each.path === path);
  return (
    <div className="why-page">
      <PageHeader title={t('why.title')} note={t('why.note')} />
      <form
        className="why-form"
        onSubmit={(event) => {
          event.preventDefault();
          void explain();
        }}
      >
        <Picker
          label={t('why.person')}
          path="sysUser"
          value={account}
          initial={linked?.account}
          onChange={setAccount}
        />
        <label>
          <span>{t('why.entity')}</span>
          <Select
            showSearch
            optionFilterProp="label"
            value={chosen ? path : null}
            aria-label={t('why.entity')}
            options={known.map((each) => ({ value: each.path, label: each.title }))}
            onChange={(next: string) => {
              setPath(next);
              setRecord(null);
              setCode('read');
            }}
          />
        </label>
        <label>
          <span>{t('why.action')}</span>
          <Select
            showSearch
            optionFilterProp="label"
            value={chosen ? code : null}
            disabled={!chosen}
            aria-label={t('why.action')}
            options={(chosen?.codes ?? []).map((each) => ({ value: each.code, label: each.word }))}
            onChange={setCode}
          />
        </label>
        {path ? (
          <Picker
            key={path}
            label={t('why.record')}
            path={path}
            value={record}
            initial={linked?.record}
            onChange={setRecord}
            clear
          />
        ) : null}
        <Button type="primary" htmlType="submit" disabled={!account || !path}>
          {t('why.ask')}
        </Button>
      </form>
      {fault ? <Alert type="error" showIcon message={fault} /> : null}
      {answer ? <AnswerView answer={answer} path={path ?? ''} /> : null}
    </div>
  );
}

function AnswerView({ answer, path }: { answer: Answer; path: string }) {
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
