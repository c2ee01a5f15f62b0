import { Refusal } from '../model.ts';
import { pdfOf } from '../label/render.ts';
import { localTime, offsetText } from '../tracking/places.ts';
import type { Place, Visible, What } from '../tracking/story.ts';
import { viewOf, type View } from '../tracking/view.ts';
import { compact, type Call } from '../wire.ts';
import { referencesOf } from '../world.ts';

interface Status {
  readonly type: string;
  readonly code: string;
  readonly statusCode: string;
  readonly description: string;
}

const status = (type: string, code: string, statusCode: string, description: string): Status => ({
  ...{ type, code, statusCode, description },
});

/** Types, codes and three-digit status codes as the carrier's tables have them. */
export const statuses: Readonly<Record<What, Status>> = {
  labelMade: status('M', 'MP', '003', 'Shipper created a label, UPS has not received the package yet. '),
  pickedUp: status('I', 'OR', '005', 'Origin Scan'),
  departed: status('I', 'DP', '005', 'Departed from Facility'),
  arrived: status('I', 'AR', '005', 'Arrived at Facility'),
  customs: status('X', 'CC', '012', 'Your package is being processed for clearance.'),
  cleared: status('I', 'YP', '014', 'Your package has cleared customs.'),
  delayed: status('X', 'U2', '013', 'Severe weather conditions have delayed delivery.'),
  badAddress: status('X', 'A1', '013', 'The address is incorrect or incomplete. We are working to update it.'),
  readdressed: status('X', 'A3', '005', 'The address has been corrected. Delivery is rescheduled.'),
  outForDelivery: status('I', 'OT', '021', 'Out For Delivery Today'),
  attempted: status('X', '48', '022', 'The receiver was not available for delivery. We will make a second attempt.'),
  held: status('X', 'HL', '019', 'The package is on hold.'),
  ready: status('I', '2Q', '017', 'Held for customer pickup'),
  delivered: status('D', 'KB', '011', 'DELIVERED '),
  undone: status('X', 'DJ', '013', 'The delivery was reported in error. The package is still on its way.'),
  returning: status('X', 'RS', '034', 'Returning to Sender'),
  returned: status('D', 'KM', '034', 'Returned to shipper'),
  voided: status('MV', 'VP', '007', 'Shipment voided'),
};

export async function track({ world, brand, open, query }: Call): Promise<object> {
  const asked = decodeURIComponent(open[0] ?? '');
  const found = world.find(brand, asked);
  if (!/^[A-Z0-9 ]{7,34}$/i.test(asked))
    throw new Refusal(400, [{ code: 'TV1002', message: 'Invalid inquiry number' }]);
  // Unknown numbers are a warning in an answer, not an error.
  if (!found) return unknown(asked);
  const { shipment } = found;
  const rest = shipment.packages.filter((each) => each !== found.of);
  const shown = found.of.number === shipment.lead ? [found.of, ...rest] : [found.of];
  const views = shown.map((of) => viewOf(shipment, of, world.now()));
  const pod = query.get('returnPOD') === 'true' ? await proofOf(views[0]) : null;
  return answerOf(asked, views, pod);
}

export function trackReference({ world, brand, open, query }: Call): object {
  const asked = decodeURIComponent(open[0] ?? '');
  const [from, to] = [query.get('fromPickUpDate') ?? '', query.get('toPickUpDate') ?? '99999999'];
  const found = world
    .under(brand, asked, query.get('shipperNum'))
    .filter(({ shipDate }) => compact(shipDate) >= from && compact(shipDate) <= to);
  if (found.length === 0) return unknown(asked);
  return {
    trackResponse: {
      shipment: found.map((shipment) => {
        const views = shipment.packages.map((of) => viewOf(shipment, of, world.now()));
        return { inquiryNumber: asked, package: views.map((view) => packageOf(view, null)) };
      }),
    },
  };
}

const unknown = (asked: string): object => ({
  trackResponse: {
    shipment: [{ inquiryNumber: asked, warnings: [{ code: 'TW0001', message: 'Tracking Information Not Found' }] }],
  },
});

const answerOf = (asked: string, views: readonly View[], pod: string | null): object => ({
  trackResponse: {
    shipment: [{ inquiryNumber: asked, package: views.map((view) => packageOf(view, pod)), userRelation: ['SHIPPER'] }],
  },
});

function packageOf(view: View, pod: string | null): object {
  const { shipment, of, events, promised, delivered } = view;
  const now = events.at(-1);
  const shown = now ? statuses[now.what] : statuses.labelMade;
  const { description, ...codes } = shown;
  const day = delivered ? stampOf(delivered).date : compact(localTime(promised, now?.offset ?? 0).slice(0, 10));
  return {
    trackingNumber: of.number,
    deliveryDate: [{ type: delivered ? 'DEL' : 'SDD', date: day }],
    deliveryTime: delivered ? { type: 'DEL', endTime: stampOf(delivered).time } : { type: 'EOD', endTime: '230000' },
    activity: events.toReversed().map(activityOf),
    currentStatus: { description, simplifiedTextDescription: description.trim(), ...codes },
    packageAddress: [
      { type: 'ORIGIN', address: placeOf(shipment.from) },
      { type: 'DESTINATION', address: placeOf(shipment.to) },
    ],
    weight: { unitOfMeasurement: `${of.piece.unit}S`, weight: of.piece.weight.toFixed(2) },
    service: { code: shipment.service, levelCode: shipment.service, description: shipment.serviceName },
    referenceNumber: referencesOf(shipment).map((value) => ({ type: 'SHIPMENT', number: value })),
    ...(delivered
      ? {
          deliveryInformation: {
            location: 'FRONT DOOR',
            receivedBy: 'BYRON',
            ...(pod ? { pod: { content: pod } } : {}),
          },
        }
      : {}),
    packageCount: shipment.packages.length,
  };
}

const placeOf = ({ city, state, postalCode, country }: Place) => ({
  ...{ city: city.toUpperCase(), stateProvince: state, postalCode, countryCode: country, country },
});

/** An event, with the time of its place and of Greenwich. A label is made nowhere in particular. */
export function activityOf(event: Visible): object {
  const { at, offset, place, what } = event;
  const [gmtDate, gmtTime] = [localTime(at, 0).slice(0, 10), localTime(at, 0).slice(11)];
  const nowhere = what === 'labelMade' || what === 'voided';
  const address = nowhere ? { countryCode: place.country, country: place.country } : placeOf(place);
  return {
    location: { address, ...(nowhere ? {} : { slic: place.postalCode.slice(0, 4) }) },
    status: { ...statuses[what], simplifiedTextDescription: '' },
    ...stampOf(event),
    ...{ gmtDate: compact(gmtDate), gmtOffset: offsetText(offset), gmtTime },
  };
}

function stampOf({ at, offset }: Visible): { date: string; time: string } {
  const local = localTime(at, offset);
  return { date: compact(local.slice(0, 10)), time: local.slice(11).replaceAll(':', '') };
}

async function proofOf(view: View | undefined): Promise<string | null> {
  if (!view?.delivered) return null;
  const { shipment, of, delivered } = view;
  const { date, time } = stampOf(delivered);
  const lines = ['Proof of Delivery', `Tracking Number ${of.number}`, `Service ${shipment.serviceName}`];
  const end = [
    `Delivered On ${date} ${time}`,
    `Delivered To ${delivered.place.city} ${delivered.place.state}`,
    'Received By BYRON',
  ];
  return (await pdfOf([...lines, ...end])).toString('base64');
}
