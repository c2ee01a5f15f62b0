import { at, list, text } from '../json.ts';
import { renderLabel } from '../label/render.ts';
import { Refusal, type Package, type Shipment } from '../model.ts';
import { eventsAt, wasPickedUp } from '../tracking/story.ts';
import { daysOf } from '../tracking/view.ts';
import type { Call } from '../wire.ts';
import { billedOf, chargesOf, negotiatedOf, pieceCharges, published } from './charges.ts';
import { head, readShipment } from './common.ts';

export async function ship(call: Call): Promise<object> {
  const asked = readShipment(call, 'ShipmentRequest');
  const shipment = call.world.make(asked, await call.world.price(asked));
  const negotiated =
    at(call.body, 'ShipmentRequest.Shipment.ShipmentRatingOptions.NegotiatedRatesIndicator') !== undefined;
  const { ItemizedCharges, TotalCharge } = negotiatedOf(shipment.price);
  const weight = billedOf(shipment);
  return {
    ShipmentResponse: {
      Response: head(call.body, 'ShipmentRequest'),
      ShipmentResults: {
        ShipmentCharges: chargesOf(shipment.price, published),
        ...(negotiated ? { NegotiatedRateCharges: { ItemizedCharges, TotalCharge } } : {}),
        RatingMethod: '01',
        BillableWeightCalculationMethod: '02',
        BillingWeight: weight,
        ShipmentIdentificationNumber: shipment.lead,
        PackageResults: await Promise.all(
          shipment.packages.map(async (of, place) => ({
            TrackingNumber: of.number,
            ...pieceCharges(shipment.price, shipment.price.pieces[place] ?? { base: 0, billed: 0, extras: [] }),
            ShippingLabel: await labelOf(shipment, of),
          })),
        ),
      },
    },
  };
}

async function labelOf(shipment: Shipment, of: Package): Promise<object> {
  const { image } = shipment.label;
  const bytes = await renderLabel(shipment, of);
  return {
    ImageFormat: { Code: image.toUpperCase(), Description: image.toUpperCase() },
    GraphicImage: bytes.toString('base64'),
  };
}

/** Days within which a shipment that was never scanned can be voided. */
const voidDays = 90;

export function voidShipment({ world, brand, open, query, client, body }: Call): object {
  const found = world.find(brand, open[0] ?? '');
  const own = found && (!client.accounts || client.accounts.includes(found.shipment.account));
  if (!found || !own || found.of.number !== found.shipment.lead)
    throw refused('190102', 'No shipment found within the allowed void period');
  const { shipment } = found;
  const named = (query.get('trackingnumber') ?? '').split(',').filter(Boolean);
  if (named.some((number) => !shipment.packages.some((each) => each.number === number)))
    throw refused('190108', 'The tracking number does not belong to the shipment');
  if (shipment.voidedAt !== null) throw refused('190117', 'The shipment has already been voided');
  if (wasPickedUp(eventsAt(shipment, daysOf(shipment), world.now())))
    throw refused('190101', 'The shipment cannot be voided, it is in the carrier system');
  if (world.now() - shipment.madeAt > voidDays * 86_400_000) throw refused('190109', 'Time for voiding has expired');
  world.change(shipment, { voidedAt: world.now() });
  const status = { Code: '1', Description: 'Voided' };
  return {
    VoidShipmentResponse: {
      Response: head(body, 'VoidShipmentRequest'),
      SummaryResult: { Status: status },
      PackageLevelResults: shipment.packages.map(({ number }) => ({ TrackingNumber: number, Status: status })),
    },
  };
}

/** Returns labels of existing shipments by number or reference, without buying again. */
export async function recover({ world, brand, body }: Call): Promise<object> {
  const asked = at(body, 'LabelRecoveryRequest');
  const numbers = [...list(asked, 'TrackingNumbers'), ...list(asked, 'TrackingNumber')]
    .map((each) => text(each))
    .filter(Boolean);
  const reference = text(asked, 'ReferenceValues.ReferenceNumber.Value');
  if (numbers.length === 0 && reference === '') throw refused('300100', 'Missing or invalid tracking number');
  const shipper = text(asked, 'ReferenceValues.ShipperNumber');
  const under = numbers.length === 0 ? world.under(brand, reference, shipper || null) : [];
  const latest = under.find((each) => each.voidedAt === null);
  const found = latest
    ? latest.packages.map((of) => ({ shipment: latest, of }))
    : numbers.flatMap((each) => {
        const one = world.find(brand, each);
        // The number of a shipment covers all its packages.
        return one && one.of.number === one.shipment.lead
          ? one.shipment.packages.map((of) => ({ shipment: one.shipment, of }))
          : (one ?? []);
      });
  const kept = found.filter(({ shipment }) => shipment.voidedAt === null);
  const [first] = kept;
  if (!first) throw refused('300103', 'No shipment found for the given criteria');
  return {
    LabelRecoveryResponse: {
      Response: head(body, 'LabelRecoveryRequest'),
      ShipmentIdentificationNumber: first.shipment.lead,
      LabelResults: await Promise.all(
        kept.map(async ({ shipment, of }) => ({
          TrackingNumber: of.number,
          LabelImage: {
            LabelImageFormat: { Code: shipment.label.image.toUpperCase() },
            GraphicImage: (await renderLabel(shipment, of)).toString('base64'),
          },
        })),
      ),
    },
  };
}

const refused = (code: string, message: string): Refusal => new Refusal(400, [{ code, message }]);
