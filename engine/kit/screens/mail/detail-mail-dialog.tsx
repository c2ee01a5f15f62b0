import { App, Modal } from 'antd';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDataClient } from '../../data/client.ts';
import type { DataClient, EntityAnswer, WireRecord } from '../../data/data-client.ts';
import { failedToLoad, toDisplayError } from '../../data/display-error.ts';
import { newKey } from '../../data/new-key.ts';
import { useAnswer } from '../../data/use-answer.ts';
import { useCulture, useCultures } from '../../ui/culture.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Skeleton } from '../../ui/skeletons.tsx';
import { MailPaper } from './mail-paper.tsx';

interface Props {
  readonly path: string;
  readonly record: WireRecord;
  readonly answer: EntityAnswer;
  /** The mail's name in the declaration. */
  readonly mail: string;
  onClose(): void;
}

/** Sends a mail about a record: to whom, in which language, with which document, and how it will look. */
export default function DetailMailDialog({ path, record, answer, mail, onClose }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const cultures = useCultures();
  const [language, setLanguage] = useState(useCulture());
  const [to, setTo] = useState(() => addressIn(record, answer));
  const [attach, setAttach] = useState('');
  const nameOf = (document: string) => answer.texts.documents?.[document] ?? document;
  const papers = Object.entries(answer.meta.documents ?? {}).flatMap(([name, { medium }]) => (medium ? [] : [name]));
  const order = { id: record.id, document: mail, language, to: to.trim(), attach: attach || null };
  const { sending, failure, send } = useSending(path, order, onClose);
  return (
    <Modal
      open
      centered
      width={680}
      title={t('mail.title', { name: nameOf(mail) })}
      okText={t('mail.send')}
      cancelText={t('ui.cancel')}
      okButtonProps={{ disabled: to.trim() === '', loading: sending }}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <form
        className="mail-dialog"
        onSubmit={(event) => {
          event.preventDefault();
          if (to.trim() !== '' && !sending) void send();
        }}
      >
        <label htmlFor={`${id}-to`}>{t('mail.to')}</label>
        <input
          id={`${id}-to`}
          className="plain-input"
          type="email"
          autoFocus
          value={to}
          maxLength={254}
          onChange={(event) => setTo(event.target.value)}
        />
        <Choice
          label={t('mail.language')}
          value={language}
          options={cultures.map(({ code, name }) => [code, name])}
          onChange={setLanguage}
        />
        {papers.length > 0 ? (
          <Choice
            label={t('mail.attach')}
            value={attach}
            options={[['', t('mail.noAttachment')], ...papers.map((name) => [name, nameOf(name)] as const)]}
            onChange={setAttach}
          />
        ) : null}
      </form>
      {failure ? <ErrorPanel compact error={failedToLoad('operation', failure)} onRetry={() => void send()} /> : null}
      <MailPreview path={path} of={{ id: record.id, document: mail, language }} />
    </Modal>
  );
}

type Order = Parameters<DataClient['mailDocument']>[1];

/** Sends the mail as it stands, and closes the dialog once it is queued. */
function useSending(path: string, order: Order, onClose: () => void) {
  const { t } = useTranslation();
  const client = useDataClient();
  const { message } = App.useApp();
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  // The same mail tried again is the same request; a changed one is another.
  const attempt = useRef({ of: '', key: newKey() });
  const send = async () => {
    setSending(true);
    setFailure(null);
    const of = JSON.stringify(order);
    if (attempt.current.of !== of) attempt.current = { of, key: newKey() };
    try {
      await client.mailDocument(path, order, attempt.current.key);
      message.success(t('mail.sent', { to: order.to }));
      onClose();
    } catch (error) {
      setFailure(error);
      setSending(false);
    }
  };
  return { sending, failure, send };
}

function Choice({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: string;
  options: readonly (readonly [string, string])[];
  onChange: (value: string) => void;
}) {
  const id = useId();
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <select id={id} className="plain-input" value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map(([key, name]) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
    </>
  );
}

interface PreviewProps {
  readonly path: string;
  readonly of: Parameters<DataClient['mailPreview']>[1];
}

function MailPreview({ path, of }: PreviewProps) {
  const { t } = useTranslation();
  const client = useDataClient();
  const load = (signal: AbortSignal) => client.mailPreview(path, of, signal);
  const { data, error, retry } = useAnswer(load, `${path} ${of.id} ${of.document} ${of.language}`, 0);
  if (error) return <ErrorPanel compact error={toDisplayError(error)} onRetry={retry} />;
  if (!data) return <Skeleton shape="form" />;
  return (
    <>
      <p className="mail-subject">
        <span className="quiet">{t('mail.subject')}</span> {data.subject}
      </p>
      <MailPaper html={data.html} title={t('mail.preview')} />
    </>
  );
}

/** The first e-mail address in the record. */
function addressIn(record: WireRecord, { meta }: EntityAnswer): string {
  const name = Object.keys(meta.fields).find((each) => meta.fields[each]?.type === 'email' && record[each]);
  return name === undefined ? '' : String(record[name]);
}
