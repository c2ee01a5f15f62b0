import { inventPhone } from './addresses.ts';
import type { Pen } from './pen.ts';
import type { Network } from './words.ts';

/** A channel that orders may take, with the ids of what belongs to it. */
export interface Lane {
  id: string;
  code: string;
  carrier: string;
  shipFromMode: Network['channels'][number]['shipFromMode'];
  home: string;
  services: { id: string; code: string; shipToType: string }[];
  dock: string | null;
}

/** Carriers, channels with services and docks, and the price levels. Answers the channels that are open. */
export async function tellNetwork(pen: Pen): Promise<Lane[]> {
  const { network, words } = pen;
  const random = pen.random('network');
  const enabled = { status: 'enabled' };
  const levels = pen.add(
    'level',
    words.levels.map((level) => ({ input: level })),
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
  const offered = network.channels.flatMap(({ services }, at) =>
    services.map((code) => ({ channel: ids[at], code, at })),
  );
  const services = pen.add(
    'channel-service',
    offered.map(({ channel, code }) => {
      const [name, carrierServiceCode, shipToType, dimDivisor] = network.services[code] ?? [code, code, 'auto', 139];
      return { given: enabled, input: { channel, code, name, carrierServiceCode, shipToType, dimDivisor } };
    }),
  );
  const docked = network.channels.map((channel, at) => ({ ...channel, at })).filter(({ home }) => network.docks[home]);
  const docks = await pen.add(
    'channel-ship-from',
    docked.map(({ code, home, at }) => {
      const shortName = words.channels[code]?.[2] ?? code;
      const address = { ...network.docks[home], country: 'US', phone: inventPhone(random) };
      return { given: enabled, input: { channel: ids[at], shortName, company: words.name, ...address } };
    }),
  );
  const served = await services;
  await levels;
  return network.channels.flatMap((channel, at) => {
    if (channel.status === 'disabled') return [];
    const dock = docks[docked.findIndex((each) => each.at === at)] ?? null;
    const own = offered.flatMap((each, index) => (each.at === at ? [{ ...each, id: served[index] ?? '' }] : []));
    const lane = { id: ids[at] ?? '', dock, code: channel.code, carrier: channel.carrier, home: channel.home };
    return [
      {
        ...lane,
        shipFromMode: channel.shipFromMode,
        services: own.map(({ id, code }) => ({ id, code, shipToType: network.services[code]?.[2] ?? 'auto' })),
      },
    ];
  });
}
