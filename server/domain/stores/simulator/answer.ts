import type { SimShop, StoreWorld } from './world.ts';

/** A logged request, without credentials. */
export interface StoreLogged {
  readonly at: string;
  readonly platform: SimShop['platform'];
  readonly call: string;
  readonly shop: string | null;
  status: number;
  /** What was sent. */
  readonly body: unknown;
}

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly text: string;
}

export interface Told {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly call: string;
  readonly shop: string | null;
}

/** A simulated fault: `lost` does the work and drops the answer, `cut` drops the request. */
export interface StoreFault {
  readonly kind: 'limit' | 'unavailable' | 'refuse' | 'cut' | 'lost' | 'expiredPage';
  readonly call?: string;
  readonly shop?: string;
  readonly times?: number;
  /** Matching requests to let pass before. */
  readonly after?: number;
}

/** Simulates a platform's rate limits per shop and operation. */
export class Meter {
  readonly #left = new Map<string, { left: number; at: number }>();
  refused = 0;

  /** Seconds to wait; null: allowed. */
  take(key: string, { burst, perSecond }: { burst: number; perSecond: number }, at: number, cost = 1): number | null {
    const known = this.#left.get(key) ?? { left: burst, at };
    const left = Math.min(burst, known.left + ((at - known.at) / 1_000) * perSecond);
    if (left < cost - 1e-6) {
      this.refused += 1;
      this.#left.set(key, { left, at });
      return (cost - left) / perSecond;
    }
    this.#left.set(key, { left: left - cost, at });
    return null;
  }

  leftOf = (key: string): number => Math.floor(this.#left.get(key)?.left ?? 0);
}

export interface StoreDesk {
  readonly world: StoreWorld;
  readonly meter: Meter;
  /** Factor for limits; infinity disables them. */
  readonly ease: number;
  now(): number;
}

export const iso = (at: number): string => new Date(at).toISOString();
