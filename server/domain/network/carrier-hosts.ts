/** Where each carrier is asked instead of at its own hosts; null: at its own. */
export interface CarrierBases {
  readonly ups: string | null;
  readonly fedex: string | null;
}

export type Environment = 'production' | 'test';

/** The hosts that the carriers publish for their APIs. */
const published: Readonly<Record<keyof CarrierBases, Readonly<Record<Environment, string>>>> = {
  ups: { production: 'https://onlinetools.ups.com', test: 'https://wwwcie.ups.com' },
  fedex: { production: 'https://apis.fedex.com', test: 'https://apis-sandbox.fedex.com' },
};

export const hostOf = (carrier: keyof CarrierBases, environment: Environment, bases: CarrierBases): string =>
  bases[carrier] ?? published[carrier][environment];
