import type { EntityMeta, FieldMeta } from '../meta/entity.ts';
import type { Outcome } from '../meta/issue.ts';
import type { EntityDocument, WordTree } from './document.ts';
import { applyEdits, valueAt, type Edit, type DocumentPath } from './edit.ts';
import { mapValues, type NameVisitor } from './name-mapper.ts';
import { mapNames } from './names.ts';
import { fail, fieldAt, good, textsOf, documentPathOf, type FieldPlace } from './places.ts';

const nameRule = /^[a-z][a-zA-Z0-9]{0,49}$/;

/** The edits that rename a part everywhere it is used, labels included. */
export function planRename(document: EntityDocument, at: string, to: string): Outcome<Edit[]> {
  const path = documentPathOf(at);
  const last = path?.at(-1);
  const there = path && valueAt(document, path);
  if (!path || typeof last !== 'string' || there === undefined) return fail('schema.noPlace', '', { at });
  if (typeof to !== 'string' || !nameRule.test(to)) return fail('schema.name', at, { name: String(to) });
  const holder = valueAt(document, path.slice(0, -1));
  if (typeof holder !== 'object' || holder === null || Array.isArray(holder)) return fail('schema.noPlace', '', { at });
  if (to === last) return good();
  if (to in holder) return fail('schema.twice', at, { field: to });
  const field = fieldAt(path);
  const meta = field ? renamedField(document.meta, field, to) : renamedPart(document.meta, path, to);
  if (!meta) return fail('schema.notRenamed', at);
  return good(...replaceKeys(document.meta, meta), ...renamedTexts({ document, path, from: last, to }));
}

/** The column stays the one that the field was born with. */
function renamedField(meta: EntityMeta, { name, lines }: FieldPlace, to: string): EntityMeta {
  const visit: NameVisitor = {
    field: (each) => (lines === null && each === name ? to : each),
    line: (over, each) => (over === lines && each === name ? to : each),
  };
  const withId = (fields: Readonly<Record<string, FieldMeta>>): Record<string, FieldMeta> => {
    const renamed = fields[to];
    if (!renamed) return { ...fields };
    const { id = name, ...rest } = renamed;
    return { ...fields, [to]: id === to ? (rest as FieldMeta) : { ...renamed, id } };
  };
  const mapped = mapNames(meta, visit);
  if (lines === null) return { ...mapped, fields: withId(mapped.fields) };
  const over = mapped.fields[lines];
  return over?.fields
    ? { ...mapped, fields: { ...mapped.fields, [lines]: { ...over, fields: withId(over.fields) } } }
    : mapped;
}

type Layouts = NonNullable<EntityMeta['formLayout']>;

/** Sections, views, rules' sections, transitions and actions; a state is data of records and is replaced, not renamed. */
function renamedPart(meta: EntityMeta, path: DocumentPath, to: string): EntityMeta | null {
  const address = path.slice(1, -1).join('.');
  if (!/^(form|detail\.sections|list\.(views|counted)|workflow\.transitions|actions|tests)$/.test(address)) return null;
  const last = String(path.at(-1));
  const renamed = (holder: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(holder).map(([key, value]) => [key === last ? to : key, value]));
  const next = applyEdits({ meta }, [
    {
      op: 'put',
      way: path.slice(0, -1),
      value: renamed(valueAt({ meta }, path.slice(0, -1)) as Record<string, unknown>),
    },
  ]).document.meta;
  if (address === 'form' && meta.formLayout) return { ...next, formLayout: renamed(meta.formLayout) as Layouts };
  if (address !== 'workflow.transitions' && address !== 'actions') return next;
  // Permission codes are the action's own name unless it says otherwise: grants keep reaching it.
  return withoutCode(next, last, to);
}

function withoutCode(meta: EntityMeta, from: string, to: string): EntityMeta {
  const grants = Object.fromEntries(
    Object.entries(meta.access).map(([role, grants]) => {
      const renamed = [grants]
        .flat()
        .map((grant) => ({ ...grant, codes: grant.codes.map((code) => (code === from ? to : code)) }));
      return [role, Array.isArray(grants) ? renamed : (renamed[0] ?? grants)];
    }),
  );
  const { workflow } = meta;
  const states =
    workflow &&
    Object.fromEntries(
      Object.entries(workflow.states).map(([name, state]) => [
        name,
        {
          ...state,
          ...(state.awaits === from ? { awaits: to } : {}),
          ...(state.next === from ? { next: to } : {}),
        },
      ]),
    );
  const tests = mapValues(meta.tests ?? {}, (test) => (test.action === from ? { ...test, action: to } : test));
  return {
    ...meta,
    access: grants,
    ...(workflow && states ? { workflow: { ...workflow, states } } : {}),
    ...(meta.tests ? { tests } : {}),
  };
}

/** The sections of the declaration that differ, each put whole. */
const replaceKeys = (from: EntityMeta, to: EntityMeta): Edit[] =>
  (Object.keys(to) as (keyof EntityMeta)[]).flatMap((key) =>
    JSON.stringify(from[key]) === JSON.stringify(to[key])
      ? []
      : [{ op: 'put' as const, way: ['meta', key], value: to[key] }],
  );

/** Under which key of the words a part's own words stand. */
const wordsUnder: Readonly<Record<string, readonly string[]>> = {
  fields: ['fields', 'help', 'notes', 'options', 'lines'],
  form: ['sections'],
  'detail.sections': ['sections'],
  'list.views': ['views'],
  'list.counted': ['counted'],
  documents: ['documents', 'documentTexts'],
  'workflow.states': ['states'],
  'workflow.transitions': ['actions', 'confirm', 'titles', 'buttons', 'done', 'forecast'],
  actions: ['actions', 'confirm', 'titles', 'buttons', 'done', 'forecast'],
};

function renamedTexts({
  document,
  path,
  from,
  to,
}: {
  document: EntityDocument;
  path: DocumentPath;
  from: string;
  to: string;
}): Edit[] {
  const field = fieldAt(path);
  const heads = field?.lines ? [`lines.${field.lines}`] : (wordsUnder[path.slice(1, -1).join('.')] ?? []);
  return heads.flatMap((head) =>
    textsOf(document, head, from).flatMap((text): Edit[] => {
      const holder = text.slice(0, -1);
      const renamed = Object.fromEntries(
        Object.entries(valueAt(document, holder) as WordTree).map(([key, word]) => [key === from ? to : key, word]),
      );
      return [{ op: 'put', way: holder, value: renamed }];
    }),
  );
}
