import { inventPhone } from './addresses.ts';
import type { Seeder } from './seeder.ts';
import { tellPrices } from './prices.ts';
import type { Network } from './words.ts';

/** An open channel with the ids of its parts. */
export interface Lane {
  id: string;
  code: string;
  carrier: string;
  shipFromMode: Network['channels'][number]['shipFromMode'];
  home: string;
  services: { id: string; code: string; shipToType: string }[];
  dock: string | null;
}

/**
 * Creates carriers, accounts, channels with services and origins, and level prices. Answers the open channels and the
 * levels.
 */
export async function tellNetwork(pen: Seeder): Promise<{ lanes: Lane[]; levels: string[] }> {
  const { network, words } = pen;
  const random = pen.random('network');
  const enabled = { status: 'enabled' };
  const levels = pen.add(
    'level',
    words.levels.map((level) => ({ input: level })),
  );
  const boxes = pen.add(
    'box-size',
    network.boxes.map((input) => ({ given: enabled, input })),
  );
  const carriers = await pen.add(
    'carrier',
    network.carriers.map((input) => ({ given: enabled, input })),
  );
  const idOf = (code: string) => carriers[network.carriers.findIndex((each) => each.code === code)];
  const ids = await pen.add(
    'channel',
    network.channels.map(({ code, carrier, shipFromMode, status }) => {
      const [name, profile] = words.channels[code] ?? [code, null];
      const accountNumber = `demo-${random.digits(6)}`;
      const input = { code, carrier: idOf(carrier), shipFromMode, name, profile, accountNumber };
      return { given: { status: status ?? 'enabled' }, input };
    }),
  );
  const accounts = tellAccounts(pen, idOf, ids);
  const offered = network.channels.flatMap(({ services }, at) =>
    services.map((code) => ({ channel: ids[at], code, at })),
  );
  const services = tellServices(pen, offered);
  const docked = network.channels.map((channel, at) => ({ ...channel, at })).filter(({ home }) => network.docks[home]);
  const docks = await pen.add(
    'channel-ship-from',
    docked.map(({ code, home, at }) => {
      const shortName = words.channels[code]?.[2] ?? code;
      const address = { ...network.docks[home], country: 'US', phone: inventPhone(random) };
      return { given: enabled, input: { channel: ids[at], shortName, company: words.name, ...address } };
    }),
  );
  const served = (await services).map((id, at) => ({ ...(offered[at] as Offered), id }));
  const priced = await levels;
  const prices = tellPrices(pen, {
    carriers: new Map(network.carriers.map(({ code }, at) => [code, carriers[at] ?? ''])),
    services: served.map(({ id, code, at }) => {
      const { code: channel = '', carrier = '' } = network.channels[at] ?? {};
      return { id, code, carrier, channel, name: network.services[code]?.[0] ?? code };
    }),
    levels: priced,
  });
  await Promise.all([accounts, boxes, prices, tellChannelLevels(pen, ids, priced)]);
  const dockAt = new Map(docked.map(({ at }, index) => [at, docks[index]]));
  const lanes = network.channels.flatMap(({ code, carrier, home, shipFromMode, status }, at): Lane[] => {
    if (status === 'disabled') return [];
    const own = served.filter((each) => each.at === at);
    const services = own.map(({ id, code }) => ({ id, code, shipToType: network.services[code]?.[2] ?? 'auto' }));
    return [{ id: ids[at] ?? '', dock: dockAt.get(at) ?? null, code, carrier, home, shipFromMode, services }];
  });
  return { lanes, levels: priced };
}

/** A service of a channel; `at` is the channel's place in the network. */
interface Offered {
  readonly channel: string | undefined;
  readonly code: string;
  readonly at: number;
}

const tellServices = (pen: Seeder, offered: readonly Offered[]): Promise<string[]> =>
  pen.add(
    'channel-service',
    offered.map(({ channel, code }) => {
      const { services, weightRules, serviceFacts } = pen.network;
      const [name, carrierServiceCode, shipToType, dimDivisor] = services[code] ?? [code, code, 'auto', 139];
      const input = {
        channel,
        code,
        name,
        carrierServiceCode,
        shipToType,
        dimDivisor,
        ...serviceFacts[code],
        weightRules,
      };
      return { given: { status: 'enabled' }, input };
    }),
  );

/**
 * Creates the carriers' accounts and assigns them to channels. Without a simulator they have no credentials, so that no
 * call reaches a real carrier.
 */
async function tellAccounts(pen: Seeder, carrier: (code: string) => string | undefined, channels: readonly string[]) {
  const { network, words } = pen;
  const ids = await pen.add(
    'express-account',
    network.accounts.map(({ code, carrier: of, number, environment }) => {
      const [name, region] = words.accounts[code] ?? [code, null];
      return {
        given: { status: 'enabled' },
        input: { carrier: carrier(of), name, number, environment, region, currency: 'USD', ...pen.login },
      };
    }),
  );
  const idOf = (code: string) => ids[network.accounts.findIndex((each) => each.code === code)];
  const mapped = network.channels.flatMap(({ accounts }, at) =>
    accounts.map((code, place) => ({
      input: { channel: channels[at], account: idOf(code), priority: place + 1 },
    })),
  );
  await pen.add('account-channel', mapped);
}

const tellChannelLevels = (pen: Seeder, channels: readonly string[], levels: readonly string[]) =>
  pen.add(
    'channel-level',
    channels.flatMap((channel) =>
      levels.map((level, at) => ({ input: { channel, level, currency: 'USD', ...pen.network.levels[at] } })),
    ),
  );
