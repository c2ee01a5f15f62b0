import type { CarrierAccount, CarrierApi, CarrierFailure, CarrierResult, Shipped, ShipOrder } from '../carrier.ts';
import { keepable } from '../../wire/keepable.ts';
import { at, list, text } from '../../wire/read.ts';
import { done, each, gathered, notUnderstood, read, refuse, unsupported } from '../result.ts';
import type { Client, Failed } from '../wire/client.ts';
import { basicOf } from '../../wire/tokens.ts';
import { addressRequest, validatedIn } from './address.ts';
import { rateIn, recoveredIn, shippedIn, type Recovered } from './replies.ts';
import { labelSpecification, prepare, rateRequest, shipRequest } from './shipment.ts';
import { send } from './tongue.ts';
import { numbersUnder, proofIn, trackedIn } from './tracking.ts';
import { transitIn, transitRequest } from './transit.ts';

/** Time limits in milliseconds: for interactive calls, for calls of jobs, for purchases. */
const limits = { asked: 4_500, read: 10_000, buy: 30_000 } as const;
const labelBytes = 33_554_432;

/** UPS over its published REST formats. */
export const ups = (client: Client, now: () => Date): CarrierApi => ({
  code: 'UPS',

  async rate(account, order) {
    const prepared = prepare(order);
    if (!prepared.ok) return prepared;
    const body = rateRequest(account, order, prepared.value);
    const reply = await send(client, account, {
      ...{ method: 'POST', path: '/rating/v2409/Rate', body, limit: limits.asked },
    });
    return read(reply, (value) => rateIn(value, order.service));
  },

  async ship(account, order) {
    const prepared = prepare(order);
    if (!prepared.ok) return prepared;
    const reply = await send(client, account, {
      ...{ method: 'POST', path: '/shipments/v2409/ship', body: shipRequest(account, order, prepared.value) },
      ...{ key: order.key, writes: true, limit: limits.buy, maxBytes: labelBytes },
    });
    return read(reply, (value) => shippedIn(value, order, secretsOf(account)));
  },

  find: (account, order) => find(client, now, account, order),

  async void(account, { leadTracking, trackingNos, key }) {
    const path = `/shipments/v2409/void/cancel/${encodeURIComponent(leadTracking)}`;
    const reply = await send(client, account, {
      ...{ method: 'DELETE', path, key: `${key} void`, writes: true, limit: limits.buy },
    });
    if (!reply.ok && /already[a-z ]* void|void[a-z ]* already/i.test(reply.failure.text)) return done({ voided: true });
    return read(reply, (value) => voidedIn(value, trackingNos));
  },

  async track(account, trackingNos) {
    const results = await each(trackingNos, async (trackingNo) =>
      read(await details(client, account, trackingNo, 'false'), (value) => trackedIn(value, trackingNo)),
    );
    return gathered(trackingNos, results);
  },

  async validateAddress(account, address) {
    const reply = await send(client, account, {
      ...{ method: 'POST', path: '/addressvalidation/v2/3', body: addressRequest(address), limit: limits.asked },
      query: { regionalrequestindicator: 'False', maximumcandidatelistsize: '10' },
    });
    return read(reply, (value) => done(validatedIn(value, address)));
  },

  async transitTime(account, order) {
    const reply = await send(client, account, {
      ...{ method: 'POST', path: '/shipments/v1/transittimes', body: transitRequest(order), limit: limits.asked },
    });
    return read(reply, (value) => transitIn(value, order));
  },

  proofOfDelivery: async (account, trackingNo) => read(await details(client, account, trackingNo, 'true'), proofIn),

  endOfDay: async () => unsupported('carriers.endOfDay', 'UPS closes no day: its driver takes what is there.'),
});

/** The details of a parcel, with the signature and the proof of its delivery or without. */
const details = (client: Client, account: CarrierAccount, trackingNo: string, proof: 'true' | 'false') =>
  send(client, account, {
    ...{ method: 'GET', path: `/track/v1/details/${encodeURIComponent(trackingNo)}`, limit: limits.read },
    query: { locale: 'en_US', returnSignature: proof, returnMilestones: 'false', returnPOD: proof },
  });

const secretsOf = (account: CarrierAccount): readonly string[] => [
  ...[account.clientSecret, account.clientId, basicOf(account)],
];

/** The whole shipment is void, or it is not void. */
function voidedIn(reply: unknown, trackingNos: readonly string[]): CarrierResult<{ voided: true }> {
  const response = at(reply, 'VoidShipmentResponse');
  const packages = list(at(response, 'PackageLevelResults') ?? at(response, 'PackageLevelResult'));
  const states = new Map(
    packages.map((each) => [text(at(each, 'TrackingNumber')) ?? '', text(at(each, 'Status', 'Code'))]),
  );
  const left = trackingNos.filter((each) => (states.get(each) ?? '1') !== '1');
  const summary = text(at(response, 'SummaryResult', 'Status', 'Code'));
  if (summary === null && states.size === 0) return notUnderstood(true);
  // Results of other packages alone say nothing about ours.
  if (states.size > 0 && trackingNos.length > 0 && !trackingNos.some((each) => states.has(each)))
    return notUnderstood(true);
  if (summary === '1' && left.length === 0) return done({ voided: true });
  const all = trackingNos.length > 0 && trackingNos.every((each) => states.get(each) === '1');
  return all
    ? done({ voided: true })
    : refuse('carriers.partlyVoided', `Not void: ${left.join(', ') || 'the shipment'}.`);
}

/**
 * What was made under a key: by tracking of the reference, then by its labels, which are known before the first scan is.
 * Nothing was made where neither knows of anything.
 */
async function find(
  client: Client,
  now: () => Date,
  account: CarrierAccount,
  order: ShipOrder,
): Promise<CarrierResult<Shipped | null>> {
  const tracked = await send(client, account, {
    ...{ method: 'GET', path: `/track/v1/reference/details/${encodeURIComponent(order.key)}`, limit: limits.read },
    query: {
      locale: 'en_US',
      ...daysAround(order.shipDate, now()),
      shipperNum: account.number,
      refNumType: 'SmallPackage',
    },
  });
  if (!tracked.ok && !isUnknown(tracked)) return tracked.failure;
  const { kept: numbers, voided } = numbersUnder(tracked.ok ? tracked.reply : null, order.key);
  const first = await recover(client, account, order, numbers[0] ?? null);
  if ('failure' in first) return first.failure;
  // Neither question reached a service of the carrier, so their silence says nothing about the shipment.
  if (!tracked.ok && isUnnamed(tracked.failure) && first.unnamed)
    return { ...tracked.failure, kind: 'unavailable', code: 'carriers.noLookUp' };
  const all = [...new Set([...numbers, ...first.labels.keys()])].filter((number) => !voided.has(number));
  if (all.length === 0) return done(null);
  const labels = new Map(first.labels);
  for (const number of all) {
    // Packages after the first whose labels did not come with the first one's.
    if (labels.get(number) || number === numbers[0]) continue;
    const more = await recover(client, account, order, number);
    if ('failure' in more) return more.failure;
    for (const [own, label] of more.labels) if (label) labels.set(own, label);
  }
  const lead = first.lead ?? numbers[0] ?? all[0] ?? '';
  const labelled = [...first.labels.keys()].filter((number) => all.includes(number));
  // Numbers that came with the first one's labels are of its shipment.
  const sorted = [...labelled, ...inOrder(all, lead).filter((number) => !labelled.includes(number))];
  const many = order.packages.length;
  return done({
    leadTracking: lead,
    packages: sorted.slice(0, many).map((trackingNo, place) => ({
      ...{ seq: order.packages[place]?.seq ?? place + 1, trackingNo, label: labels.get(trackingNo) ?? null },
    })),
    charge: null,
    reply: keepable(tracked.ok ? tracked.reply : {}, secretsOf(account)),
    ...(sorted.length > many ? { surplus: sorted.slice(many) } : {}),
  });
}

const inOrder = (numbers: readonly string[], lead: string): readonly string[] => [
  ...numbers.filter((each) => each === lead),
  ...numbers.filter((each) => each !== lead).toSorted(),
];

/** A refusal in no form of the carrier's, such as the page of a gateway. */
const isUnnamed = ({ code }: CarrierFailure): boolean => code.startsWith('http.');

/** "Not found" is a definite answer; any other error leaves the outcome unknown. */
const isUnknown = ({ status, failure }: Failed): boolean =>
  status === 404 ||
  (failure.kind === 'refused' &&
    (['TW0001', '151044'].includes(failure.code) || /not found|no (tracking )?information/i.test(failure.text)));

async function recover(
  client: Client,
  account: CarrierAccount,
  order: ShipOrder,
  trackingNo: string | null,
): Promise<Recovered | { failure: CarrierFailure }> {
  const reply = await send(client, account, {
    ...{ method: 'POST', path: '/labels/v1/recovery', limit: limits.read, maxBytes: labelBytes },
    body: {
      LabelRecoveryRequest: {
        Request: { TransactionReference: { CustomerContext: order.key.padEnd(5) } },
        LabelSpecification: labelSpecification(order.label),
        ...(trackingNo === null ? {} : { TrackingNumber: trackingNo }),
        // The document wants both lists; this one is for another service of UPS.
        TrackingNumbers: [],
        ReferenceValues: { ReferenceNumber: { Value: order.key }, ShipperNumber: account.number },
      },
    },
  });
  if (reply.ok) return recoveredIn(reply.reply);
  return reply.failure.kind === 'refused'
    ? { lead: null, labels: new Map(), unnamed: isUnnamed(reply.failure) }
    : { failure: reply.failure };
}

/** The search window for a shipment of this date; the search may run much later, and the date may be in the future. */
function daysAround(shipDate: string, today: Date): { fromPickUpDate: string; toPickUpDate: string } {
  const day = (time: number) => new Date(time).toISOString().slice(0, 10).replaceAll('-', '');
  const planned = Date.parse(`${shipDate}T12:00:00Z`);
  const at_ = Number.isNaN(planned) ? today.getTime() : planned;
  const days = 86_400_000;
  return {
    fromPickUpDate: day(Math.min(at_, today.getTime()) - 7 * days),
    toPickUpDate: day(Math.max(at_, today.getTime()) + 2 * days),
  };
}
