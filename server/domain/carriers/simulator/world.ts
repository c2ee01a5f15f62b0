import { randomUUID } from 'node:crypto';
import { Keeper } from './keep.ts';
import { isGround, Numbers } from './numbers.ts';
import { priceOf } from './prices.ts';
import { chooseStory } from './tracking/story.ts';
import type { Asked, Brand, Package, Price, Shipment } from './model.ts';

/** Who may sign in, and with which shipper numbers; none named: with any. */
export interface Client {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly accounts?: readonly string[];
}

export interface WorldOptions {
  readonly clients?: readonly Client[];
  /** What things cost; absent: figures of its own that are of the right size. */
  readonly price?: (asked: Asked) => Price | Promise<Price>;
  /** The story that shipments live from now on; absent: on time. */
  readonly story?: string;
  /** Requests that a client may make within a second. */
  readonly perSecond?: number;
  /** Where its clock begins; absent: now. */
  readonly start?: Date;
  /** A file in which shipments outlive the simulator; absent: they end with it. */
  readonly keep?: string;
}

export const knownClient: Client = { clientId: 'simulator-client', clientSecret: 'simulator-secret' };

interface Token {
  readonly client: Client;
  readonly brand: Brand;
  readonly until: number;
}

/** The state of a simulator: clients, clock and shipments. */
export class World {
  readonly options: WorldOptions;
  readonly shipments: Shipment[] = [];
  readonly #byNumber = new Map<string, { shipment: Shipment; of: Package }>();
  readonly #byReference = new Map<string, Shipment[]>();
  readonly #numbers = new Numbers();
  readonly #tokens = new Map<string, Token>();
  readonly #keeper: Keeper;
  #offset: number;
  /** The story of the next shipments. */
  story: string;

  constructor(options: WorldOptions) {
    this.options = options;
    this.story = options.story ?? 'onTime';
    this.#offset = options.start ? options.start.getTime() - Date.now() : 0;
    this.#keeper = new Keeper(options.keep ?? null);
    const byId = new Map<number, Shipment>();
    for (const each of this.#keeper.read()) {
      if ('shipment' in each) {
        this.#add(each.shipment);
        byId.set(each.shipment.id, each.shipment);
      } else if ('hours' in each) this.#offset += each.hours * 3_600_000;
      else Object.assign(byId.get(each.id) ?? {}, each.change);
    }
  }

  /** The simulator's time: the machine's plus an offset. */
  now(): number {
    return Date.now() + this.#offset;
  }

  advance(hours: number): void {
    this.#offset += hours * 3_600_000;
    this.#keeper.note({ hours });
  }

  price(asked: Asked): Price | Promise<Price> {
    return (this.options.price ?? priceOf)(asked);
  }

  /** A token for credentials that are known; null for others. It runs out by the wall's clock: days may pass here in a moment. */
  signIn(brand: Brand, clientId: string, clientSecret: string, seconds: number): string | null {
    const clients = this.options.clients ?? [knownClient];
    const client = clients.find((each) => each.clientId === clientId && each.clientSecret === clientSecret);
    if (!client) return null;
    const token = `sim.${randomUUID()}`;
    this.#tokens.set(token, { client, brand, until: Date.now() + seconds * 1000 });
    return token;
  }

  /** Whose token it is; null: unknown, another carrier's, or expired. */
  clientOf(brand: Brand, token: string): Client | null {
    const found = this.#tokens.get(token);
    return found && found.brand === brand && found.until > Date.now() ? found.client : null;
  }

  forgetTokens(): void {
    this.#tokens.clear();
  }

  /** Buys: every call makes a shipment of its own, also under a reference that was there before. */
  make(asked: Asked, price: Price): Shipment {
    const id = (this.shipments.at(-1)?.id ?? 0) + 1;
    const packages = asked.pieces.map((piece, place) => ({ seq: place + 1, number: this.#number(asked), piece }));
    const shipment: Shipment = {
      ...asked,
      ...{ id, madeAt: this.now(), lead: packages[0]?.number ?? '', packages, price },
      ...{ voidedAt: null, closed: null, story: chooseStory(this.story, id) },
    };
    this.#add(shipment);
    this.#keeper.note({ shipment });
    return shipment;
  }

  adopt(shipments: readonly Shipment[]): void {
    for (const each of shipments) {
      const shipment = { ...each, id: (this.shipments.at(-1)?.id ?? 0) + 1 };
      this.#add(shipment);
      this.#keeper.note({ shipment });
    }
  }

  change(shipment: Shipment, change: Partial<Pick<Shipment, 'voidedAt' | 'closed' | 'story'>>): void {
    Object.assign(shipment, change);
    this.#keeper.note({ id: shipment.id, change });
  }

  #add(shipment: Shipment): void {
    this.shipments.push(shipment);
    for (const reference of referencesOf(shipment))
      this.#byReference.set(reference, [...this.known(reference), shipment]);
    for (const of of shipment.packages) this.#byNumber.set(of.number, { shipment, of });
  }

  #number(asked: Asked): string {
    for (;;) {
      const number =
        asked.brand === 'ups' ? this.#numbers.ups(asked.account, asked.service) : this.#numbers.fedex(asked.service);
      if (!this.#byNumber.has(number)) return number;
    }
  }

  find(brand: Brand, number: string): { shipment: Shipment; of: Package } | null {
    const found = this.#byNumber.get(number.replace(/\s/g, '').toUpperCase());
    return found?.shipment.brand === brand ? found : null;
  }

  /** Everything that was ever bought under a reference. */
  known(reference: string): readonly Shipment[] {
    return this.#byReference.get(reference) ?? [];
  }

  /** Shipments of a carrier under a reference, the latest first. */
  under(brand: Brand, reference: string, account: string | null = null): Shipment[] {
    return this.known(reference)
      .filter((each) => each.brand === brand && (account === null || each.account === account))
      .toReversed();
  }

  /** Takes the open ground shipments of an account and a day into a close of theirs. */
  close(account: string, day: string): Shipment[] {
    const open = this.shipments.filter(
      (each) => each.brand === 'fedex' && each.account === account && each.shipDate <= day && isGround(each.service),
    );
    const taken = open.filter((each) => each.closed === null && each.voidedAt === null);
    for (const each of taken) this.change(each, { closed: `${day} ${this.shipments.length}` });
    return taken;
  }
}

export const referencesOf = (shipment: Shipment): string[] => [
  ...new Set([...shipment.references, ...shipment.pieces.flatMap(({ references }) => references)]),
];
