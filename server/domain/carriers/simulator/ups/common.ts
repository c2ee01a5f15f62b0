import { at, list, number, text } from '../json.ts';
import type { Asked, Image, Party, Piece } from '../model.ts';
import { Refusal } from '../model.ts';
import { dayOf, isImage, owns, Problems, stockOf, type Call } from '../wire.ts';
import { services } from './services.ts';

/** The head of every answer, which repeats the reference of the request. */
export const head = (body: unknown, wrapper: string) => ({
  ResponseStatus: { Code: '1', Description: 'Success' },
  TransactionReference: {
    CustomerContext: text(body, `${wrapper}.Request.TransactionReference.CustomerContext`) || 'none',
  },
});

/** A rate or ship request, checked as the documents have it; refused with every mistake at once. */
export function readShipment(call: Call, wrapper: 'ShipmentRequest' | 'RateRequest', chosen?: string): Asked {
  const shipment = at(call.body, `${wrapper}.Shipment`);
  if (typeof shipment !== 'object' || shipment === null)
    throw new Refusal(400, [
      { code: '9380206', message: 'The request is not well-formed or the operation is not defined.' },
    ]);
  const problems = new Problems();
  const buys = wrapper === 'ShipmentRequest';
  const shipper = readParty(problems, shipment, 'Shipper', buys);
  const to = readParty(problems, shipment, 'ShipTo', buys);
  const from = at(shipment, 'ShipFrom') ? readParty(problems, shipment, 'ShipFrom', buys) : shipper;
  const account = text(shipment, 'Shipper.ShipperNumber');
  problems.unless(
    /^[A-Z0-9]{6}$/i.test(account) || (!buys && account === ''),
    '120100',
    'Missing or invalid shipper number',
  );
  problems.unless(
    account === '' || owns(call.client, account),
    '120102',
    'The shipper number is not authorised for this user',
  );
  const service = chosen ?? text(shipment, 'Service.Code');
  const abroad = to.country !== from.country && !(from.country === 'US' && to.country === 'PR');
  const scope = services[service]?.scope;
  problems.unless(scope !== undefined, '111100', 'The requested service is invalid from the selected origin.');
  problems.unless(
    scope === undefined || abroad === (scope === 'abroad'),
    ...(['111210', 'The requested service is unavailable between the selected locations.'] as const),
  );
  if (buys) checkPayment(problems, shipment);
  if (buys && abroad) checkAbroad(problems, shipment);
  const pieces = list(shipment, 'Package').map((each) => readPiece(problems, each, shipment, buys));
  problems.unless(pieces.length > 0 && pieces.length <= 200, '120600', 'Missing or invalid packages');
  const day = text(shipment, 'ShipmentDate');
  problems.unless(day === '' || /^\d{8}$/.test(day), '120704', 'Invalid shipment date, expected YYYYMMDD');
  const label = buys
    ? readLabel(problems, call.body)
    : { image: 'gif' as const, stock: '4x6' as const, dpi: 203 as const };
  problems.refuse();
  return {
    ...{
      brand: 'ups',
      account,
      service,
      serviceName: services[service]?.name ?? '',
      from,
      to,
      pieces,
      label,
      currency: 'USD',
    },
    shipDate: day ? day.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3') : dayOf(call.world.now()),
    references: referencesIn(problems, shipment),
  };
}

function readParty(
  problems: Problems,
  shipment: unknown,
  role: 'Shipper' | 'ShipTo' | 'ShipFrom',
  buys: boolean,
): Party {
  const code = { Shipper: '1201', ShipTo: '1202', ShipFrom: '1203' }[role];
  const own = (path: string) => text(shipment, `${role}.${path}`);
  const lines = list(shipment, `${role}.Address.AddressLine`).map((line) => text(line));
  const country = own('Address.CountryCode');
  const postal = own('Address.PostalCode');
  problems.unless(!buys || within(own('Name'), 1, 35), `${code}01`, `Missing or invalid ${role} name`);
  problems.unless(!buys || within(lines[0] ?? '', 1, 35), `${code}02`, `Missing or invalid ${role} address line 1`);
  problems.unless(
    lines.length <= 3 && lines.every((line) => line.length <= 35),
    `${code}03`,
    `Invalid ${role} address lines`,
  );
  problems.unless(within(own('Address.City'), buys ? 1 : 0, 30), `${code}05`, `Missing or invalid ${role} city`);
  problems.unless(/^[A-Z]{2}$/.test(country), `${code}08`, `Missing or invalid ${role} country code`);
  const stated = country !== 'US' && country !== 'CA' ? true : /^[A-Z]{2}$/.test(own('Address.StateProvinceCode'));
  problems.unless(!buys || stated, `${code}06`, `Missing or invalid ${role} state or province code`);
  const shapes: Readonly<Record<string, RegExp>> = {
    US: /^\d{5}(-?\d{4})?$/,
    PR: /^\d{5}(-?\d{4})?$/,
    CA: /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/i,
  };
  problems.unless((shapes[country] ?? /^.{0,9}$/).test(postal), `${code}07`, `Missing or invalid ${role} postal code`);
  return {
    name: own('AttentionName') || own('Name'),
    company: own('Name'),
    ...{ lines, city: own('Address.City'), state: own('Address.StateProvinceCode'), postalCode: postal, country },
    // An empty tag whose being there means yes.
    residential: at(shipment, `${role}.Address.ResidentialAddressIndicator`) !== undefined,
  };
}

function checkPayment(problems: Problems, shipment: unknown): void {
  const [charge] = list(shipment, 'PaymentInformation.ShipmentCharge');
  problems.unless(text(charge, 'Type') === '01', '120400', 'Missing or invalid payment information');
  const payers = ['BillShipper.AccountNumber', 'BillReceiver.AccountNumber', 'BillThirdParty.AccountNumber'];
  const paid =
    payers.some((payer) => text(charge, payer) !== '') || at(charge, 'ConsigneeBilledIndicator') !== undefined;
  problems.unless(paid, '120401', 'Missing or invalid billing account');
}

function checkAbroad(problems: Problems, shipment: unknown): void {
  problems.unless(within(text(shipment, 'Description'), 1, 50), '120701', 'Missing shipment description');
  problems.unless(text(shipment, 'ShipTo.AttentionName') !== '', '120204', 'Missing ShipTo attention name');
  problems.unless(text(shipment, 'ShipTo.Phone.Number') !== '', '120213', 'Missing or invalid ShipTo phone number');
}

/** The most that a package may weigh and measure, in pounds and inches. */
const most = { weight: 150, side: 108, around: 165 };

function readPiece(problems: Problems, each: unknown, shipment: unknown, buys: boolean): Piece {
  const packaging = text(each, buys ? 'Packaging.Code' : 'PackagingType.Code') || text(each, 'Packaging.Code');
  problems.unless(/^\d\d$/.test(packaging), '120601', 'Missing or invalid packaging type');
  const unit = text(each, 'PackageWeight.UnitOfMeasurement.Code') === 'KGS' ? 'KG' : 'LB';
  const weight = number(each, 'PackageWeight.Weight');
  problems.unless(weight > 0, '120602', 'Missing or invalid package weight');
  problems.unless(
    !(weight * (unit === 'KG' ? 2.20462 : 1) > most.weight),
    ...(['111035', 'The maximum per package weight for the selected service is 150.00 pounds.'] as const),
  );
  const given = ['Length', 'Width', 'Height'].map((side) => number(each, `Dimensions.${side}`));
  const told = at(each, 'Dimensions') !== undefined;
  problems.unless(!told || given.every((side) => side > 0), '120604', 'Missing or invalid package dimensions');
  const [length = 0, width = 0, height = 0] = given.toSorted((a, b) => b - a);
  const inch = text(each, 'Dimensions.UnitOfMeasurement.Code') === 'CM' ? 1 / 2.54 : 1;
  const fits = length * inch <= most.side && (length + 2 * width + 2 * height) * inch <= most.around;
  problems.unless(
    !told || fits || given.some(Number.isNaN),
    '111050',
    'Packages exceed the maximum size total constraint of 165 inches.',
  );
  const confirm = text(each, 'PackageServiceOptions.DeliveryConfirmation.DCISType');
  problems.unless(['', '2', '3'].includes(confirm), '120941', 'Invalid delivery confirmation type of the package');
  const whole = text(shipment, 'ShipmentServiceOptions.DeliveryConfirmation.DCISType');
  const signed: Readonly<Record<string, Piece['signature']>> = { '2': 'direct', '3': 'adult' };
  return {
    ...{ weight, unit, sides: told ? [length, width, height] : null },
    declared: number(each, 'PackageServiceOptions.DeclaredValue.MonetaryValue') || 0,
    signature: signed[confirm] ?? ({ '1': 'direct', '2': 'adult' } as const)[whole] ?? 'none',
    references: referencesIn(problems, each),
  };
}

function referencesIn(problems: Problems, of: unknown): string[] {
  const found = list(of, 'ReferenceNumber').map((each) => text(each, 'Value'));
  problems.unless(
    found.every((value) => within(value, 1, 35)) && found.length <= 5,
    '120802',
    'Invalid reference number',
  );
  return found;
}

function readLabel(problems: Problems, body: unknown): Asked['label'] {
  const path = 'ShipmentRequest.LabelSpecification';
  const format = text(body, `${path}.LabelImageFormat.Code`).toLowerCase();
  problems.unless(
    ['gif', 'png', 'zpl', 'epl', 'spl'].includes(format),
    '120806',
    'Missing or invalid label image format',
  );
  const height = text(body, `${path}.LabelStockSize.Height`);
  const width = text(body, `${path}.LabelStockSize.Width`);
  const scaled = format === 'gif' || format === 'png';
  const fits = width === '4' && (height === '6' || (height === '8' && !scaled));
  problems.unless(fits || (scaled && height === ''), '120807', 'Missing or invalid label stock size');
  const image: Image = isImage(format) ? format : 'gif';
  return { image, stock: stockOf(height), dpi: 203 };
}

const within = (value: string, least: number, greatest: number): boolean =>
  value.length >= least && value.length <= greatest;
