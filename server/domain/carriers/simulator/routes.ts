import * as fedex from './fedex/ship.ts';
import type { Brand } from './model.ts';
import { rate } from './ups/rate.ts';
import { recover, ship, voidShipment } from './ups/ship.ts';
import type { Route } from './wire.ts';

/** What each carrier answers to, by the paths of its documents. */
export const routes: Readonly<Record<Brand, readonly Route[]>> = {
  ups: [
    { name: 'ship', method: 'POST', path: /^\/api\/shipments\/v\d+\/ship$/, handle: ship },
    { name: 'void', method: 'DELETE', path: /^\/api\/shipments\/v\d+\/void\/cancel\/(\w+)$/, handle: voidShipment },
    { name: 'label', method: 'POST', path: /^\/api\/labels\/v\d+\/recovery$/, handle: recover },
    { name: 'rate', method: 'POST', path: /^\/api\/rating\/v\d+\/(\w+)$/, handle: rate },
  ],
  fedex: [
    { name: 'ship', method: 'POST', path: /^\/ship\/v1\/shipments$/, handle: fedex.ship },
    { name: 'void', method: 'PUT', path: /^\/ship\/v1\/shipments\/cancel$/, handle: fedex.cancel },
    { name: 'rate', method: 'POST', path: /^\/rate\/v1\/rates\/quotes$/, handle: fedex.rate },
    { name: 'close', method: 'PUT', path: /^\/ship\/v1\/endofday\/?$/, handle: fedex.endOfDay },
    { name: 'close', method: 'POST', path: /^\/ship\/v1\/endofday\/?$/, handle: fedex.endOfDay },
  ],
};
