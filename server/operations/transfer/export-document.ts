import { writeFile } from 'node:fs/promises';
import { AppError, refused } from '../../errors.ts';
import { issue } from '../../../engine/core/index.ts';
import { pdfBytes } from '../../files/pdf.ts';
import type { DocumentCall } from '../../modules/module.ts';
import type { Texts } from '../../texts.ts';
import { answerCall } from '../read/answer.ts';
import { fieldWord, type ColumnWords } from '../read/cell-words.ts';
import type { Actor, Context } from '../context.ts';
import type { Query } from '../read/list-records.ts';

/** Maximum lines of a document, which is built in memory. */
const maxLines = 5_000;

/** An ordered document, with the table opened as the person. */
export interface Ordered {
  readonly entity: string;
  readonly culture: string;
  readonly query: Query;
  open(query: Query, columns: readonly string[]): Promise<Table>;
}

interface Table {
  readonly total: number;
  readonly columns: readonly ColumnWords[];
  chunks(onChunk: (count: number) => Promise<void>): AsyncIterable<Readonly<Record<string, unknown>>[]>;
}

/** Writes a list as the document of a module; answers the number of lines. */
export async function writeDocument(
  context: Context,
  actor: Actor,
  texts: Texts,
  request: Ordered,
  path: string,
): Promise<number> {
  const document = context.registry.document(request.entity);
  if (!document) throw new AppError('noRoute');
  const made = await document.run(documentCall(context, actor, texts, request));
  if ('issues' in made) throw refused(...made.issues);
  const say = (page: number, pages: number) => texts.message(request.culture, 'document.page', { page, pages });
  await writeFile(path, await pdfBytes(made.layout, say), { mode: 0o600 });
  return made.layout.lines.length;
}

function documentCall(context: Context, actor: Actor, texts: Texts, request: Ordered): DocumentCall {
  const { culture } = request;
  const query = Object.fromEntries(
    Object.entries(request.query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
  );
  return {
    ...answerCall(context, actor, query),
    culture,
    tenantName: actor.tenantName,
    say: (key, params = {}) => texts.message(culture, key, params),
    field(name, of) {
      const known = context.catalog.byName.get(name);
      const field = known?.byName.get(of);
      return known && field ? fieldWord(texts, culture, known, field) : of;
    },
    async rows(asked, columns) {
      const table = await request.open(asked, columns);
      if (table.total > maxLines) throw refused(issue('export.tooMany', '', { max: maxLines }));
      const rows = [];
      for await (const chunk of table.chunks(async () => undefined)) rows.push(...chunk);
      return rows.map((raw) => ({
        raw,
        words: Object.fromEntries(table.columns.map((column) => [column.name, column.text(raw)])),
      }));
    },
  };
}
