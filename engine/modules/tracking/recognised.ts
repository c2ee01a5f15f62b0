import type { TagTone } from '../../kit/index.ts';

export interface OwnPackage {
  id: string;
  trackingNo: string;
  carrier: string | null;
  service: string | null;
  order: string | null;
  orderNo: string | null;
  customer: string | null;
  state: string;
  logistics: string;
  lastEvent: string | null;
  lastEventAt: string | null;
  estimatedAt: string | null;
  deliveredAt: string | null;
}

export interface RecognisedNumber {
  number: string;
  trackingNo: string;
  carrier: string;
  service?: string;
  valid: boolean;
  package?: OwnPackage;
  /** Of a parcel that is none of ours, what its carrier last said. */
  foreign?: Pick<OwnPackage, 'state' | 'lastEvent' | 'lastEventAt' | 'estimatedAt' | 'deliveredAt'>;
}

export interface Fault {
  pasted: string;
  reason: string;
  carrier?: string;
}

export interface Recognised {
  numbers: RecognisedNumber[];
  repeated: { number: string; times: number; pasted: string[] }[];
  unknown: Fault[];
}

/** One colour for each state, here as in the list of packages. */
export const tones: Readonly<Record<string, TagTone>> = {
  ...{ pending: 'neutral', picked_up: 'info', in_transit: 'info', out_for_delivery: 'info', delivered: 'good' },
  ...{ ready_for_pickup: 'info', on_hold: 'warn', delivery_delayed: 'warn', delivery_failed: 'bad' },
  ...{ return_to_sender: 'bad', cancelled: 'neutral', unknown: 'neutral' },
};

/** Names of carriers, which are the same in every language. */
const names: Readonly<Record<string, string>> = {
  ...{ FEDEX: 'FedEx', AMAZON: 'Amazon', CANADAPOST: 'Canada Post', ONTRAC: 'OnTrac' },
  ...{ LASERSHIP: 'LaserShip', SF: 'SF Express', YUNEXPRESS: 'YunExpress', GOFO: 'GOFO', SPEEDEE: 'Spee-Dee' },
};
export const carrierName = (code: string): string => names[code] ?? code;

/**
 * A cell of a CSV file. Spreadsheets round long numbers unless they are marked as texts, and take what begins with
 * a sign for a formula.
 */
export function csvCell(text: string): string {
  if (/^\d{11,}$/.test(text)) return `"=""${text}"""`;
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Rows as a file that spreadsheets read with its letters intact. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`;
