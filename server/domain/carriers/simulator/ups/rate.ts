import { at, text } from '../json.ts';
import { Refusal } from '../model.ts';
import type { Call } from '../wire.ts';
import { billedOf, chargesOf, negotiatedOf, pieceCharges, published } from './charges.ts';
import { head, readShipment } from './common.ts';
import { services } from './services.ts';

const options = ['rate', 'shop', 'ratetimeintransit', 'shoptimeintransit'];

export async function rate(call: Call): Promise<object> {
  const option = (call.open[0] ?? '').toLowerCase();
  if (!options.includes(option)) throw new Refusal(400, [{ code: '110002', message: 'Invalid request option' }]);
  const shop = option.startsWith('shop');
  const abroad =
    text(call.body, 'RateRequest.Shipment.ShipTo.Address.CountryCode') !==
    text(call.body, 'RateRequest.Shipment.Shipper.Address.CountryCode');
  const offered = Object.keys(services).filter((code) => (services[code]?.scope === 'abroad') === abroad);
  const chosen = shop ? offered.toSorted() : [text(call.body, 'RateRequest.Shipment.Service.Code') || '03'];
  const rated = await Promise.all(chosen.map((code) => rateOne(call, code)));
  return { RateResponse: { Response: head(call.body, 'RateRequest'), RatedShipment: rated } };
}

async function rateOne(call: Call, code: string): Promise<object> {
  const asked = readShipment(call, 'RateRequest', code);
  const price = await call.world.price(asked);
  const negotiated = at(call.body, 'RateRequest.Shipment.ShipmentRatingOptions.NegotiatedRatesIndicator') !== undefined;
  const { base, ItemizedCharges, TotalCharge } = negotiatedOf(price);
  const weight = billedOf({ price });
  const unit = weight.UnitOfMeasurement;
  return {
    Service: { Code: code, Description: services[code]?.name ?? '' },
    Zone: price.zone,
    RatedShipmentAlert: [{ Code: '110971', Description: 'Your invoice may vary from the displayed reference rates' }],
    RatingMethod: '01',
    BillableWeightCalculationMethod: '02',
    BillingWeight: weight,
    ...chargesOf(price, published),
    ...(negotiated ? { NegotiatedRateCharges: { BaseServiceCharge: [base], ItemizedCharges, TotalCharge } } : {}),
    RatedPackage: price.pieces.map((piece, place) => ({
      ...pieceCharges(price, piece),
      Weight: String(asked.pieces[place]?.weight ?? 0),
      BillingWeight: { UnitOfMeasurement: unit, Weight: piece.billed.toFixed(1) },
    })),
    GuaranteedDelivery: { BusinessDaysInTransit: String(services[code]?.days ?? 4), DeliveryByTime: '' },
  };
}
