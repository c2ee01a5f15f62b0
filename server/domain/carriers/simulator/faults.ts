import type { Brand } from './model.ts';
import type { Route } from './wire.ts';

/**
 * What goes wrong on demand. `refuse`, `unavailable`, `limit`, `expired`, `page`, `cut` and `hang` come instead of the
 * work; `half`, `dropped`, `shape`, `duplicate`, `replayed` and `wrongVoid` come after it or with it; `slow` comes before whatever follows.
 */
export type FaultKind =
  | 'slow'
  | 'refuse'
  | 'unavailable'
  | 'limit'
  | 'expired'
  | 'page'
  | 'cut'
  | 'hang'
  | 'half'
  | 'dropped'
  | 'shape'
  | 'duplicate'
  | 'replayed'
  | 'wrongVoid';

/** Deviations of an answer from the documentation. */
export type Shape =
  | 'objects'
  | 'arrays'
  | 'numbers'
  | 'strings'
  | 'unknown'
  | 'nulls'
  | 'noLabels'
  | 'noCharges'
  | 'empty';

export interface Fault {
  readonly kind: FaultKind;
  readonly carrier?: Brand;
  /** The operation. */
  readonly call?: Route['name'] | 'token';
  /** Part of the path. */
  readonly path?: string;
  /** Part of the body: a reference, a postal code. */
  readonly body?: string;
  /** How often; absent: once; null: always. */
  readonly times?: number | null;
  /** How many that fit pass before it begins. */
  readonly after?: number;
  /** From 0 to 1; absent: certainly. */
  readonly chance?: number;
  /** Of `slow`: milliseconds. */
  readonly ms?: number;
  /** Of `slow`, in the same process: waits for this instead, so that a test decides when the answer comes. */
  readonly until?: Promise<void>;
  /** Of `limit` and `unavailable`: seconds after which to come again. */
  readonly retryAfter?: number;
  readonly status?: number;
  readonly code?: string;
  readonly message?: string;
  readonly shape?: Shape;
  /** Of `wrongVoid`: `kept` reports voided and does not void, `taken` refuses and voids. */
  readonly lie?: 'kept' | 'taken';
}

export const faultKinds: readonly FaultKind[] = [
  ...(['slow', 'refuse', 'unavailable', 'limit', 'expired', 'page', 'cut', 'hang'] as const),
  ...(['half', 'dropped', 'shape', 'duplicate', 'replayed', 'wrongVoid'] as const),
];

export interface Aim {
  readonly brand: Brand;
  readonly call: string;
  readonly path: string;
  readonly body: string;
}

/** The faults that were ordered and are not used up. */
export class Faults {
  #rules: { fault: Fault; left: number; passed: number }[] = [];

  add(fault: Fault): void {
    this.#rules.push({ fault, left: fault.times === null ? Infinity : (fault.times ?? 1), passed: 0 });
  }

  clear(): void {
    this.#rules = [];
  }

  /** What happens to a request: every `slow` that fits, and the first of the others. */
  take(aim: Aim): { slow: number; until: Promise<void> | null; fault: Fault | null } {
    let slow = 0;
    let until: Promise<void> | null = null;
    let found: Fault | null = null;
    for (const rule of this.#rules) {
      const { fault } = rule;
      if (rule.left <= 0 || !fits(fault, aim) || (fault.kind !== 'slow' && found)) continue;
      rule.passed += 1;
      if (rule.passed <= (fault.after ?? 0) || Math.random() >= (fault.chance ?? 1)) continue;
      rule.left -= 1;
      if (fault.kind !== 'slow') found = fault;
      else if (fault.until) until = fault.until;
      else slow += fault.ms ?? 1000;
    }
    this.#rules = this.#rules.filter(({ left }) => left > 0);
    return { slow, until, fault: found };
  }
}

const fits = ({ carrier, call, path, body }: Fault, aim: Aim): boolean =>
  (carrier ?? aim.brand) === aim.brand &&
  (call ?? aim.call) === aim.call &&
  aim.path.includes(path ?? '') &&
  aim.body.includes(body ?? '');

/** Names under which answers hold images, and those under which they hold money. */
const labels = /^(ShippingLabel|LabelImage|packageDocuments|GraphicImage)$/;
const charges =
  /^(ShipmentCharges|NegotiatedRateCharges|completedShipmentDetail|ratedShipmentDetails|(net|base)\w+Amount)$/;

const changes: Readonly<Record<Shape, (name: string, value: unknown) => unknown>> = {
  objects: (_, value) => (Array.isArray(value) && value.length === 1 ? value[0] : value),
  arrays: (name, value) => (isObject(value) && /^[A-Z]\w+(Charges|Results)$|^commit$/.test(name) ? [value] : value),
  numbers: (_, value) => (typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value),
  strings: (_, value) => (typeof value === 'number' ? String(value) : value),
  unknown: (_, value) => (isObject(value) ? { ...value, newField: { Code: '99', list: [1, null] } } : value),
  nulls: (_, value) => (value === '' || (Array.isArray(value) && value.length === 0) ? null : value),
  noLabels: (name, value) => (labels.test(name) ? undefined : value),
  noCharges: (name, value) => (charges.test(name) ? undefined : value),
  empty: (name, value) => (name === '' ? {} : value),
};

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An answer in another shape than the documented one. */
export function reshape(answer: unknown, shape: Shape): unknown {
  const walk = (name: string, value: unknown): unknown => {
    const inner = Array.isArray(value)
      ? value.map((each) => walk(name, each))
      : isObject(value)
        ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, walk(key, each)]))
        : value;
    return changes[shape](name, inner);
  };
  return walk('', answer);
}
