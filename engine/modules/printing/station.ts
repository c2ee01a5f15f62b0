/** What the server says of a station. */
export interface StationState {
  readonly station: { readonly name: string; readonly online: boolean };
  readonly scale: {
    readonly has: boolean;
    readonly connected: boolean;
    readonly weight: string | null;
    readonly unit: string | null;
    readonly stable: boolean;
  };
  readonly open: OpenOrder | null;
  readonly last: LastScan | null;
  readonly seen: string;
}

export interface OpenOrder {
  readonly order: string;
  readonly orderNo: string;
  readonly shipToName: string | null;
  readonly channel: string | null;
  readonly step: 'box' | 'weight' | 'placing' | null;
  readonly box: string | null;
  readonly unitType: string;
  readonly expected: number | null;
  readonly parcel: { readonly seq: number; readonly of: number; readonly trackingNo: string | null } | null;
}

export interface LastScan {
  readonly id: string;
  readonly text: string;
  readonly step: string;
  readonly outcome: 'ok' | 'error';
  readonly fault: string | null;
  readonly unitType: string;
  readonly weight: string | null;
  readonly expected: string | null;
  readonly detail: string | null;
  readonly orderNo: string | null;
}

export interface ScanRow extends Omit<LastScan, 'orderNo' | 'weight' | 'expected'> {
  readonly weight: number | null;
  readonly expected: number | null;
  readonly order: string | null;
  readonly orderNo: string | null;
  readonly by: string | null;
  readonly createdAt: string;
  readonly job: {
    readonly status: string;
    readonly placedAt: string | null;
    readonly labelledAt: string | null;
    readonly takenAt: string | null;
    readonly spooledAt: string | null;
  } | null;
}

export const unitOf = (unitType: string): string => (unitType === '1' ? 'kg' : 'lb');

/** The big colour: something is wrong, it is done, or the station waits for a hand. */
export function toneOf({ open, last }: StationState): 'error' | 'done' | 'wait' | 'idle' {
  if (last?.outcome === 'error') return 'error';
  if (open) return 'wait';
  return last?.step === 'printed' ? 'done' : 'idle';
}
