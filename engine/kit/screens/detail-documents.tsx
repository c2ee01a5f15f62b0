import { App, Button, Dropdown } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDataClient } from '../data/client.ts';
import type { EntityAnswer } from '../data/data-client.ts';
import { failedLine } from '../data/display-error.ts';
import { saveFile } from '../data/save-file.ts';
import { useCultures } from '../ui/culture.ts';
import { Icon } from '../ui/icon.tsx';

/** The documents of a record as a menu: each in every language, downloaded as a PDF. Nothing for an entity without any. */
export function DetailDocuments({ path, id, answer }: { path: string; id: string; answer: EntityAnswer }) {
  const { t } = useTranslation();
  const client = useDataClient();
  const cultures = useCultures();
  const { message } = App.useApp();
  const [loading, setLoading] = useState(false);
  const documents = Object.keys(answer.meta.documents ?? {});
  if (documents.length === 0) return null;
  const print = (document: string, language: string) => {
    setLoading(true);
    client
      .printDocument(path, { id, document, language })
      .then(saveFile)
      .catch((error: unknown) => message.error(failedLine('download', error)))
      .finally(() => setLoading(false));
  };
  const items = documents.map((document) => ({
    key: document,
    type: 'group' as const,
    label: answer.texts.documents?.[document] ?? document,
    children: cultures.map(({ code, name }) => ({
      key: `${document} ${code}`,
      label: <span lang={code}>{name}</span>,
      onClick: () => print(document, code),
    })),
  }));
  return (
    <Dropdown menu={{ items }} trigger={['click']}>
      <Button icon={<Icon name="printer" />} loading={loading}>
        {t('detail.documents')}
      </Button>
    </Dropdown>
  );
}
