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

let audio: AudioContext | null = null;

/** A high tone for what went well, two low ones for what did not; silence where the browser allows no sound. */
export function beep(tone: 'ok' | 'error'): void {
  try {
    audio ??= new AudioContext();
    const start = audio.currentTime;
    for (const [at, pitch] of tone === 'ok' ? [[0, 880] as const] : [[0, 220] as const, [0.22, 180] as const]) {
      const [oscillator, volume] = [audio.createOscillator(), audio.createGain()];
      oscillator.frequency.value = pitch;
      oscillator.type = tone === 'ok' ? 'sine' : 'square';
      volume.gain.setValueAtTime(0.15, start + at);
      volume.gain.exponentialRampToValueAtTime(0.001, start + at + 0.18);
      oscillator.connect(volume).connect(audio.destination);
      oscillator.start(start + at);
      oscillator.stop(start + at + 0.2);
    }
  } catch {
    audio = null;
  }
}
