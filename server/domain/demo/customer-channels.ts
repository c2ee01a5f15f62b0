import type { Cast } from './company.ts';
import type { Lane } from './network.ts';
import type { Seeder } from './seeder.ts';

/** Opens every channel for every customer; bigger customers and resellers have better levels. */
export async function tellCustomerChannels(
  pen: Seeder,
  cast: Cast,
  { lanes, levels }: { lanes: readonly Lane[]; levels: readonly string[] },
): Promise<void> {
  const [standard, silver, gold, trade] = levels;
  const levelOf = (at: number, reseller: boolean) => {
    if (reseller) return trade;
    return at < 4 ? gold : at < 15 ? silver : standard;
  };
  const told = cast.customers.flatMap(({ id, reseller }, at) =>
    lanes.map(({ id: channel }) => ({
      given: { status: 'enabled', by: cast.finance },
      input: { customer: id, channel, level: levelOf(at, reseller) },
    })),
  );
  await pen.add('customer-channel', told);
}
