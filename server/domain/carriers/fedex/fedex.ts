import type { CarrierAccount, CarrierApi, CarrierResult, Shipped, ShipOrder, Tracked } from '../carrier.ts';
import { keepable } from '../../wire/keepable.ts';
import { at, firstText, text } from '../../wire/read.ts';
import { done, each, gathered, notUnderstood, read, refuse } from '../result.ts';
import type { Client } from '../wire/client.ts';
import { addressRequest, transitIn, transitRequest, validatedIn } from './places.ts';
import { documentsIn, rateIn, shippedIn } from './replies.ts';
import { prepare, rateRequest, shipRequest } from './shipment.ts';
import { send } from './tongue.ts';
import { isNothing, numbersUnder, trackedIn } from './tracking.ts';

/** Time limits in milliseconds: for interactive calls, for calls of jobs, for purchases. */
const limits = { asked: 4_500, read: 10_000, buy: 30_000 } as const;
const labelBytes = 33_554_432;
/** Numbers in one request. */
const maxNumbers = 30;

/** FedEx over its published REST formats. */
export const fedex = (client: Client, now: () => Date): CarrierApi => ({
  code: 'FEDEX',

  async rate(account, order) {
    const prepared = prepare(order);
    if (!prepared.ok) return prepared;
    const body = rateRequest(account, order, prepared.value);
    const reply = await send(client, account, {
      ...{ method: 'POST', path: '/rate/v1/rates/quotes', body, limit: limits.asked },
    });
    return read(reply, (value) => rateIn(value, order.service));
  },

  async ship(account, order) {
    const prepared = prepare(order);
    if (!prepared.ok) return prepared;
    const reply = await send(client, account, {
      ...{ method: 'POST', path: '/ship/v1/shipments', body: shipRequest(account, order, prepared.value) },
      ...{ key: order.key, writes: true, limit: limits.buy, maxBytes: labelBytes },
    });
    return read(reply, (value) => shippedIn(value, order, [account.clientSecret, account.clientId]));
  },

  find: (account, order) => find(client, now, account, order),

  void: (account, label) => voidLabel(client, account, label),

  async track(account, trackingNos) {
    const parts = Array.from({ length: Math.ceil(trackingNos.length / maxNumbers) }, (_, place) =>
      trackingNos.slice(place * maxNumbers, (place + 1) * maxNumbers),
    );
    const answers = await each(parts, (part) => trackSome(client, account, part));
    const results = answers.flatMap((answer, place): readonly CarrierResult<Tracked>[] =>
      answer.ok ? answer.value : (parts[place] ?? []).map(() => answer),
    );
    return gathered(trackingNos, results);
  },

  async validateAddress(account, address) {
    const reply = await send(client, account, {
      ...{ method: 'POST', path: '/address/v1/addresses/resolve', body: addressRequest(address), limit: limits.asked },
    });
    return read(reply, (value) => done(validatedIn(value, address)));
  },

  async transitTime(account, order) {
    const reply = await send(client, account, {
      ...{ method: 'POST', path: '/availability/v1/transittimes', body: transitRequest(order), limit: limits.asked },
    });
    return read(reply, transitIn);
  },

  proofOfDelivery: (account, trackingNo) => proofOfDelivery(client, account, trackingNo),
  endOfDay: (account, day) => endOfDay(client, account, day),
});

async function voidLabel(
  client: Client,
  account: CarrierAccount,
  { leadTracking, key }: Parameters<CarrierApi['void']>[1],
): ReturnType<CarrierApi['void']> {
  const reply = await send(client, account, {
    ...{ method: 'PUT', path: '/ship/v1/shipments/cancel', key: `${key} void`, writes: true, limit: limits.buy },
    body: {
      accountNumber: { value: account.number },
      ...{ deletionControl: 'DELETE_ALL_PACKAGES', trackingNumber: leadTracking },
    },
  });
  if (!reply.ok && isGone(reply.failure.code)) return done({ voided: true });
  return read(reply, (value) => {
    const cancelled = text(at(value, 'output', 'cancelledShipment'));
    if (cancelled === 'true') return done({ voided: true });
    const why = firstText(at(value, 'output', 'message'), at(value, 'output', 'alerts', 'message'));
    return cancelled === null ? notUnderstood(true) : refuse('carriers.notVoided', why ?? 'FedEx does not void it.');
  });
}

async function proofOfDelivery(
  client: Client,
  account: CarrierAccount,
  trackingNo: string,
): ReturnType<CarrierApi['proofOfDelivery']> {
  const reply = await send(client, account, {
    ...{ method: 'POST', path: '/track/v1/trackingdocuments', limit: limits.read, maxBytes: labelBytes },
    body: {
      trackDocumentSpecification: [
        { trackingNumberInfo: { trackingNumber: trackingNo }, accountNumber: account.number },
      ],
      trackDocumentDetail: { documentType: 'SIGNATURE_PROOF_OF_DELIVERY', documentFormat: 'PDF' },
    },
  });
  return read(reply, (value) => {
    const found = documentsIn(at(value, 'output', 'documents'));
    return found ? done(found) : refuse('carriers.noProof', 'There is no proof of delivery.');
  });
}

async function endOfDay(
  client: Client,
  account: CarrierAccount,
  { shipDate }: Parameters<CarrierApi['endOfDay']>[1],
): ReturnType<CarrierApi['endOfDay']> {
  const reply = await send(client, account, {
    ...{ method: 'PUT', path: '/ship/v1/endofday/', writes: true, limit: limits.buy, maxBytes: labelBytes },
    body: {
      ...{ closeReqType: 'GCDR', groundServiceCategory: 'GROUND', closeDate: shipDate },
      accountNumber: { value: account.number },
      closeDocumentSpecification: { closeDocumentTypes: ['MANIFEST'] },
    },
  });
  return read(reply, (value) => {
    const output = at(value, 'output');
    if (output === undefined) return notUnderstood(true);
    const number = firstText(at(output, 'closeNumber'), at(output, 'manifestNumber'), at(output, 'fileName'));
    return done({ number, document: documentsIn(at(output, 'closeDocuments') ?? at(output, 'documents')) });
  });
}

/** Voiding a void shipment is a success. */
const isGone = (code: string): boolean => /DELETED|ALREADY.*(CANCEL|VOID)/i.test(code);

async function trackSome(
  client: Client,
  account: CarrierAccount,
  part: readonly string[],
): Promise<CarrierResult<readonly CarrierResult<Tracked>[]>> {
  const reply = await send(client, account, {
    ...{ method: 'POST', path: '/track/v1/trackingnumbers', limit: limits.read },
    body: {
      includeDetailedScans: true,
      trackingInfo: part.map((trackingNumber) => ({ trackingNumberInfo: { trackingNumber } })),
    },
  });
  return read(reply, (value) =>
    done(trackedIn(value, part).map((one) => ('error' in one ? refuse(one.error, one.error) : done(one)))),
  );
}

/**
 * What was made under a key, by tracking of the customer's reference. FedEx hands out a label once: what is found has none,
 * so that the caller can void it and buy again.
 */
async function find(
  client: Client,
  now: () => Date,
  account: CarrierAccount,
  order: ShipOrder,
): Promise<CarrierResult<Shipped | null>> {
  const reply = await send(client, account, {
    ...{ method: 'POST', path: '/track/v1/referencenumbers', limit: limits.read },
    body: {
      includeDetailedScans: true,
      referencesInformation: {
        ...{ type: 'CUSTOMER_REFERENCE', value: order.key, accountNumber: account.number },
        ...daysOf(order.shipDate, now()),
      },
    },
  });
  if (!reply.ok) return isNothing(reply.failure.code) ? done(null) : reply.failure;
  const { numbers, surplus, error } = numbersUnder(reply.reply);
  const [lead] = numbers;
  const many = order.packages.length;
  const more = [...numbers.slice(many), ...surplus];
  if (lead === undefined) return error ? { ...notUnderstood(false), code: error } : done(null);
  return done({
    leadTracking: lead,
    packages: numbers.slice(0, many).map((trackingNo, place) => ({
      ...{ seq: order.packages[place]?.seq ?? place + 1, trackingNo, label: null },
    })),
    charge: null,
    reply: keepable(reply.reply, [account.clientSecret, account.clientId]),
    ...(more.length > 0 ? { surplus: more } : {}),
  });
}

/** Unasked FedEx looks a month back; a day that is yet to come it refuses. */
function daysOf(shipDate: string, today: Date): { shipDateBegin?: string; shipDateEnd?: string } {
  const day = (time: number) => new Date(time).toISOString().slice(0, 10);
  const age = today.getTime() - Date.parse(`${shipDate}T12:00:00Z`);
  if (!(age > 25 * 86_400_000)) return {};
  const planned = today.getTime() - age;
  return { shipDateBegin: day(planned - 7 * 86_400_000), shipDateEnd: day(planned + 20 * 86_400_000) };
}
