import type { Counted, Field } from '../../../engine/core/index.ts';

/** Whether a named total reads only fields that the person sees in every row. */
export const isOpenTo = (fields: ReadonlyMap<string, Field>, { field, less, when, balance }: Counted): boolean =>
  [field, ...(less ? [less] : []), ...(balance ? [balance.at, ...balance.of, balance.column] : [])].every(({ name }) =>
    fields.has(name),
  ) && when.reads.every((read) => fields.has(read));
