import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answer, type Desk, type Logged } from './answer.ts';
import { faultKinds, Faults, type Fault } from './faults.ts';
import { list, number, text } from './json.ts';
import type { Shipment } from './model.ts';
import { deliver, pushesBetween, type Listener } from './tracking/push.ts';
import { isStory } from './tracking/story.ts';
import { referencesOf, World, type WorldOptions } from './world.ts';

export interface SimulatorOptions extends WorldOptions {
  readonly host?: string;
  /** Absent: any that is free. */
  readonly port?: number;
}

export interface Control {
  /** Orders something to go wrong. */
  fault(fault: Fault): void;
  clearFaults(): void;
  /** Requests so far, with what they sent but for credentials. */
  calls(): readonly Logged[];
  clearCalls(): void;
  shipments(): readonly Shipment[];
  /** What was bought under a reference and not given back: more than one was bought twice. */
  bought(reference: string): readonly Shipment[];
  /** Takes up shipments that were bought before it began; each gets an id of its own. */
  adopt(shipments: readonly Shipment[]): void;
  now(): Date;
  /** Sets the clock forward, and pushes what became known meanwhile to the listeners. */
  advance(hours: number): Promise<void>;
  /** Pushes events from now on. */
  listen(listener: Listener): void;
  /** What becomes of a shipment, by the number of a package or a reference; of the next ones where none is named. */
  story(name: string, of?: string): void;
  /** As if all tokens had run out. */
  forgetTokens(): void;
}

export interface Simulator {
  readonly url: string;
  readonly ups: string;
  readonly fedex: string;
  readonly control: Control;
  stop(): Promise<void>;
}

/** Longer than any documented request. */
const longest = 8_000_000;

/** Serves the UPS API under `/ups`, the FedEx API under `/fedex` and its controls under `/_simulator`. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const world = new World(options);
  const ending = new AbortController();
  const desk: Desk = {
    ...{ world, faults: new Faults(), calls: [], seen: new Map(), last: new Map(), signal: ending.signal },
    perSecond: options.perSecond ?? Number.POSITIVE_INFINITY,
  };
  const control = controlOf(desk);
  const server = createServer((request, response) => {
    take(desk, control, request, response).catch((error: unknown) => {
      // What breaks here shows in the answer: a test must not wait for it.
      if (ending.signal.aborted || response.headersSent) response.destroy();
      else response.writeHead(500, { 'content-type': 'text/plain' }).end(String(error));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, options.host ?? '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...{ url, ups: `${url}/ups`, fedex: `${url}/fedex`, control },
    stop: async () => {
      ending.abort();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

function controlOf({ world, faults, calls, signal }: Desk): Control {
  const listeners: { listener: Listener; told: number }[] = [];
  return {
    fault: (fault) => faults.add(fault),
    clearFaults: () => faults.clear(),
    calls: () => calls,
    clearCalls: () => calls.splice(0),
    shipments: () => world.shipments,
    bought: (reference) => world.known(reference).filter((each) => each.voidedAt === null),
    adopt: (shipments) => world.adopt(shipments),
    now: () => new Date(world.now()),
    advance: async (hours) => {
      world.advance(hours);
      for (const each of listeners) {
        const { listener, told } = each;
        each.told = world.now();
        await deliver(listener, pushesBetween(world, listener.carrier, listener.secret, told, each.told), signal);
      }
    },
    listen: (listener) => listeners.push({ listener, told: world.now() }),
    story: (name, of) => {
      if (!isStory(name)) throw new Error(`no story ${name}`);
      if (of === undefined) world.story = name;
      else
        for (const each of world.shipments)
          if (each.packages.some((one) => one.number === of) || referencesOf(each).includes(of))
            world.change(each, { story: name });
    },
    forgetTokens: () => world.forgetTokens(),
  };
}

async function take(desk: Desk, control: Control, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://simulator');
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += (part as Buffer).length;
    if (size > longest) break;
    parts.push(part as Buffer);
  }
  const body = Buffer.concat(parts).toString('utf8');
  const [, first = ''] = pathname.split('/');
  const path = pathname.slice(first.length + 1);
  if (first === 'ups' || first === 'fedex')
    return answer(desk, first, request, response, { path, query: searchParams, text: body });
  const told = first === '_simulator' ? await instruct(desk, control, `${request.method} ${path}`, body) : null;
  response.writeHead(told ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(told ?? {}));
}

/** What can be said to it over the wire: the same as `control`. */
async function instruct(desk: Desk, control: Control, what: string, body: string): Promise<object | null> {
  switch (what) {
    case 'GET /calls':
      return { calls: control.calls().map((each) => ({ ...each, body: undefined })) };
    case 'GET /shipments':
      return {
        shipments: control.shipments().map((each) => ({
          ...{ id: each.id, carrier: each.brand, account: each.account, service: each.service, lead: each.lead },
          ...{
            numbers: each.packages.map(({ number: own }) => own),
            references: referencesOf(each),
            story: each.story,
          },
          ...{ madeAt: new Date(each.madeAt).toISOString(), voided: each.voidedAt !== null, closed: each.closed },
        })),
      };
    case 'POST /faults': {
      const asked = list(JSON.parse(body));
      const faults = asked.filter((each): each is Fault => faultKinds.some((kind) => kind === text(each, 'kind')));
      for (const each of faults) control.fault(each);
      return faults.length === asked.length ? { faults: faults.length } : null;
    }
    case 'DELETE /faults':
      control.clearFaults();
      return {};
    case 'POST /clock':
      await control.advance(number(JSON.parse(body), 'hours') || 0);
      return { now: control.now().toISOString() };
    case 'POST /story': {
      const asked: unknown = JSON.parse(body);
      if (!isStory(text(asked, 'story'))) return null;
      control.story(text(asked, 'story'), text(asked, 'of') || undefined);
      return {};
    }
    case 'POST /listeners': {
      const asked: unknown = JSON.parse(body);
      const carrier = text(asked, 'carrier');
      if (carrier !== 'ups' && carrier !== 'fedex') return null;
      control.listen({ carrier, url: text(asked, 'url'), secret: text(asked, 'secret') });
      return {};
    }
    case 'GET /':
      return { now: control.now().toISOString(), shipments: desk.world.shipments.length, calls: desk.calls.length };
    default:
      return null;
  }
}
