import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { checkDocument, type EntityDocument } from '../../engine/core/index.ts';
import { useViewer } from '../../engine/kit/index.ts';
import type { EntityEntries, SchemaApi } from '../document/api.ts';
import { createAtFreePath } from '../document/create-entity.ts';
import { freeName } from '../document/form-moves.ts';
import { cultures, pluralOf, type Names } from '../document/names.ts';
import { codeNameOf, pathOf } from '../document/new-entity.ts';
import { otherCulture } from '../tools/use-names.ts';
import { useCreating } from '../use-creating.ts';
import { useIssueLine } from '../use-designer-words.ts';
import { openQuestion } from './guess.ts';
import {
  importTable,
  namesOf,
  sheetDocument,
  type NamedColumn,
  type Naming,
  type SheetEntity,
} from './sheet-document.ts';
import type { Said } from './sheet-names.tsx';
import type { GivenSheet } from './read-sheet.ts';
import { dropWaitingRows, saveWaitingRows, waitingRows } from './waiting-rows.ts';

interface Asked {
  readonly given: GivenSheet;
  readonly columns: readonly NamedColumn[];
  readonly naming: Naming & { readonly first: 'zh-CN' | 'en-US' };
}

/** The names of a sheet's entity and its creation; the rows are stored first. */
export function useSheetEntity(api: SchemaApi, found: EntityEntries, { given, columns, naming }: Asked) {
  const { t } = useTranslation('designer');
  const [said, setSaid] = useState<Said>({ name: nameOfFile(given.source) });
  const [roles, setRoles] = useState<readonly string[]>(['clerk']);
  const about = aboutOf(said, found, naming);
  const entity: SheetEntity = {
    ...naming,
    ...about,
    section: wordsOf('sectionName', t),
    number: wordsOf('numberName', t),
    roles,
  };
  const making = useMaking(api, { given, columns, entity, hasOwnPath: said.path !== undefined });
  const line = useIssueLine();
  const { first } = naming;
  const used = columns.filter(({ isSkipped }) => !isSkipped);
  const open = used.filter((column) => openQuestion(column) !== null).map(({ names }) => names[first]);
  const check = () => {
    const issues: Record<string, string> = {};
    if (about.name.trim() === '') issues['name'] = t('designer.needed');
    if (found.entities.some((each) => each.entity === entity.entity))
      issues['entity'] = t('designer.taken', { name: entity.entity });
    if (used.length === 0) issues[''] = t('sheet.noColumns');
    if (used.some(({ names }) => names[first].trim() === '')) issues[''] = t('sheet.unnamed');
    if (open.length > 0) issues[''] = t('sheet.open', { names: open });
    const document = Object.keys(issues).length > 0 ? null : sheetDocument(given.sheet, columns, entity).document;
    for (const issue of document ? checkDocument(document) : []) issues[issue.path] ??= line(issue);
    making.setFaults(issues);
    return Object.keys(issues).length === 0 ? document : null;
  };
  return {
    about,
    roles,
    used,
    open,
    faults: making.faults,
    busy: making.busy,
    say: (next: Said) => setSaid({ ...said, ...next }),
    setRoles,
    make: () => void making.create(check, `/designer/${entity.entity}`),
  };
}

function useMaking(
  api: SchemaApi,
  {
    given: { sheet, source },
    columns,
    entity,
    hasOwnPath,
  }: Omit<Asked, 'naming'> & { readonly entity: SheetEntity; readonly hasOwnPath: boolean },
) {
  const viewer = useViewer();
  const create: SchemaApi['create'] = async (document, key) => {
    const { fields } = sheetDocument(sheet, columns, entity);
    const table = importTable(sheet, columns, { fields, naming: entity });
    // First the rows: a draft whose rows are lost would be worse than rows without a draft.
    await saveWaitingRows(viewer.id, waitingRows({ ...table, entity: entity.entity, source, reasons: [] }));
    const create = hasOwnPath ? api.create(document, key) : createAtFreePath(api, document, key);
    return create.catch(async (error: unknown) => {
      await dropWaitingRows(viewer.id, entity.entity);
      throw error;
    });
  };
  return useCreating<EntityDocument>({ create }, (path) =>
    path === 'entity' || path === 'path' ? path : path === 'texts.name' ? 'name' : '',
  );
}

/** What was typed, and what follows from it. */
function aboutOf(said: Said, found: EntityEntries, naming: Asked['naming']) {
  const { first } = naming;
  const second = otherCulture(first);
  const name = said.name ?? '';
  const other = said.other ?? namesOf(name, naming)[second];
  const names = namesIn(first, name.trim(), other.trim());
  const plural = said.plural ?? pluralOf(name.trim());
  const taken = (key: 'entity' | 'path') => Object.fromEntries(found.entities.map((each) => [each[key], true]));
  const entity = said.entity ?? freeName(taken('entity'), codeNameOf(names['en-US']).slice(0, 40) || 'entity');
  const path = said.path ?? freeName(taken('path'), pathOf(entity));
  return {
    ...{ first, second, name, other, plural, names, entity, path },
    plurals: namesIn(first, plural.trim(), pluralOf(names[second])),
  } as const;
}

const namesIn = (first: keyof Names, own: string, other: string): Names =>
  first === 'zh-CN' ? { 'zh-CN': own, 'en-US': other } : { 'zh-CN': other, 'en-US': own };

/** `claims 2026.xlsx` as `Claims 2026`. */
const nameOfFile = (source: string): string => {
  const stem = source
    .replace(/\.[a-z]{1,5}$/i, '')
    .replace(/[_-]+/g, ' ')
    .trim()
    .slice(0, 60);
  return stem.slice(0, 1).toUpperCase() + stem.slice(1);
};

/** Texts of the new entity by language, not of this page. */
const wordsOf = (what: string, t: (key: string) => string): Names => {
  const [zh, en] = cultures.map((culture) => t(`designer.${what}.${culture}`));
  return { 'zh-CN': zh ?? '', 'en-US': en ?? '' };
};
