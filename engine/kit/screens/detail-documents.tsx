import { App, Button, Dropdown } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDataClient } from '../data/client.ts';
import type { EntityAnswer, WireRecord } from '../data/data-client.ts';
import { failedLine } from '../data/display-error.ts';
import { saveFile } from '../data/save-file.ts';
import { useHasPermission } from '../data/viewer.ts';
import { useCultures } from '../ui/culture.ts';
import { Icon } from '../ui/icon.tsx';
import { lazyFile } from '../ui/lazy-part.ts';

const MailDialog = lazyFile(() => import('./mail/detail-mail-dialog.tsx'));

interface Props {
  readonly path: string;
  readonly record: WireRecord;
  readonly answer: EntityAnswer;
}

/**
 * The documents of a record as a menu: each in every language, downloaded as a PDF, and its mails for those who may send mail.
 * Nothing for an entity without any.
 */
export function DetailDocuments({ path, record, answer }: Props) {
  const { t } = useTranslation();
  const client = useDataClient();
  const cultures = useCultures();
  const { message } = App.useApp();
  const [loading, setLoading] = useState(false);
  const [mail, setMail] = useState<string | null>(null);
  const maySend = [useHasPermission('sysEmail:add'), useHasPermission('sysEmail:send')].every(Boolean);
  const documents = Object.entries(answer.meta.documents ?? {});
  const papers = documents.flatMap(([name, { medium }]) => (medium ? [] : [name]));
  const mails = maySend ? documents.flatMap(([name, { medium }]) => (medium === 'mail' ? [name] : [])) : [];
  if (papers.length + mails.length === 0) return null;
  const nameOf = (document: string) => answer.texts.documents?.[document] ?? document;
  const print = (document: string, language: string) => {
    setLoading(true);
    client
      .printDocument(path, { id: record.id, document, language })
      .then(saveFile)
      .catch((error: unknown) => message.error(failedLine('download', error)))
      .finally(() => setLoading(false));
  };
  const items = [
    ...papers.map((document) => ({
      key: document,
      type: 'group' as const,
      label: nameOf(document),
      children: cultures.map(({ code, name }) => ({
        key: `${document} ${code}`,
        label: <span lang={code}>{name}</span>,
        onClick: () => print(document, code),
      })),
    })),
    ...(mails.length > 0
      ? [
          {
            key: 'mails',
            type: 'group' as const,
            label: t('detail.mails'),
            children: mails.map((name) => ({ key: `mail ${name}`, label: nameOf(name), onClick: () => setMail(name) })),
          },
        ]
      : []),
  ];
  return (
    <>
      <Dropdown menu={{ items }} trigger={['click']}>
        <Button icon={<Icon name={papers.length > 0 ? 'printer' : 'mail'} />} loading={loading}>
          {t(papers.length > 0 ? 'detail.documents' : 'detail.mails')}
        </Button>
      </Dropdown>
      {mail === null ? null : (
        <Suspense fallback={null}>
          <MailDialog {...{ path, record, answer, mail }} onClose={() => setMail(null)} />
        </Suspense>
      )}
    </>
  );
}
