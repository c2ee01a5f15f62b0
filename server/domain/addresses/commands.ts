import { defineCommand } from '../../modules/module.ts';
import type { Carriers } from '../carriers/carriers.ts';
import type { Typed } from './address.ts';
import { askCarrier } from './ask-carrier.ts';
import { checkAddress } from './check-address.ts';
import { postal } from './postal/postal-data.ts';
import { checkAnswer, checkBody, suggestAnswer, suggestBody } from './schema.ts';
import { suggestPlaces, type Asked } from './suggest.ts';

/** Checks addresses and suggests corrections. */
export const check = (carriers: Carriers) =>
  defineCommand({
    path: 'Address/check',
    body: checkBody,
    answer: checkAnswer,
    perMinute: 240,
    async run(call) {
      const { addresses, channel } = call.body as { addresses: readonly Typed[]; channel?: string };
      const data = postal();
      const own = addresses.map((typed) => checkAddress(typed, data));
      const checks =
        channel === undefined ? own : await askCarrier(call, carriers, { channel, addresses, checks: own });
      return {
        results: checks.map(({ issues, ...checked }) => ({
          ...checked,
          issues: issues.map((found) => ({ code: found.code, path: found.path, message: call.explain(found) })),
        })),
      };
    },
  });

/** What a postal code or a city may become while it is typed. */
export const suggest = defineCommand({
  path: 'Address/suggest',
  body: suggestBody,
  answer: suggestAnswer,
  perMinute: 600,
  async run(call) {
    return { places: suggestPlaces(call.body as Pick<Asked, keyof Asked>, postal()) };
  },
});
