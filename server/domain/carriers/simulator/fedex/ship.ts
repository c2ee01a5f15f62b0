import { at, list, text } from '../json.ts';
import { pdfOf, renderLabel } from '../label/render.ts';
import type { Package, Shipment } from '../model.ts';
import { isGround } from '../numbers.ts';
import { eventsAt, wasPickedUp } from '../tracking/story.ts';
import { daysOf } from '../tracking/view.ts';
import { dayOf, owns, type Call } from '../wire.ts';
import { netOf, shipmentRate, shipmentRating } from './charges.ts';
import { readShipment, refused, reply } from './common.ts';
import { services } from './services.ts';

export async function rate(call: Call): Promise<object> {
  const named = text(call.body, 'requestedShipment.serviceType');
  const abroad =
    text(call.body, 'requestedShipment.shipper.address.countryCode') !==
    text(call.body, 'requestedShipment.recipient.address.countryCode');
  const home = at(call.body, 'requestedShipment.recipient.address.residential') === true;
  const offered = Object.entries(services).filter(
    ([code, { scope }]) =>
      (scope === 'any' || (scope === 'abroad') === abroad) && (home || code !== 'GROUND_HOME_DELIVERY'),
  );
  const chosen = named ? [named] : offered.map(([code]) => code);
  const details = await Promise.all(
    chosen.map(async (code) => {
      const price = await call.world.price(readShipment(call, false, code));
      const facts = { serviceType: code, serviceName: services[code]?.name ?? '', packagingType: 'YOUR_PACKAGING' };
      return { ...facts, ratedShipmentDetails: [shipmentRate(price)] };
    }),
  );
  return reply(call, { alerts: [], rateReplyDetails: details, quoteDate: dayOf(call.world.now()), encoded: false });
}

export async function ship(call: Call): Promise<object> {
  const asked = readShipment(call, true);
  const shipment = call.world.make(asked, await call.world.price(asked));
  const ground = isGround(shipment.service);
  const trackingIdType = ground ? 'GROUND' : 'FEDEX';
  const [first] = shipment.packages;
  return reply(call, {
    transactionShipments: [
      {
        serviceType: shipment.service,
        shipDatestamp: shipment.shipDate,
        masterTrackingNumber: shipment.lead,
        serviceName: services[shipment.service]?.name ?? '',
        serviceCategory: ground ? 'GROUND' : 'EXPRESS',
        pieceResponses: await Promise.all(shipment.packages.map((of) => pieceOf(shipment, of))),
        completedShipmentDetail: {
          usDomestic: shipment.from.country === shipment.to.country,
          carrierCode: ground ? 'FDXG' : 'FDXE',
          masterTrackingId: { trackingIdType, formId: '0201', trackingNumber: shipment.lead },
          packagingDescription: 'YOUR_PACKAGING',
          shipmentRating: shipmentRating(shipment.price),
          completedPackageDetails: shipment.packages.map(({ seq, number }) => ({
            sequenceNumber: seq,
            trackingIds: [{ trackingIdType, formId: '0201', trackingNumber: number }],
            signatureOption:
              first?.piece.signature === 'none' ? 'SERVICE_DEFAULT' : first?.piece.signature.toUpperCase(),
          })),
        },
      },
    ],
    alerts: [],
  });
}

const docTypes = { pdf: 'PDF', png: 'PNG', gif: 'GIF', zpl: 'ZPLII', epl: 'EPL2' };

async function pieceOf(shipment: Shipment, of: Package): Promise<object> {
  const price = shipment.price.pieces[of.seq - 1] ?? { base: 0, billed: 0, extras: [] };
  const { baseCharge, netCharge } = netOf(price);
  const label = await renderLabel(shipment, of);
  return {
    masterTrackingNumber: shipment.lead,
    trackingNumber: of.number,
    packageSequenceNumber: of.seq,
    baseRateAmount: baseCharge,
    netRateAmount: netCharge,
    netChargeAmount: netCharge,
    netDiscountAmount: 0,
    currency: shipment.price.currency,
    customerReferences: of.piece.references.map((value) => ({ customerReferenceType: 'CUSTOMER_REFERENCE', value })),
    packageDocuments: [
      {
        contentType: 'LABEL',
        copiesToPrint: 1,
        docType: docTypes[shipment.label.image],
        encodedLabel: label.toString('base64'),
      },
    ],
  };
}

export function cancel(call: Call): object {
  const { body, world, brand, client } = call;
  const account = text(body, 'accountNumber.value');
  if (!/^\d{9}$/.test(account)) throw refused('ACCOUNT.NUMBER.INVALID', 'Invalid account number.');
  const number = text(body, 'trackingNumber');
  if (number === '') throw refused('TRACKINGNUMBER.REQUIRED', 'Tracking number is required.');
  const found = world.find(brand, number);
  if (!found || found.shipment.account !== account || !owns(client, account))
    throw refused('SHIPMENT.TRACKINGNUMBER.NOTFOUND', 'Unable to find the shipment for this tracking number.');
  const { shipment } = found;
  if (shipment.voidedAt !== null)
    throw refused('SHIPMENT.ALREADY.CANCELLED', 'The shipment has already been cancelled.');
  const scanned = wasPickedUp(eventsAt(shipment, daysOf(shipment), world.now()));
  if (scanned)
    throw refused('SHIPMENT.CANCEL.NOTALLOWED', 'The shipment is in the carrier system and cannot be cancelled.');
  if (shipment.closed !== null)
    throw refused('SHIPMENT.CLOSED', 'The shipment was closed for the day and cannot be cancelled.');
  world.change(shipment, { voidedAt: world.now() });
  return reply(call, { cancelledShipment: true, cancelledHistory: true, successMessage: 'Success', alerts: [] });
}

/** Ground shipments of a day are handed over as one; those of Express need no close. */
export async function endOfDay(call: Call): Promise<object> {
  const { body, world, client } = call;
  const account = text(body, 'accountNumber.value');
  if (!/^\d{9}$/.test(account) || !owns(client, account))
    throw refused('ACCOUNT.NUMBER.INVALID', 'Invalid account number.');
  const category = text(body, 'groundServiceCategory');
  if (category !== '' && category !== 'GROUND')
    throw refused('GROUNDSERVICECATEGORY.INVALID', 'The ground service category is invalid.');
  const day = text(body, 'closeDate') || dayOf(world.now());
  const taken = world.close(account, day);
  if (taken.length === 0) throw refused('GROUNDCLOSE.NOSHIPMENTS', 'There are no shipments to close.');
  const rows = taken.flatMap(({ packages, to }) =>
    packages.map(({ number, piece }) =>
      `${number}  ${piece.weight} ${piece.unit}  ${to.postalCode} ${to.city}`.slice(0, 70),
    ),
  );
  const asked = list(body, 'closeDocumentSpecification.closeDocumentTypes').map((each) => text(each));
  const manifest = asked.length === 0 || asked.includes('MANIFEST');
  const image = await pdfOf([`FEDEX GROUND MANIFEST ${day}`, `ACCOUNT ${account}`, `${rows.length} PACKAGES`, ...rows]);
  const part = { documentPartSequenceNumber: '1', image: image.toString('base64') };
  const documents = [
    { type: 'MANIFEST', shippingCycle: 'END_OF_DAY', resolution: 203, copiesToPrint: 1, parts: [part] },
  ];
  return reply(call, { closeDocuments: manifest ? documents : [], alerts: [] });
}
