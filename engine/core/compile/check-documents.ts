import {
  documentBlockKinds,
  type DocumentBlockKind,
  type DocumentBlockMeta,
  type DocumentMeta,
  type EntityMeta,
} from '../meta/entity.ts';
import type { Field } from './catalog.ts';
import type { Report } from './report.ts';

const common: readonly (keyof DocumentBlockMeta)[] = ['block', 'kind'];

/** The keys that mean something in a block of a kind; any other is a mistake. */
const keysOf: Readonly<Record<DocumentBlockKind, readonly (keyof DocumentBlockMeta)[]>> = {
  subject: [],
  logo: [],
  heading: [],
  text: [],
  address: ['fields'],
  fields: ['fields'],
  table: ['field', 'entity', 'by', 'columns', 'totals'],
  amount: ['field'],
  button: ['url'],
  terms: [],
  pageNumber: [],
};

/** Options of a document's block of a kind, beside its name. */
export const documentBlockKeys = (kind: DocumentBlockKind): readonly (keyof DocumentBlockMeta)[] => keysOf[kind];

const paperOnly: ReadonlySet<DocumentBlockKind> = new Set(['pageNumber']);
const mailOnly: ReadonlySet<DocumentBlockKind> = new Set(['subject', 'button']);

/** The kinds of block that a document of this medium may have. */
export const documentKinds = ({ medium }: Pick<DocumentMeta, 'medium'>): readonly DocumentBlockKind[] =>
  documentBlockKinds.filter((kind) => !(medium === 'mail' ? paperOnly : mailOnly).has(kind));

/** Documents: every block has what its kind needs, and names fields that exist. Related records are met in the catalog. */
export function checkDocuments(meta: EntityMeta, byName: ReadonlyMap<string, Field>, report: Report): void {
  for (const [name, document] of Object.entries(meta.documents ?? {})) {
    const { blocks, medium, paper } = document;
    const kinds = documentKinds(document);
    if (medium === 'mail' && paper !== undefined)
      report('schema.unknownKey', `documents.${name}.paper`, { key: 'paper', known: 'medium, blocks' });
    blocks.forEach((block, at) => {
      const path = `documents.${name}.blocks[${at}]`;
      const { kind } = block;
      if (blocks.findIndex((other) => other.block === block.block) < at)
        report('schema.twice', `${path}.block`, { field: block.block });
      if (!kinds.includes(kind)) report('schema.option', `${path}.kind`, { value: kind, options: kinds.join(', ') });
      // A mail has one subject.
      if (kind === 'subject' && blocks.findIndex((other) => other.kind === kind) < at)
        report('schema.twice', `${path}.kind`, { field: kind });
      checkKeys(block, path, report);
      checkFields(block, byName, (code, key, params) => report(code, `${path}.${key}`, params));
    });
  }
}

function checkKeys(block: DocumentBlockMeta, path: string, report: Report): void {
  const known = [...common, ...keysOf[block.kind]];
  for (const key of Object.keys(block))
    if (!(known as string[]).includes(key))
      report('schema.unknownKey', `${path}.${key}`, { key, known: known.join(', ') });
  const needs = (key: keyof DocumentBlockMeta) => {
    if (block[key] === undefined) report('schema.missing', `${path}.${key}`, { key });
  };
  if (block.kind === 'amount') needs('field');
  if (block.kind === 'address' || block.kind === 'fields') needs('fields');
  if (block.kind !== 'table') return;
  needs('columns');
  // The rows are those of a sub-table or of another entity, never of both.
  if (block.entity === undefined) needs('field');
  else {
    needs('by');
    if (block.field !== undefined)
      report('schema.unknownKey', `${path}.field`, { key: 'field', known: 'entity, by, columns, totals' });
  }
}

function checkFields(
  block: DocumentBlockMeta,
  byName: ReadonlyMap<string, Field>,
  report: (...of: Parameters<Report>) => void,
): void {
  const field = (name: string, key: string, fits: (field: Field) => boolean): Field | undefined => {
    const found = byName.get(name);
    if (!found) report('schema.unknownField', key, { field: name });
    else if (!fits(found)) report('schema.unfitField', key, { field: name, type: found.meta.type });
    return found;
  };
  (block.fields ?? []).forEach((name, at) => field(name, `fields[${at}]`, isPrintable));
  const { columns = [], totals = [] } = block;
  totals.forEach((name, at) => {
    if (!columns.includes(name)) report('schema.unknownField', `totals[${at}]`, { field: name });
  });
  if (block.field === undefined) return;
  const isTable = block.kind === 'table';
  const rows = field(block.field, 'field', isTable ? ({ lines }) => lines !== null : isAmount)?.lines;
  if (!isTable || !rows) return;
  columns.forEach((name, at) => {
    if (!rows.some((line) => line.name === name)) report('schema.unknownField', `columns[${at}]`, { field: name });
  });
}

/** Fields that a line of a document can say: no sub-tables, no files, no secrets. */
export const isPrintable = ({ lines, meta }: Pick<Field, 'lines' | 'meta'>): boolean =>
  !lines && !['file', 'image', 'secret', 'json', 'richText'].includes(meta.type);

/** Figures that can be due or added up. */
export const isAmount = ({ meta }: Pick<Field, 'meta'>): boolean =>
  ['money', 'decimal', 'integer', 'rollup', 'weight', 'length'].includes(meta.type) ||
  (meta.type === 'computed' && ['money', 'decimal', 'integer', 'weight', 'length'].includes(meta.as ?? ''));
