import { Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { checkDocument } from '../engine/core/index.ts';
import type { EntityEntry, SchemaApi } from './document/api.ts';
import { codeNameOf, newEntityDocument, pathOf } from './document/new-entity.ts';
import { freeName } from './document/form-moves.ts';
import { cultures } from './document/names.ts';
import { Labelled } from './panels/labelled.tsx';
import { NamedDialog } from './panels/names.tsx';
import { useNames } from './tools/use-names.ts';
import { useCreating } from './use-creating.ts';
import { useIssueLine } from './use-designer-words.ts';

/** Asks for the name in the person's language, suggests the other, folds code name and address away, and makes a draft of it. */
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
  const { first, names, setNames } = useNames();
  const [codes, setCodes] = useState<{ entity?: string; path?: string }>({});
  const { faults, setFaults, busy, create } = useCreating(api, keyOf);
  const isTaken = (key: 'entity' | 'path') => Object.fromEntries(taken.map((each) => [each[key], true]));
  const entity = codes.entity ?? (codeNameOf(names['en-US']) || freeName(isTaken('entity'), 'entity'));
  const path = codes.path ?? pathOf(entity);

  const check = () => {
    const found: Record<string, string> = {};
    if (!names[first].trim()) found[first] = t('designer.needed');
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
      advanced={
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
      }
    />
  );
}

const ownKeys = ['path'];

/** The input that an issue of the declaration is about. */
const keyOf = (path: string): string => (path === 'entity' ? 'code' : path);

/** What the first parts are called: data of the new entity, not of this dialog. */
const wordsOf = (what: 'fieldName' | 'sectionName', t: (key: string) => string): Record<string, string> =>
  Object.fromEntries(cultures.map((culture) => [culture, t(`designer.${what}.${culture}`)]));
