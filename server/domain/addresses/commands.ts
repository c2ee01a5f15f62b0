import { defineCommand } from '../../sockets/socket.ts';
import type { Typed } from './address.ts';
import { checkAddress } from './check-address.ts';
import { postal } from './postal/postal-data.ts';
import { checkAnswer, checkBody, suggestAnswer, suggestBody } from './schema.ts';
import { suggestPlaces, type Asked } from './suggest.ts';

/** Whether addresses can be what is meant, and what was meant instead. */
export const check = defineCommand({
  path: 'Address/check',
  body: checkBody,
  answer: checkAnswer,
  perMinute: 240,
  async run(call) {
    const { addresses } = call.body as unknown as { addresses: readonly Typed[] };
    const data = postal();
    return {
      results: addresses.map((typed) => {
        const { issues, ...checked } = checkAddress(typed, data);
        return {
          ...checked,
          issues: issues.map((found) => ({ code: found.code, path: found.path, message: call.explain(found) })),
        };
      }),
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
    return { places: suggestPlaces(call.body as unknown as Asked, postal()) };
  },
});
