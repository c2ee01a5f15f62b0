import { createHmac, randomUUID } from 'node:crypto';
import { resultOf } from '../fedex/track.ts';
import type { Brand } from '../model.ts';
import { activityOf } from '../ups/track.ts';
import { at, text } from '../json.ts';
import type { World } from '../world.ts';
import type { Visible } from './story.ts';
import { viewOf, type View } from './view.ts';

/** Where events of a carrier are pushed to as they become known. */
export interface Listener {
  readonly carrier: Brand;
  readonly url: string;
  /** UPS sends it as it is in `credential`, FedEx signs the body with it in `fdx-signature`. */
  readonly secret: string;
  /** Every message twice, as carriers do now and then. */
  readonly twice?: boolean;
  /** In the wrong order. */
  readonly reversed?: boolean;
}

export interface Push {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Messages about what became known from one moment until before another, one for each event of each package, in the order in which it did. */
export function pushesBetween(world: World, brand: Brand, secret: string, after: number, until: number): Push[] {
  const fresh = world.shipments
    .filter((shipment) => shipment.brand === brand)
    .flatMap((shipment) => shipment.packages.map((of) => ({ shipment, of })))
    .flatMap(({ shipment, of }) => {
      const view = viewOf(shipment, of, until);
      return view.events.filter(({ told }) => told >= after && told < until).map((event) => ({ view, event }));
    })
    .toSorted((a, b) => a.event.told - b.event.told || a.event.at - b.event.at);
  return fresh.map(({ view, event }) =>
    brand === 'ups' ? upsPush(view, event, secret) : fedexPush(view, event, secret),
  );
}

/** A message of Track Alert. */
function upsPush(view: View, event: Visible, secret: string): Push {
  const activity = activityOf(event);
  const own = (path: string) => text(activity, path);
  const delivered = event.what === 'delivered';
  const body = {
    trackingNumber: view.of.number,
    ...{ localActivityDate: own('date'), localActivityTime: own('time') },
    ...{ gmtActivityDate: own('gmtDate'), gmtActivityTime: own('gmtTime').replaceAll(':', '') },
    ...{ scheduledDeliveryDate: new Date(view.promised).toISOString().slice(0, 10).replaceAll('-', '') },
    ...{ actualDeliveryDate: delivered ? own('date') : '', actualDeliveryTime: delivered ? own('time') : '' },
    activityLocation: {
      ...{ city: own('location.address.city'), stateProvince: own('location.address.stateProvince') },
      ...{ postalCode: own('location.address.postalCode'), country: own('location.address.country') },
    },
    activityStatus: at(activity, 'status'),
  };
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json', credential: secret } };
}

/** A message in the form of an answer to a track request, signed over its bytes. */
function fedexPush(view: View, event: Visible, secret: string): Push {
  const known = {
    ...view,
    events: view.events.filter(({ told, at: moment }) => told <= event.told && moment <= event.at),
  };
  const results = [{ trackingNumber: view.of.number, trackResults: [resultOf(known)] }];
  const body = JSON.stringify({ transactionId: randomUUID(), output: { completeTrackResults: results } });
  const signature = createHmac('sha256', secret).update(body).digest('base64');
  return { body, headers: { 'content-type': 'application/json', 'fdx-signature': signature } };
}

/** Attempts for a message whose receiver does not answer well. */
const attempts = 3;

/** Sends one after the other, as they happened. Answers how many were taken. */
export async function deliver(listener: Listener, pushes: readonly Push[], signal: AbortSignal): Promise<number> {
  const ordered = listener.reversed ? pushes.toReversed() : pushes;
  let taken = 0;
  for (const push of listener.twice ? ordered.flatMap((each) => [each, each]) : ordered)
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const { body, headers } = push;
      const answered = await fetch(listener.url, { method: 'POST', headers, body, signal }).catch(() => null);
      await answered?.body?.cancel();
      if (!answered?.ok) continue;
      taken += 1;
      break;
    }
  return taken;
}
