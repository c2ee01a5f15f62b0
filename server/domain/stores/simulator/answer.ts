import type { SimShop, StoreWorld } from './world.ts';

/** A request as the log has it: nothing of who signed in. */
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

/** What goes wrong: `lost` does what was asked and breaks off, `cut` breaks off before. */
export interface StoreFault {
  readonly kind: 'limit' | 'unavailable' | 'refuse' | 'cut' | 'lost' | 'expiredPage';
  readonly call?: string;
  readonly shop?: string;
  readonly times?: number;
  /** How many that fit pass before it begins. */
  readonly after?: number;
}

/** Requests that an operation of a shop allows, as the platform counts them. */
export class Meter {
  readonly #left = new Map<string, { left: number; at: number }>();
  refused = 0;

  /** Seconds to wait; null: let through. */
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
  /** What limits are multiplied with; infinity: there are none. */
  readonly ease: number;
  now(): number;
}

export const iso = (at: number): string => new Date(at).toISOString();
