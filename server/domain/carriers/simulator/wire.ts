import type { Brand, Image, Stock } from './model.ts';
import { Refusal } from './model.ts';
import type { Client, World } from './world.ts';

/** A request after its token was taken. */
export interface Call {
  readonly brand: Brand;
  readonly world: World;
  readonly client: Client;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** The parts of the path that its route leaves open. */
  readonly open: readonly string[];
}

export type Handler = (call: Call) => object | Promise<object>;

export interface Route {
  readonly method: string;
  readonly path: RegExp;
  readonly handle: Handler;
  /** Whether it buys or gives back; a fault may be aimed at that alone. */
  readonly name:
    | 'rate'
    | 'ship'
    | 'void'
    | 'label'
    | 'track'
    | 'reference'
    | 'document'
    | 'address'
    | 'transit'
    | 'close';
}

/** Whether a client may use a shipper number. */
export const owns = ({ accounts }: Client, number: string): boolean => !accounts || accounts.includes(number);

/** Problems of a request, gathered as a carrier does; none: it goes on. */
export class Problems {
  readonly #found: { code: string; message: string }[] = [];

  unless(good: boolean, code: string, message: string): void {
    if (!good) this.#found.push({ code, message });
  }

  refuse(): void {
    if (this.#found.length > 0) throw new Refusal(400, this.#found);
  }
}

/** Height of paper by its stock, for requests that say inches. */
export const stockOf = (height: string): Stock =>
  ({ '6': '4x6', '6.75': '4x675', '8': '4x8', '9': '4x9' } as Readonly<Record<string, Stock>>)[height] ?? '4x6';

export const isImage = (name: string): name is Image => ['pdf', 'png', 'gif', 'zpl', 'epl'].includes(name);

/** `20260228` of `2026-02-28`. */
export const compact = (day: string): string => day.replaceAll('-', '');

/** `2026-02-28` of a moment, in Greenwich. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
