import { ownOf, type DocumentBlockMeta, type Entity } from '../../../engine/core/index.ts';
import { AppError } from '../../errors.ts';
import type { MailBlock } from '../../files/block-mail.ts';
import { blockPdf, type PrintedBlock, type PrintedPages } from '../../files/block-pdf.ts';
import type { Culture, Texts } from '../../texts.ts';
import type { Actor } from '../context.ts';
import { readPlain } from '../read/read-record.ts';
import {
  openPrinting,
  type DocumentTexts,
  type PrintDeps,
  type Printed,
  type PrintRequest,
  type Row,
} from './printed-fields.ts';
import { printedTable } from './printed-table.ts';

/** A published document of an entity with its texts. Throws `notFound` for an unknown name, or one of another medium. */
export function publishedDocument(
  texts: Texts,
  entity: Entity,
  { name, culture, medium }: { name: unknown; culture: Culture; medium: 'mail' | undefined },
): Pick<PrintRequest, 'document' | 'name' | 'texts'> {
  const document = typeof name === 'string' ? ownOf(entity.meta.documents, name) : undefined;
  if (!document || typeof name !== 'string' || document.medium !== medium) throw new AppError('notFound');
  const words = texts.entity(culture, entity) as Readonly<Record<string, unknown>>;
  const names = (words['documents'] ?? {}) as DocumentTexts;
  const blocks = ownOf(words['documentTexts'] as Readonly<Record<string, DocumentTexts>> | undefined, name);
  return { document, name: ownOf(names, name) ?? name, texts: blocks ?? {} };
}

/**
 * A record as a PDF, as this person may read it: a hidden field prints nothing, neither value nor label. Throws `forbidden`
 * or `notFound` where the person may not read the record.
 */
export async function printDocument(
  deps: PrintDeps,
  actor: Actor,
  entity: Entity,
  request: PrintRequest,
): Promise<{ name: string; printed: PrintedPages }> {
  const { culture, document, name } = request;
  const { blocks: filledBlocks, titled } = await filledDocument(deps, actor, entity, request);
  const blocks = filledBlocks.filter((block): block is PrintedBlock => block.kind !== 'button');
  const sheet = { culture, title: name, paper: document.paper ?? 'A4', blocks } as const;
  const printed = await blockPdf(sheet, (page, pages) => deps.texts.message(culture, 'document.page', { page, pages }));
  return { name: `${name} ${titled}.pdf`, printed };
}

/** A document with what this person may read of a record. */
export interface FilledDocument {
  readonly blocks: readonly MailBlock[];
  /** The text of the block `subject`; '' without one. */
  readonly subject: string;
  /** How the record is called. */
  readonly titled: string;
}

/** The blocks of a document with their final texts. Throws `forbidden` or `notFound` where the record may not be read. */
export async function filledDocument(
  deps: PrintDeps,
  actor: Actor,
  entity: Entity,
  request: PrintRequest,
): Promise<FilledDocument> {
  const record = JSON.parse(await readPlain(deps.context, actor, entity, request.id)) as Row;
  const printing = await openPrinting(deps, actor, entity, request.culture);
  const at = { actor, entity, request, record, printing };
  const blocks: MailBlock[] = [];
  for (const block of request.document.blocks) {
    const printed = await filledBlock(deps, at, block);
    if (printed) blocks.push(printed);
  }
  const subject = request.document.blocks.find(({ kind }) => kind === 'subject');
  return {
    blocks,
    subject: subject ? filled(at, ownOf(request.texts, subject.block) ?? '') : '',
    titled: printing.text(entity.title.name, record) || String(record['id']),
  };
}

/** A block with its final texts; null where it has nothing to say to this person. */
async function filledBlock(deps: PrintDeps, at: Printed, block: DocumentBlockMeta): Promise<MailBlock | null> {
  const { request, record, printing, actor } = at;
  const text = filled(at, ownOf(request.texts, block.block) ?? '');
  switch (block.kind) {
    case 'logo': {
      const picture = await deps.logo(actor);
      return picture && { kind: 'logo', picture };
    }
    case 'heading':
      return { kind: 'heading', text: text || request.name };
    case 'text':
    case 'terms':
      return text ? { kind: block.kind, text } : null;
    case 'address': {
      const lines = (block.fields ?? []).map((name) => printing.text(name, record)).filter(Boolean);
      return lines.length > 0 ? { kind: 'address', title: text, lines } : null;
    }
    case 'fields': {
      const pairs = (block.fields ?? []).flatMap((name) => {
        const value = printing.text(name, record);
        return value ? [[printing.label(name), value] as const] : [];
      });
      return pairs.length > 0 ? { kind: 'fields', title: text, pairs } : null;
    }
    case 'table':
      return printedTable(deps, at, block, text);
    case 'amount': {
      const name = block.field ?? '';
      const value = printing.text(name, record);
      const currency = printing.fields.get(name)?.meta.currency ? printing.unit(name, record) : null;
      const amount = [currency, value].filter(Boolean).join(' ');
      return value ? { kind: 'amount', title: text || printing.label(name), value: amount } : null;
    }
    case 'button':
      return text ? { kind: 'button', text, url: await addressOf(deps, at, block) } : null;
    case 'pageNumber':
      return { kind: 'pageNumber' };
    case 'subject':
      return null;
  }
}

/** Where a button leads: its own address with the record's values, else the page of the record. */
async function addressOf(deps: PrintDeps, at: Printed, { url }: DocumentBlockMeta): Promise<string> {
  if (url !== undefined) return filled(at, url, encodeURIComponent);
  return `${await deps.origin(at.actor)}/${at.entity.path}/${String(at.record['id'])}`;
}

/** A text with the record's values in its `{field}` places; what is hidden or unknown leaves nothing. */
const filled = (
  { entity, record, printing }: Printed,
  text: string,
  write: (value: string) => string = (value) => value,
): string =>
  text
    .replace(/\{(\w+)\}/g, (_, name: string) => {
      // A renamed field is still found by its column.
      const field = entity.byName.get(name) ?? entity.fields.find(({ id }) => id === name);
      return field ? write(printing.text(field.name, record)) : '';
    })
    .trim();
