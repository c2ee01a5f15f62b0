import { Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { checkDocument } from '../engine/core/index.ts';
import type { EntityEntry, SchemaApi } from './document/api.ts';
import { codeNameOf, newEntityDocument, pathOf } from './document/new-entity.ts';
import { cultures, type Names } from './document/names.ts';
import { Labelled } from './panels/labelled.tsx';
import { NamedDialog } from './panels/names.tsx';
import { useCreating } from './use-creating.ts';
import { useIssueLine } from './use-designer-words.ts';

/** Asks for the name in both languages, the code name and the address, and makes a draft of it. */
export function NewEntityDialog({
  api,
  taken,
  onClose,
}: {
  api: SchemaApi;
  taken: readonly EntityEntry[];
  onClose: () => void;
}) {
  const { t } = useTranslation('designer');
  const line = useIssueLine();
  const [names, setNames] = useState<Names>({ 'zh-CN': '', 'en-US': '' });
  const [codes, setCodes] = useState<{ entity?: string; path?: string }>({});
  const { faults, setFaults, busy, create } = useCreating(api, keyOf);
  const entity = codes.entity ?? codeNameOf(names['en-US']);
  const path = codes.path ?? pathOf(entity);

  const check = () => {
    const found: Record<string, string> = {};
    for (const culture of cultures) if (!names[culture].trim()) found[culture] = t('designer.needed');
    if (!entity) found['code'] = t('designer.needed');
    if (taken.some((each) => each.entity === entity)) found['code'] = t('designer.taken', { name: entity });
    const other = taken.find((each) => each.path.toLowerCase() === path.toLowerCase());
    if (other) found['path'] = t('schema.samePath', { path, other: other.name });
    const document = newEntityDocument({ names, entity, path }, wordsOf('fieldName', t), wordsOf('sectionName', t));
    for (const issue of checkDocument(document)) found[keyOf(issue.path)] ??= line(issue);
    setFaults(found);
    return Object.keys(found).length === 0 ? document : null;
  };
  return (
    <NamedDialog
      title={t('designer.new')}
      okText={t('designer.create')}
      kind="name"
      names={names}
      code={entity}
      codeHelp={t('designer.codeNameHelp')}
      faults={faults}
      own={ownKeys}
      busy={busy}
      onNames={setNames}
      onCode={(code) => setCodes({ ...codes, entity: code })}
      onDone={() => void create(check, `/designer/${entity}`)}
      onClose={onClose}
    >
      <Labelled label={t('designer.path')} help={t('designer.pathHelp')} fault={faults['path']}>
        {(control) => (
          <Input
            {...control}
            className="field-mono"
            value={path}
            onChange={(event) => setCodes({ ...codes, path: event.target.value })}
          />
        )}
      </Labelled>
    </NamedDialog>
  );
}

const ownKeys = ['path'];

/** The input that an issue of the declaration is about. */
const keyOf = (path: string): string => (path === 'entity' ? 'code' : path);

/** What the first parts are called: data of the new entity, not of this dialog. */
const wordsOf = (what: 'fieldName' | 'sectionName', t: (key: string) => string): Record<string, string> =>
  Object.fromEntries(cultures.map((culture) => [culture, t(`designer.${what}.${culture}`)]));
