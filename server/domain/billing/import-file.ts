import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SystemServices } from '../../modules/module.ts';
import type { BillLine } from './read/bill.ts';
import { centsText } from './read/exact.ts';
import type { ReadInvoice } from './read/invoices.ts';
import { readBill, type OtherLayouts, type RowTaker } from './read/read-bill.ts';
import { BadFile } from './read/refusal.ts';
import { kindOf } from './read/rows.ts';
import { archiveLimits, isContent, isWorkbook, listArchive, unpack } from './read/unpack.ts';
import { lineColumns, stageRow, stageSql, unstageSql, type LineColumn } from './stage-sql.ts';

/** Where the lines of a file wait until all of it is understood. */
export interface Stage {
  readonly services: SystemServices;
  readonly tenant: string;
  /** Begins with the job. */
  readonly name: string;
  readonly others: OtherLayouts;
  readonly signal: AbortSignal;
  /** So many lines have come so far, in all files. */
  counted(lines: number): Promise<void>;
}

export interface StagedFile {
  readonly file: string;
  /** The name of its lines in the stage. */
  readonly name: string;
  readonly invoices: readonly ReadInvoice[];
}

export interface RefusedFile {
  readonly file: string;
  readonly problem: BadFile;
}

const chunk = 4_000;

/** Reads a file, or every file of an archive, onto the stage; each of them whole or not at all. */
export async function* stageFile(stage: Stage, path: string, file: string): AsyncGenerator<StagedFile | RefusedFile> {
  let kind;
  try {
    kind = await kindOf(path, () => isWorkbook(path));
  } catch (error) {
    yield refusedBy(error, file);
    return;
  }
  if (kind === 'archive') yield* stageArchive(stage, path, file);
  else yield await stageOne(stage, { path, file, workbook: kind === 'workbook', name: stage.name });
}

async function* stageArchive(stage: Stage, path: string, file: string): AsyncGenerator<StagedFile | RefusedFile> {
  const folder = await mkdtemp(join(tmpdir(), 'bills-'));
  try {
    const entries = (await listArchive(path)).filter(isContent);
    if (entries.length === 0) throw new BadFile('billing.emptyArchive');
    if (entries.length > archiveLimits.entries)
      throw new BadFile('billing.tooManyFiles', { max: archiveLimits.entries });
    const total = entries.reduce((sum, { declared }) => sum + declared, 0);
    if (total > archiveLimits.total) throw new BadFile('billing.tooLarge');
    // By name: an archive of the same files is the same, in whatever order they were packed.
    const named = entries.toSorted((one, other) => (one.name < other.name ? -1 : 1));
    for (const [at, entry] of named.entries()) {
      const inner = `${file}/${entry.name}`;
      try {
        const unpacked = await unpack(path, entry, folder, String(at));
        const kind = await kindOf(unpacked, () => isWorkbook(unpacked));
        if (kind === 'archive') throw new BadFile('billing.archiveInside');
        const name = `${stage.name}:${at}`;
        yield await stageOne(stage, { path: unpacked, file: inner, workbook: kind === 'workbook', name });
        await rm(unpacked);
      } catch (error) {
        yield refusedBy(error, inner);
      }
    }
  } catch (error) {
    yield refusedBy(error, file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function refusedBy(error: unknown, file: string): RefusedFile {
  if (error instanceof BadFile) return { file, problem: error };
  throw error;
}

async function stageOne(
  { services, tenant, others, signal, counted }: Stage,
  { path, file, workbook, name }: { path: string; file: string; workbook: boolean; name: string },
): Promise<StagedFile | RefusedFile> {
  let rows: string[] = [];
  let sent: Promise<void> = Promise.resolve();
  // One chunk is on its way while the next one is read.
  const flush = async (): Promise<void> => {
    await sent;
    const count = rows.length;
    if (count === 0) return;
    const text = rows.join('');
    rows = [];
    sent = services.copy(stageSql, text);
    // Its failure is heard where it is waited for.
    sent.catch(() => undefined);
    await counted(count);
  };
  const end = async (): Promise<void> => {
    await flush();
    await sent;
  };
  const taker: RowTaker = {
    async take(found) {
      signal.throwIfAborted();
      for (const { key, row } of found) {
        for (const line of row.lines) rows.push(stageRow([tenant, name, key, ...cellsOf.map((cell) => cell(line))]));
      }
      if (rows.length >= chunk) await flush();
    },
    async restart() {
      rows = [];
      await sent;
      await services.query(unstageSql, [tenant, name]);
    },
  };
  try {
    const invoices = await readBill({ path, workbook, others, signal }, taker);
    await end();
    return { file, name, invoices };
  } catch (error) {
    await sent.catch(() => undefined);
    await services.query(unstageSql, [tenant, name]);
    return refusedBy(error, file);
  }
}

/** The cell of a line for each column of the stage, as text. */
const cells: Readonly<Record<LineColumn, (line: BillLine) => string | number | null>> = {
  line: ({ row }) => row,
  trackingNo: ({ tracking }) => tracking,
  leadTracking: ({ leadTracking }) => leadTracking,
  reference: ({ references }) => (references.length > 0 ? [...new Set(references)].join(' / ').slice(0, 200) : null),
  shipDate: ({ shipDate }) => shipDate,
  kind: ({ kind }) => kind,
  detail: ({ detail }) => detail,
  chargeClass: ({ chargeClass }) => chargeClass,
  code: ({ code }) => code,
  text: ({ text }) => text,
  net: ({ net }) => centsText(net),
  incentive: ({ incentive }) => (incentive === null ? null : centsText(incentive)),
  basis: ({ basis }) => basis,
  quantity: ({ quantity }) => quantity,
  enteredWeight: ({ enteredWeight }) => enteredWeight,
  billedWeight: ({ billedWeight }) => billedWeight,
  weightUnit: ({ weightUnit }) => weightUnit,
  length: ({ length }) => length,
  width: ({ width }) => width,
  height: ({ height }) => height,
  zone: ({ zone }) => zone,
  service: ({ service }) => service?.slice(0, 120) ?? null,
  extra: ({ extra }) => (Object.keys(extra).length > 0 ? JSON.stringify(extra) : null),
};

const cellsOf = lineColumns.map((column) => cells[column]);
