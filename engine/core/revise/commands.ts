import type { Entity } from '../compile/catalog.ts';
import { compileEntity } from '../compile/compile-entity.ts';
import { checkLanguage } from '../meta/check-language.ts';
import type { EntityMeta, FormMeta } from '../meta/entity.ts';
import { issue, type Issue, type Outcome } from '../meta/issue.ts';
import { languageSchema } from '../meta/language-schema.ts';
import { screenSchema } from '../meta/screen.ts';
import { documentKey, isScreen, type EntityDocument, type SchemaDocument, type ScreenDocument } from './document.ts';
import { applyEdits, InapplicableEdit, valueAt, type Edit, type Edited, type DocumentPath } from './edit.ts';
import { planLetGoFlow } from './let-go-flow.ts';
import { usesOf } from './names.ts';
import { fail, fieldAt, good, textsOf, documentPathOf } from './places.ts';
import { planRename } from './rename.ts';

/**
 * What people and scripts may do to a draft. `at` names a place of the declaration as issues do: `fields.weight.scale`,
 * `list.columns`, `workflow.transitions.pass.needs`, `validations[2].when`.
 */
export type Command =
  /** Says something at a place; a new name goes before `before`, or last. */
  | { readonly do: 'set'; readonly at: string; readonly value: unknown; readonly before?: string }
  /**
   * Takes a part away. A field that is used elsewhere is refused with every use, unless it may be removed from lists too. A
   * state, transition or action that is let go of takes along what cannot be without it, down to the codes of roles.
   */
  | { readonly do: 'remove'; readonly at: string; readonly letGo?: boolean }
  /** Puts a named part, or an item of a list, before another one; null puts it last. */
  | { readonly do: 'move'; readonly at: string; readonly before: string | number | null }
  /** Renames a part everywhere it is used. A field keeps its column. */
  | { readonly do: 'rename'; readonly at: string; readonly to: string }
  /** Puts a field into a section of a form: into row `row` at `column`, or into a row of its own (`between`). */
  | {
      readonly do: 'place';
      readonly in: 'form' | 'detail.sections';
      readonly field: string;
      readonly section: string;
      readonly row: number;
      readonly column?: number;
    }
  /** Takes a field out of a form; it stays a field. */
  | { readonly do: 'unplace'; readonly in: 'form' | 'detail.sections'; readonly field: string }
  /** Texts of a culture by key (`fields.weight`); null removes them. */
  | { readonly do: 'text'; readonly culture: string; readonly key: string; readonly value: string | null }
  /** Another document in place of this one: what the text view and a restored revision do. */
  | { readonly do: 'replace'; readonly document: SchemaDocument };

export interface Commanded<D extends SchemaDocument = EntityDocument> {
  readonly document: D;
  readonly edits: readonly Edit[];
  readonly inverse: readonly Edit[];
}

/** Most commands of one call, and most characters of a document. */
export const commandLimits = Object.freeze({ commands: 500, characters: 1_000_000 });

/**
 * The draft after the commands, all or none: where the result would be no entity, the answer is every issue and the draft is
 * as it was. Between the commands of one call it may be anything.
 */
export function applyCommands<D extends SchemaDocument>(
  document: D,
  commands: readonly Command[],
): Outcome<Commanded<D>> {
  let present = document;
  const edits: Edit[] = [];
  const inverse: Edit[] = [];
  for (const [at, command] of commands.entries()) {
    const planned = planOn(present, command);
    if (!planned.ok)
      return { ok: false, issues: planned.issues.map((each) => ({ ...each, path: each.path || `commands[${at}]` })) };
    const done = fitted(present, planned.value);
    if (!done) return fail('schema.noPlace', `commands[${at}]`, { at: 'at' in command ? command.at : '' });
    present = done.document;
    edits.push(...planned.value);
    inverse.unshift(...done.inverse);
  }
  const issues = checkDocument(present);
  return issues.length > 0 ? { ok: false, issues } : { ok: true, value: { document: present, edits, inverse } };
}

/** What the commands before have left may be no declaration at all; then the answer is what is wrong with it. */
function planOn(document: SchemaDocument, command: Command): Outcome<Edit[]> {
  try {
    return plan(document, command);
  } catch (error) {
    const schema = isScreen(document) ? screenSchema : languageSchema;
    const issues = [...checkLanguage(document.meta, schema), ...checkTexts(document.texts)];
    if (issues.length === 0) throw error;
    return { ok: false, issues };
  }
}

/** A place may be none only once the commands before it have run. */
function fitted<D extends SchemaDocument>(document: D, edits: readonly Edit[]): Edited<D> | null {
  try {
    return applyEdits(document, edits);
  } catch (error) {
    if (error instanceof InapplicableEdit) return null;
    throw error;
  }
}

/** Every issue of a document by itself: its language, its names and rules, the shape of its words. */
export function checkDocument(document: SchemaDocument): Issue[] {
  if (isScreen(document)) return checkScreenDocument(document);
  const { meta, texts } = document;
  const language = checkLanguage(meta, languageSchema);
  if (language.length > 0) return language;
  const outcome = compiledOf(meta);
  return [...(outcome.ok ? [] : outcome.issues), ...checkTexts(texts)];
}

/** The entity of a valid declaration, compiled once and cached with it: both are frozen. */
export function compiledOf(meta: EntityMeta): Outcome<Entity> {
  const known = compiled.get(meta);
  if (known) return { ok: true, value: known };
  const outcome = compileEntity(meta);
  if (outcome.ok) compiled.set(meta, outcome.value);
  return outcome;
}
const compiled = new WeakMap<EntityMeta, Entity>();

/** The same of a screen; whether its names meet is asked where there is a catalog (`checkScreen`). */
function checkScreenDocument({ meta, texts }: ScreenDocument): Issue[] {
  const language = checkLanguage(meta, screenSchema);
  if (language.length > 0) return language;
  const names = meta.blocks.map(({ block }) => block);
  const twice = names.flatMap((name, at) =>
    names.indexOf(name) < at ? [issue('schema.twice', `blocks[${at}].block`, { field: name })] : [],
  );
  return [...twice, ...checkTexts(texts)];
}

function checkTexts(texts: unknown): Issue[] {
  const isTree = (value: unknown): boolean =>
    typeof value === 'string' ||
    (typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(isTree));
  const isTexts =
    typeof texts === 'object' &&
    texts !== null &&
    Object.values(texts).every((tree) => typeof tree === 'object' && isTree(tree));
  return isTexts ? [] : [issue('schema.type', 'texts', { expected: 'object' })];
}

function plan(document: SchemaDocument, command: Command): Outcome<Edit[]> {
  switch (command.do) {
    case 'set':
      return planSet(document, command);
    case 'remove':
      return planRemove(document, command);
    case 'move':
      return planMove(document, command);
    case 'rename':
      return isScreen(document) ? noFields(command.at) : planRename(document, command.at, command.to);
    case 'place':
      return isScreen(document) ? noFields(command.field) : planPlace(document.meta, command);
    case 'unplace':
      return isScreen(document) ? noFields(command.field) : planUnplace(document.meta, command);
    case 'text':
      return planText(document, command);
    case 'replace':
      return planReplace(document, command);
    default:
      return fail('schema.unknownCommand', '', { command: String((command as { do?: unknown }).do) });
  }
}

/** A screen has blocks; nothing in it is placed into a form or mentioned by name elsewhere. */
const noFields = (at: string): Outcome<never> => fail('schema.noPlace', '', { at });

function planSet(
  document: SchemaDocument,
  { at, value: newValue, before }: Extract<Command, { do: 'set' }>,
): Outcome<Edit[]> {
  const path = documentPathOf(at);
  if (!path || newValue === undefined) return fail('schema.noPlace', '', { at });
  const value = withColumn(document, path, newValue);
  // Missing sections and lists are created with the value.
  for (let depth = 2; depth < path.length; depth += 1) {
    const holder = path.slice(0, depth);
    if (valueAt(document, holder) !== undefined) continue;
    const rest = path.slice(depth);
    const isItem = typeof holder.at(-1) === 'number';
    if (isItem || rest.some((step) => typeof step === 'number' && step > 0)) return fail('schema.noPlace', '', { at });
    const whole = rest.reduceRight<unknown>(
      (inner, step) => (typeof step === 'number' ? [inner] : { [step]: inner }),
      value,
    );
    return good({ op: 'put', way: holder, value: whole });
  }
  const holder = valueAt(document, path.slice(0, -1));
  const last = path.at(-1);
  if (Array.isArray(holder)) {
    if (typeof last !== 'number' || last > holder.length) return fail('schema.noPlace', '', { at });
    return good(last === holder.length ? { op: 'insert', way: path, value } : { op: 'put', way: path, value });
  }
  if (typeof holder !== 'object' || holder === null) return fail('schema.noPlace', '', { at });
  return good({ op: 'put', way: path, value, ...(before === undefined ? {} : { before: String(before) }) });
}

/** A field that is declared again under its name is the same field and keeps its data. */
function withColumn(document: SchemaDocument, path: DocumentPath, value: unknown): unknown {
  const users = fieldAt(path) && (valueAt(document, path) as { id?: unknown } | undefined);
  if (typeof users?.id !== 'string' || typeof value !== 'object' || value === null || 'id' in value) return value;
  return { ...value, id: users.id };
}

function planRemove(document: SchemaDocument, { at, letGo }: Extract<Command, { do: 'remove' }>): Outcome<Edit[]> {
  const path = documentPathOf(at);
  if (!path || valueAt(document, path) === undefined) return fail('schema.noPlace', '', { at });
  if (isScreen(document)) return planRemoveBlock(document, path);
  const field = fieldAt(path);
  const flow = letGo === true && !field ? planLetGoFlow(document, path) : null;
  if (flow) return flow;
  if (!field) return good({ op: typeof path.at(-1) === 'number' ? 'cut' : 'drop', way: path });
  const uses = usesOf(document.meta, field.name, field.lines);
  const users = letGo ? uses.filter((use) => !isListed(use)) : uses;
  if (users.length > 0) {
    return { ok: false, issues: users.map((use) => issue('schema.fieldUsed', use, { field: field.name })) };
  }
  const lists = uses.map((use) => documentPathOf(use)).filter((found) => found !== null);
  return good(
    // From the back, so that the places of the ones before stay right.
    ...lists.toReversed().flatMap((place) => letGoEdits(document, place)),
    { op: 'drop', way: path },
    ...textsOf(document, field.lines ? `lines.${field.lines}` : 'fields', field.name).map((text): Edit => ({
      op: 'drop',
      way: text,
    })),
  );
}

/** A block goes with its words; anything else of a screen goes alone. */
function planRemoveBlock(document: ScreenDocument, path: DocumentPath): Outcome<Edit[]> {
  const at = path.at(-1);
  const isItem = typeof at === 'number';
  const block = isItem && path.length === 3 && path[1] === 'blocks' ? document.meta.blocks[at]?.block : undefined;
  const words = block === undefined ? [] : ['blocks', 'bodies'].flatMap((head) => textsOf(document, head, block));
  return good({ op: isItem ? 'cut' : 'drop', way: path }, ...words.map((text): Edit => ({ op: 'drop', way: text })));
}

/** Places that can do without a field: lists of fields, what a kept case is given. Anything else (a rule, a title) means it. */
const isListed = (use: string): boolean =>
  /^(list\.(columns|filters|search|totals)|detail\.summary|form\.|detail\.sections\.)|\.(form|require|show|hide|readOnly)\[\d+\]$|^documents\.\w+\.blocks\[\d+\]\.\w+\[\d+\]$|^tests\.\w+\.(record|old|input)\./.test(
    use,
  );

/** Takes an item out of its list, and the row of a form with its last field. */
function letGoEdits(document: EntityDocument, place: DocumentPath): Edit[] {
  if (place[1] === 'tests') return [{ op: 'drop', way: place }];
  const row = place.slice(0, -1);
  const isRow = typeof row.at(-1) === 'number' && (valueAt(document, row) as unknown[]).length === 1;
  return [{ op: 'cut', way: isRow ? row : place }];
}

function planMove(document: SchemaDocument, { at, before }: Extract<Command, { do: 'move' }>): Outcome<Edit[]> {
  const path = documentPathOf(at);
  const last = path?.at(-1);
  if (!path || last === undefined || valueAt(document, path) === undefined) return fail('schema.noPlace', '', { at });
  const holderPath = path.slice(0, -1);
  const holder = valueAt(document, holderPath);
  if (Array.isArray(holder)) {
    const to = before === null ? holder.length : Number(before);
    if (!Number.isInteger(to) || to < 0 || to > holder.length)
      return fail('schema.noPlace', '', { at: String(before) });
    const from = Number(last);
    const place = to > from ? to - 1 : to;
    return good({ op: 'cut', way: path }, { op: 'insert', way: [...holderPath, place], value: holder[from] });
  }
  const keys = Object.keys(holder as object).filter((key) => key !== last);
  const to = before === null ? keys.length : keys.indexOf(String(before));
  if (to < 0) return fail('schema.noPlace', '', { at: String(before) });
  return good({ op: 'arrange', way: holderPath, keys: keys.toSpliced(to, 0, String(last)) });
}

type Place = Extract<Command, { do: 'place' }>;

function planPlace(meta: EntityMeta, { in: where, field, section, row, column }: Place): Outcome<Edit[]> {
  const form = formOf(meta, where);
  const rows = form?.[section];
  if (!form || !rows) return fail('schema.noPlace', '', { at: `${where}.${section}` });
  if (!(field in meta.fields)) return fail('schema.unknownField', where, { field });
  const without = withoutField(form, field);
  // Rows are counted as they are seen before the move.
  const removed = rows.slice(0, row).filter((names) => names.length === 1 && names[0] === field).length;
  const at = row - removed;
  const there = without[section] ?? [];
  if (!Number.isInteger(at) || at < 0 || at > there.length)
    return fail('schema.noPlace', '', { at: `${where}.${section}[${row}]` });
  const target = there[at];
  if (column !== undefined && target && target.length >= 3)
    return fail('schema.rowFull', `${where}.${section}[${row}]`);
  const placed =
    column === undefined || !target
      ? there.toSpliced(at, 0, [field])
      : there.with(at, target.toSpliced(column, 0, field));
  return good({ op: 'put', way: formPath(where), value: { ...without, [section]: placed } });
}

function planUnplace(meta: EntityMeta, { in: where, field }: Extract<Command, { do: 'unplace' }>): Outcome<Edit[]> {
  const form = formOf(meta, where);
  if (!form || !Object.values(form).some((rows) => rows.flat().includes(field)))
    return fail('schema.noPlace', '', { at: where });
  return good({ op: 'put', way: formPath(where), value: withoutField(form, field) });
}

const formOf = (meta: EntityMeta, where: string): FormMeta | undefined =>
  where === 'form' ? meta.form : where === 'detail.sections' ? meta.detail?.sections : undefined;
const formPath = (where: string): DocumentPath => ['meta', ...where.split('.')];

const withoutField = (form: FormMeta, field: string): FormMeta =>
  Object.fromEntries(
    Object.entries(form).map(([section, rows]) => [
      section,
      rows.map((row) => row.filter((name) => name !== field)).filter((row) => row.length > 0),
    ]),
  );

function planText(
  document: SchemaDocument,
  { culture, key, value }: Extract<Command, { do: 'text' }>,
): Outcome<Edit[]> {
  const isCulture = typeof culture === 'string' && /^[a-z]{2,3}(-[A-Z]{2})?$/.test(culture);
  const steps =
    typeof key === 'string' && /^[\w-]+(\.[^.]+)*$/.test(key) && !/__proto__|constructor/.test(key)
      ? key.split('.')
      : null;
  if (!isCulture || !steps) return fail('schema.noPlace', '', { at: `texts.${String(culture)}.${String(key)}` });
  const path = ['texts', culture, ...steps];
  if (value === null) return valueAt(document, path) === undefined ? good() : good({ op: 'drop', way: path });
  if (typeof value !== 'string' || value.length > 2000)
    return fail('schema.type', `texts.${culture}.${key}`, { expected: 'string' });
  for (let depth = 2; depth < path.length; depth += 1) {
    const there = valueAt(document, path.slice(0, depth));
    if (typeof there === 'string') return fail('schema.noPlace', '', { at: `texts.${culture}.${key}` });
    if (there !== undefined) continue;
    const inner = path.slice(depth).reduceRight<unknown>((word, step) => ({ [step]: word }), value);
    return good({ op: 'put', way: path.slice(0, depth), value: inner });
  }
  return good({ op: 'put', way: path, value });
}

function planReplace(document: SchemaDocument, command: Extract<Command, { do: 'replace' }>): Outcome<Edit[]> {
  const next: unknown = command.document;
  if (typeof next !== 'object' || next === null || !('meta' in next) || !('texts' in next))
    return fail('schema.type', '', { expected: 'object' });
  const { meta, texts } = next as SchemaDocument;
  if (JSON.stringify(next).length > commandLimits.characters)
    return fail('schema.tooLarge', '', { max: commandLimits.characters });
  const issues = checkLanguage(meta, isScreen(document) ? screenSchema : languageSchema);
  if (issues.length > 0) return { ok: false, issues };
  const key = documentKey(document);
  if (documentKey(next as SchemaDocument) !== key) return fail('schema.folderName', 'entity', { name: key });
  return good({ op: 'put', way: ['meta'], value: meta }, { op: 'put', way: ['texts'], value: texts });
}
