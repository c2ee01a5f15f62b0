import type { CarrierApi, CarrierBases } from './carrier.ts';
import { manualCarrier } from './manual.ts';

export interface Carriers {
  of(carrierCode: string): CarrierApi;
}

/** Who is asked for what by which code. Without bases nobody is asked. */
export function createCarriers(on: { bases: CarrierBases | null; now?: () => Date }): Carriers {
  void on;
  return { of: (code) => manualCarrier(code) };
}
