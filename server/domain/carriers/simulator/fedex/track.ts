import { list, text } from '../json.ts';
import { pdfOf } from '../label/render.ts';
import { isGround } from '../numbers.ts';
import { localTime, offsetText } from '../tracking/places.ts';
import type { Place, Visible, What } from '../tracking/story.ts';
import { viewOf, type View } from '../tracking/view.ts';
import type { Call } from '../wire.ts';
import { refused, reply } from './common.ts';

interface Scan {
  readonly type: string;
  readonly derived: string;
  readonly status: string;
  readonly text: string;
  /** A code and words of an exception. */
  readonly exception?: readonly [string, string];
}

const scan = (type: string, derived: string, status: string, words: string, exception?: Scan['exception']): Scan => ({
  ...{ type, derived, status, text: words, ...(exception ? { exception } : {}) },
});

/** Types of scans as the carrier's tables have them. */
export const scans: Readonly<Record<What, Scan>> = {
  labelMade: scan('OC', 'IN', 'Initiated', 'Shipment information sent to FedEx'),
  pickedUp: scan('PU', 'PU', 'Picked up', 'Picked up'),
  departed: scan('DP', 'IT', 'In transit', 'Left FedEx origin facility'),
  arrived: scan('AR', 'IT', 'In transit', 'Arrived at FedEx location'),
  customs: scan('CD', 'CD', 'Clearance Delay', 'Clearance delay - Import', ['07', 'Clearance delay']),
  cleared: scan('CC', 'IT', 'In transit', 'International shipment release - Import'),
  delayed: scan('DY', 'DY', 'Delay', 'Delay', ['17', 'A request was made to change this shipment delivery date']),
  badAddress: scan('DE', 'DE', 'Delivery exception', 'Delivery exception', ['03', 'Incorrect address']),
  readdressed: scan('SE', 'SE', 'Shipment exception', 'Shipment exception', ['71', 'Address corrected']),
  outForDelivery: scan('OD', 'OD', 'Out for delivery', 'On FedEx vehicle for delivery'),
  attempted: scan('DE', 'DE', 'Delivery exception', 'Delivery exception', [
    '08',
    'Customer not available or business closed',
  ]),
  held: scan('HL', 'HL', 'Hold at location', 'Hold at location'),
  ready: scan('HP', 'HP', 'Ready for recipient pickup', 'Ready for recipient pickup'),
  delivered: scan('DL', 'DL', 'Delivered', 'Delivered'),
  undone: scan('SE', 'SE', 'Shipment exception', 'Delivery was reported in error', ['29', 'Delivery status corrected']),
  returning: scan('RS', 'RS', 'Returning package to shipper', 'Returning package to shipper'),
  returned: scan('DL', 'DL', 'Delivered', 'Returned to shipper'),
  voided: scan('CA', 'CA', 'Shipment Cancelled', 'Shipment cancelled by sender'),
};

/** Numbers that one request may ask about. */
const maxNumbers = 30;

export function track(call: Call): object {
  const asked = list(call.body, 'trackingInfo').map((each) => text(each, 'trackingNumberInfo.trackingNumber'));
  if (asked.length === 0 || asked.some((each) => each === ''))
    throw refused('TRACKING.TRACKINGNUMBER.EMPTY', 'Please provide tracking number.');
  if (asked.length > maxNumbers)
    throw refused('TRACKING.TRACKINGNUMBER.EXCEEDED', 'The limit of tracking numbers was exceeded.');
  const results = asked.map((trackingNumber) => {
    const found = call.world.find(call.brand, trackingNumber);
    const trackResults = found
      ? [resultOf(viewOf(found.shipment, found.of, call.world.now()))]
      : [unknown(trackingNumber, 'TRACKING.TRACKINGNUMBER.NOTFOUND', 'Tracking number cannot be found.')];
    return { trackingNumber, trackResults };
  });
  return reply(call, { completeTrackResults: results });
}

export function trackReference(call: Call): object {
  const value = text(call.body, 'referencesInformation.value');
  if (value === '') throw refused('TRACKING.REFERENCEVALUE.EMPTY', 'Please provide a valid reference value.');
  const account = text(call.body, 'referencesInformation.accountNumber') || null;
  const [from, to] = ['Begin', 'End'].map((end) => text(call.body, `referencesInformation.shipDate${end}`));
  const found = call.world
    .under(call.brand, value, account)
    .filter(({ shipDate }) => shipDate >= (from ?? '') && (!to || shipDate <= to));
  const views = found.flatMap((shipment) => shipment.packages.map((of) => viewOf(shipment, of, call.world.now())));
  if (views.length === 0) throw refused('TRACKING.REFERENCENUMBER.NOTFOUND', 'Reference number cannot be found.', 404);
  return reply(call, {
    completeTrackResults: views.map((view) => ({ trackingNumber: view.of.number, trackResults: [resultOf(view)] })),
  });
}

export async function documents(call: Call): Promise<object> {
  const documentType = text(call.body, 'trackDocumentDetail.documentType');
  if (documentType !== 'SIGNATURE_PROOF_OF_DELIVERY')
    throw refused('TRACKING.DOCUMENTTYPE.INVALID', 'Invalid document type.');
  const asked = list(call.body, 'trackDocumentSpecification').map((each) =>
    text(each, 'trackingNumberInfo.trackingNumber'),
  );
  const made = await Promise.all(
    asked.map(async (trackingNumber) => {
      const found = call.world.find(call.brand, trackingNumber);
      const view = found && viewOf(found.shipment, found.of, call.world.now());
      if (!view?.delivered) throw refused('TRACKING.DOCUMENT.NOTFOUND', 'The document is not available.', 404);
      const { at, offset, place } = view.delivered;
      const words = [
        `Tracking number ${trackingNumber}`,
        `Delivered ${localTime(at, offset)}`,
        `${place.city} ${place.state}`,
      ];
      return (await pdfOf(['Signature proof of delivery', ...words, 'Signed for by A.BYRON'])).toString('base64');
    }),
  );
  return reply(call, { documentType, documentFormat: 'PDF', documents: made, localization: { languageCode: 'en' } });
}

const unknown = (trackingNumber: string, code: string, message: string): object => ({
  trackingNumberInfo: { trackingNumber, trackingNumberUniqueId: '', carrierCode: '' },
  error: { code, message },
});

const placeOf = ({ city, state, postalCode, country }: Place) => ({
  ...{ city: city.toUpperCase(), stateOrProvinceCode: state, postalCode, countryCode: country, residential: false },
});

const momentOf = ({ at, offset }: Pick<Visible, 'at' | 'offset'>): string => localTime(at, offset) + offsetText(offset);

export function resultOf(view: View): object {
  const { shipment, of, events, promised, delivered } = view;
  const last = events.at(-1);
  const shown = scans[last?.what ?? 'labelMade'];
  const picked = events.find(({ what }) => what === 'pickedUp');
  const times = [
    ...(delivered ? [{ type: 'ACTUAL_DELIVERY', dateTime: momentOf(delivered) }] : []),
    ...(picked ? [{ type: 'ACTUAL_PICKUP', dateTime: momentOf(picked) }] : []),
    { type: 'SHIP', dateTime: `${shipment.shipDate}T00:00:00-06:00` },
    { type: 'ESTIMATED_DELIVERY', dateTime: momentOf({ at: promised, offset: last?.offset ?? 0 }) },
  ];
  const [reason, reasonDescription] = shown.exception ?? [];
  const location = (party: Place) => ({ locationContactAndAddress: { address: placeOf(party) } });
  return {
    trackingNumberInfo: {
      trackingNumber: of.number,
      trackingNumberUniqueId: `${shipment.id}~${of.number}~FDEG`,
      carrierCode: isGround(shipment.service) ? 'FDXG' : 'FDXE',
    },
    additionalTrackingInfo: {
      nickname: '',
      packageIdentifiers: of.piece.references.map((value) => ({ type: 'CUSTOMER_REFERENCE', values: [value] })),
      hasAssociatedShipments: shipment.packages.length > 1,
    },
    serviceDetail: { type: shipment.service, description: shipment.serviceName, shortDescription: 'FG' },
    latestStatusDetail: {
      ...{ code: shown.type, derivedCode: shown.derived, statusByLocale: shown.status, description: shown.text },
      ...(last ? { scanLocation: placeOf(last.place) } : {}),
      ...(reason ? { ancillaryDetails: [{ reason, reasonDescription }] } : {}),
      ...(shown.type === 'DY' ? { delayDetail: { status: 'DELAYED', type: 'WEATHER' } } : {}),
    },
    scanEvents: events.toReversed().map(scanOf),
    dateAndTimes: times,
    deliveryDetails: delivered
      ? { receivedByName: 'A.BYRON', signedByName: 'A.BYRON', deliveryAttempts: '1' }
      : { deliveryAttempts: '0' },
    packageDetails: { sequenceNumber: String(of.seq), count: String(shipment.packages.length) },
    shipperInformation: { address: placeOf(shipment.from) },
    recipientInformation: { address: placeOf(shipment.to) },
    originLocation: location(shipment.from),
    destinationLocation: location(shipment.to),
    availableImages: delivered ? [{ type: 'SIGNATURE_PROOF_OF_DELIVERY' }] : [],
  };
}

export function scanOf(event: Visible): object {
  const { type, derived, status, text: words, exception } = scans[event.what];
  return {
    ...{ date: momentOf(event), eventType: type, eventDescription: words },
    ...{ exceptionCode: exception?.[0] ?? '', exceptionDescription: exception?.[1] ?? '' },
    ...{ derivedStatusCode: derived, derivedStatus: status },
    scanLocation: placeOf(event.place),
    locationType: event.what === 'delivered' ? 'DELIVERY_LOCATION' : 'FEDEX_FACILITY',
  };
}
