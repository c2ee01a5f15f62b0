import { resolveAddresses, transitTimes as fedexTransit } from './fedex/service.ts';
import * as fedex from './fedex/ship.ts';
import * as fedexTrack from './fedex/track.ts';
import type { Brand } from './model.ts';
import { rate } from './ups/rate.ts';
import { transitTimes, validateAddress } from './ups/service.ts';
import { recover, ship, voidShipment } from './ups/ship.ts';
import { track, trackReference } from './ups/track.ts';
import type { Route } from './wire.ts';

/** What each carrier answers to, by the paths of its documents. */
export const routes: Readonly<Record<Brand, readonly Route[]>> = {
  ups: [
    { name: 'ship', method: 'POST', path: /^\/api\/shipments\/v\d+\/ship$/, handle: ship },
    { name: 'void', method: 'DELETE', path: /^\/api\/shipments\/v\d+\/void\/cancel\/(\w+)$/, handle: voidShipment },
    { name: 'label', method: 'POST', path: /^\/api\/labels\/v\d+\/recovery$/, handle: recover },
    { name: 'rate', method: 'POST', path: /^\/api\/rating\/v\d+\/(\w+)$/, handle: rate },
    { name: 'track', method: 'GET', path: /^\/api\/track\/v1\/details\/([^/]+)$/, handle: track },
    {
      name: 'reference',
      method: 'GET',
      path: /^\/api\/track\/v1\/reference\/details\/([^/]+)$/,
      handle: trackReference,
    },
    { name: 'address', method: 'POST', path: /^\/api\/addressvalidation\/v\d+\/(\d)$/, handle: validateAddress },
    { name: 'transit', method: 'POST', path: /^\/api\/shipments\/v\d+\/transittimes$/, handle: transitTimes },
  ],
  fedex: [
    { name: 'ship', method: 'POST', path: /^\/ship\/v1\/shipments$/, handle: fedex.ship },
    { name: 'void', method: 'PUT', path: /^\/ship\/v1\/shipments\/cancel$/, handle: fedex.cancel },
    { name: 'rate', method: 'POST', path: /^\/rate\/v1\/rates\/quotes$/, handle: fedex.rate },
    { name: 'track', method: 'POST', path: /^\/track\/v1\/trackingnumbers$/, handle: fedexTrack.track },
    { name: 'reference', method: 'POST', path: /^\/track\/v1\/referencenumbers$/, handle: fedexTrack.trackReference },
    { name: 'document', method: 'POST', path: /^\/track\/v1\/trackingdocuments$/, handle: fedexTrack.documents },
    { name: 'address', method: 'POST', path: /^\/address\/v1\/addresses\/resolve$/, handle: resolveAddresses },
    { name: 'transit', method: 'POST', path: /^\/availability\/v1\/transittimes$/, handle: fedexTransit },
    { name: 'close', method: 'PUT', path: /^\/ship\/v1\/endofday\/?$/, handle: fedex.endOfDay },
    { name: 'close', method: 'POST', path: /^\/ship\/v1\/endofday\/?$/, handle: fedex.endOfDay },
  ],
};
