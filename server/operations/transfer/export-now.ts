import type { Readable } from 'node:stream';
import type { Entity } from '../../../engine/core/index.ts';
import { AppError, refused } from '../../errors.ts';
import { issue } from '../../../engine/core/index.ts';
import { xlsxBytes } from '../../files/xlsx.ts';
import { prepared } from '../../store/database.ts';
import { auditSql } from '../../store/idempotency-sql.ts';
import type { Culture, Texts } from '../../texts.ts';
import type { Actor, Context } from '../context.ts';
import { balanceRows } from '../read/balance-rows.ts';
import { listedColumns, openExport, typedRows } from './export-records.ts';
import { dated, type Query } from '../read/list-records.ts';
import { momentIn } from '../moment.ts';

/** Maximum rows of a direct export: existing clients wait six seconds. Larger ones need an export job. */
export const maxAtOnce = 10_000;

/**
 * Exports a list as a workbook in the answer, for clients without jobs. Throws `forbidden`, or `refused` with
 * `export.tooMany`. Audited like any export.
 */
export async function exportNow(
  context: Context,
  actor: Actor,
  entity: Entity,
  asked: Query,
  { texts, culture }: { texts: Texts; culture: Culture },
): Promise<{ name: string; bytes: Readable }> {
  // Previews may not export.
  if (actor.preview) throw new AppError('previewOnly');
  const query = dated(context, actor, asked);
  const request = {
    entity: entity.name,
    format: 'xlsx' as const,
    columns: listedColumns(actor, entity),
    query,
    culture,
  };
  const table = await openExport(context, actor, texts, request);
  if (table.total > maxAtOnce) throw refused(issue('export.tooMany', '', { max: maxAtOnce }));
  const changes = [
    { field: 'rows', before: null, after: table.total },
    { field: 'query', before: null, after: query },
  ];
  const id = context.newId();
  const trail = { id, entity: entity.name, record: id, verb: 'export', version: 1, by: actor.facts.id, changes };
  await context.database.write(actor.entrance, (transaction) => transaction.run(prepared(auditSql(trail), actor)));
  const { plural } = texts.entity(culture, entity);
  const names = table.columns.map(({ name }) => name);
  const rows = typedRows(
    table.columns,
    table.chunks(async () => undefined),
    await balanceRows(context, actor, texts, { ...request, entity, columns: names }),
  );
  const day = momentIn(actor.timeZone, context.clock()).slice(0, 10);
  return { name: `${plural} ${day}.xlsx`, bytes: xlsxBytes(rows, { name: plural, columns: table.columns }) };
}
