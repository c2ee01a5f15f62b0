import type { Cast } from './company.ts';
import type { Lane } from './network.ts';
import type { Seeder } from './seeder.ts';

/** What the busiest customer fills in for itself: a preset to choose, and rules for drafts of every source. */
export async function tellAutomation(pen: Seeder, cast: Cast, lanes: readonly Lane[]): Promise<void> {
  const [customer] = cast.customers;
  const [lane] = lanes;
  const service = lane?.services[0];
  if (!customer || !lane || !service) return;
  const { preset, light, valuable, west, westHold } = pen.words.automation;
  const given = { by: customer.member ?? cast.finance };
  const [small] = await pen.add('order-preset', [
    {
      given,
      input: {
        ...{ customer: customer.id, name: preset, labelSize: '4x6' },
        ...{ unitType: '0', length: 10, width: 8, height: 4 },
      },
    },
  ]);
  const rule = (position: number, name: string, condition: object, more: object) => ({
    given,
    input: { customer: customer.id, name, position, match: 'all', conditions: [condition], ...more },
  });
  await pen.add('order-rule', [
    rule(10, light, { fact: 'weightLb', operator: 'less', value: '1' }, { preset: small, tags: 'light' }),
    rule(20, valuable, { fact: 'declared', operator: 'atLeast', value: '500' }, { signatureOption: 'direct' }),
    rule(30, west, { fact: 'state', operator: 'oneOf', value: 'AK, HI' }, { hold: westHold, stops: true }),
  ]);
}
