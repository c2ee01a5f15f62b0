import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BillLine, ReadRow } from '../../../../server/domain/billing/read/bill.ts';
import { readBill } from '../../../../server/domain/billing/read/read-bill.ts';
import type { ReadInvoice } from '../../../../server/domain/billing/read/invoices.ts';
import { isWorkbook } from '../../../../server/domain/billing/read/unpack.ts';
import { kindOf } from '../../../../server/domain/billing/read/rows.ts';

/** One charge of UPS by the columns of its row; what is not named is empty. */
export interface UpsCharge {
  readonly account?: string;
  readonly country?: string;
  readonly date?: string;
  readonly number?: string;
  readonly currency?: string;
  readonly amount?: string;
  readonly shipDate?: string;
  readonly lead?: string;
  readonly reference?: string;
  readonly tracking?: string;
  readonly entered?: string;
  readonly billed?: string;
  readonly dimensions?: string;
  readonly zone?: string;
  readonly kind?: string;
  readonly detail?: string;
  readonly chargeClass?: string;
  readonly code?: string;
  readonly text?: string;
  readonly incentive?: string;
  readonly net: string;
  readonly more?: Readonly<Record<number, string>>;
}

export function upsRow(charge: UpsCharge): string[] {
  const money = charge.currency ?? 'USD';
  const cells: Record<number, string> = {
    ...{ 0: '2.1', 1: '', 2: charge.account ?? '0000A1B234', 3: charge.country ?? 'US' },
    ...{ 4: charge.date ?? '2026-03-07', 5: charge.number ?? '0000A1B234106', 6: 'E', 9: money },
    ...{ 10: charge.amount ?? '0', 11: charge.shipDate ?? '2026-03-02', 13: charge.lead ?? charge.tracking ?? '' },
    ...{ 15: charge.reference ?? '', 18: charge.tracking ? '1' : '', 20: charge.tracking ?? '' },
    ...{
      26: charge.entered ?? '',
      27: charge.entered ? 'L' : '',
      28: charge.billed ?? '',
      29: charge.billed ? 'L' : '',
    },
    ...{ 32: charge.dimensions ?? '', 33: charge.zone ?? '', 34: charge.kind ?? 'SHP', 35: charge.detail ?? 'NSD' },
    ...{ 43: charge.chargeClass ?? 'FRT', 44: charge.code ?? '003', 45: charge.text ?? 'Ground Commercial' },
    ...{ 50: money, 51: charge.incentive ?? '0', 52: charge.net },
    ...{ 74: 'Wilhelmina Ort', 76: '12 Invented Lane', 78: 'Salem', 79: 'OR', 80: '97301', 81: 'US' },
    ...charge.more,
  };
  return Array.from({ length: 250 }, (_, column) => cells[column] ?? '');
}

export interface Writing {
  readonly separator?: string;
  readonly ending?: string;
  readonly quoted?: boolean;
  readonly cut?: boolean;
  readonly lastEnding?: boolean;
}

export function textOf(rows: readonly (readonly string[])[], writing: Writing = {}): string {
  const { separator = ',', ending = '\r\n', quoted = false, cut = false, lastEnding = true } = writing;
  const cell = (text: string): string =>
    quoted || text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  const lines = rows.map((row) => {
    const end = cut ? row.findLastIndex((text) => text !== '') + 1 : row.length;
    return row.slice(0, end).map(cell).join(separator);
  });
  return lines.join(ending) + (lastEnding ? ending : '');
}

export const fedexHead = (pairs = 25): string[] => [
  ...['Bill to Account Number', 'Invoice Date', 'Invoice Number', 'Store ID', 'Original Amount Due', 'Current Balance'],
  ...['Payor', 'Ground Tracking ID Prefix', 'Express or Ground Tracking ID', 'Transportation Charge Amount'],
  ...[
    'Net Charge Amount',
    'Service Type',
    'Ground Service',
    'Shipment Date',
    'Actual Weight Amount',
    'Actual Weight Units',
  ],
  ...['Rated Weight Amount', 'Rated Weight Units', 'Number of Pieces', 'TDMasterTrackingID', 'Dim Length', 'Dim Width'],
  ...[
    'Dim Height',
    'Recipient Name',
    'Recipient Zip Code',
    'Original Customer Reference',
    'Zone Code',
    'Commodity Description',
  ],
  ...Array.from({ length: pairs }, () => ['Tracking ID Charge Description', 'Tracking ID Charge Amount']).flat(),
  'Shipment Notes',
];

export interface FedexRow {
  readonly account?: string;
  readonly date?: string;
  readonly number?: string;
  readonly amount?: string;
  readonly prefix?: string;
  readonly tracking?: string;
  readonly master?: string;
  readonly transport?: string;
  readonly net: string;
  readonly service?: string;
  readonly shipDate?: string;
  readonly weight?: string;
  readonly sides?: readonly [string, string, string];
  readonly reference?: string;
  readonly zone?: string;
  readonly charges?: readonly (readonly [string, string])[];
}

export function fedexRow(row: FedexRow, head: readonly string[] = fedexHead()): string[] {
  const cells: Record<string, string> = {
    ...{ 'Bill to Account Number': row.account ?? '510087020', 'Invoice Date': row.date ?? '20260309' },
    ...{ 'Invoice Number': row.number ?? '912345678', 'Original Amount Due': row.amount ?? '0' },
    ...{ 'Ground Tracking ID Prefix': row.prefix ?? '', 'Express or Ground Tracking ID': row.tracking ?? '' },
    ...{ 'Transportation Charge Amount': row.transport ?? '', 'Net Charge Amount': row.net },
    ...{ 'Service Type': row.service ?? 'FedEx Ground', 'Shipment Date': row.shipDate ?? '20260303' },
    ...{ 'Actual Weight Amount': row.weight ?? '', 'Rated Weight Amount': row.weight ?? '', 'Rated Weight Units': 'L' },
    ...{ TDMasterTrackingID: row.master ?? '', 'Dim Length': row.sides?.[0] ?? '', 'Dim Width': row.sides?.[1] ?? '' },
    ...{ 'Dim Height': row.sides?.[2] ?? '', 'Recipient Name': 'Osbert Quill', 'Recipient Zip Code': '97301' },
    ...{ 'Original Customer Reference': row.reference ?? '', 'Zone Code': row.zone ?? '' },
  };
  const charges = [...(row.charges ?? [])];
  let pair: readonly [string, string] | undefined;
  return head.map((name) => {
    if (name === 'Tracking ID Charge Description') {
      pair = charges.shift();
      return pair?.[0] ?? '';
    }
    return name === 'Tracking ID Charge Amount' ? (pair?.[1] ?? '') : (cells[name] ?? '');
  });
}

export interface Read {
  readonly invoices: readonly ReadInvoice[];
  readonly lines: readonly (BillLine & { readonly key: string })[];
}

/** Reads bytes as a bill, all of it at once. */
export async function readBytes(content: string | Buffer): Promise<Read> {
  const folder = mkdtempSync(join(tmpdir(), 'bill-'));
  try {
    const path = join(folder, 'bill');
    writeFileSync(path, content);
    const kind = await kindOf(path, () => isWorkbook(path));
    let lines: (BillLine & { key: string })[] = [];
    const invoices = await readBill(
      { path, workbook: kind === 'workbook' },
      {
        take: async (rows: readonly { key: string; row: ReadRow }[]) => {
          for (const { key, row } of rows) lines.push(...row.lines.map((line) => ({ ...line, key })));
        },
        restart: async () => {
          lines = [];
        },
      },
    );
    return { invoices, lines };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
