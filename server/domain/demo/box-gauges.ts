import type { Cast } from './company.ts';
import type { Seeder } from './seeder.ts';

/** Products of the busier customers, with their boxes. */
export async function tellBoxGauges(pen: Seeder, cast: Cast): Promise<void> {
  const random = pen.random('box gauges');
  const { goods } = pen.shared;
  const told = cast.customers.slice(0, 15).flatMap(({ id, branch, member }, at) =>
    Array.from({ length: random.int(3, 6) }, (_, place) => {
      const [name, , , unitWeight] = random.pick(goods);
      const unitsPerBox = random.pick([1, 1, 1, 2, 6, 12]);
      const [length, width, height] = [random.int(8, 24), random.int(6, 16), random.int(3, 12)];
      const weight = Math.ceil(unitWeight * unitsPerBox * 100 + 50) / 100;
      const box = { unitType: '0', length, width, height, weight, unitsPerBox };
      return {
        given: { by: member ?? cast.clerks[branch] },
        input: { customer: id, sku: `${1001 + at}-${random.digits(4)}-${place + 1}`, name, ...box },
      };
    }),
  );
  await pen.add('box-gauge', told);
}
