import type { CarrierApi, CarrierFailure } from './carrier.ts';

/** A carrier without an API: staff type the number and upload the label. */
export function manualCarrier(code: string): CarrierApi {
  const unsupported = async (): Promise<CarrierFailure> => ({
    ...{ ok: false, kind: 'unsupported', code: 'carriers.manual' },
    ...{ text: `${code} has no API here: the number is typed and the label uploaded.`, retryAt: null },
  });
  return {
    code,
    rate: unsupported,
    ship: unsupported,
    // Nothing is ever made there by us.
    find: async () => ({ ok: true, value: null }),
    void: unsupported,
    track: unsupported,
    validateAddress: unsupported,
    transitTime: unsupported,
    proofOfDelivery: unsupported,
    endOfDay: unsupported,
  };
}
