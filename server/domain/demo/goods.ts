import type { Seeder } from './seeder.ts';

type Values = Readonly<Record<string, unknown>>;

/** What the platform of the demo sells: goods name their specification by its place. */
export interface DemoGoods {
  readonly specs: readonly Values[];
  readonly goods: readonly { readonly spec: number; readonly input: Values }[];
}

/** Fills the platform's catalogue of goods for tenants. */
export async function tellGoods(pen: Pick<Seeder, 'add'>, { specs, goods }: DemoGoods): Promise<void> {
  const ids = await pen.add(
    'goods-spec',
    specs.map((input) => ({ input: { ...input } })),
  );
  await pen.add(
    'goods',
    goods.map(({ spec, input }) => ({ given: { status: 'onSale' }, input: { ...input, spec: ids[spec] } })),
  );
}
