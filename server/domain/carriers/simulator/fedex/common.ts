import { randomUUID } from 'node:crypto';
import { at, list, number, text } from '../json.ts';
import { Refusal, type Asked, type Image, type Party, type Piece, type Stock } from '../model.ts';
import { dayOf, owns, Problems, type Call } from '../wire.ts';
import { services } from './services.ts';

/** The envelope of every answer. */
export const reply = ({ headers }: Call, output: object): object => ({
  transactionId: randomUUID(),
  ...(headers['x-customer-transaction-id'] ? { customerTransactionId: headers['x-customer-transaction-id'] } : {}),
  output,
});

export const refused = (code: string, message: string, status = 400): Refusal =>
  new Refusal(status, [{ code, message }]);

/** A rate or ship request, checked; refused with every mistake at once. */
export function readShipment(call: Call, buys: boolean, chosen?: string): Asked {
  const shipment = at(call.body, 'requestedShipment');
  if (typeof shipment !== 'object' || shipment === null)
    throw refused('REQUESTEDSHIPMENT.REQUIRED', 'requestedShipment is required.');
  const problems = new Problems();
  const account = text(call.body, 'accountNumber.value');
  problems.unless(/^\d{9}$/.test(account), 'ACCOUNT.NUMBER.INVALID', 'Invalid account number.');
  problems.unless(
    owns(call.client, account),
    'ACCOUNT.NUMBER.MISMATCH',
    'Account number does not belong to this project.',
  );
  const from = readParty(problems, at(shipment, 'shipper'), 'SHIPPER', buys);
  const recipients = buys ? list(shipment, 'recipients') : list(shipment, 'recipient');
  const to = readParty(problems, recipients[0], 'RECIPIENT', buys);
  const service = chosen ?? text(shipment, 'serviceType');
  const scope = services[service]?.scope;
  problems.unless(scope !== undefined, 'SERVICETYPE.INVALID', 'The serviceType is invalid.');
  const fits = scope === 'any' || (scope === 'abroad') === (from.country !== to.country);
  problems.unless(
    scope === undefined || fits,
    'SERVICE.PACKAGECOMBINATION.INVALID',
    'Invalid service and packaging combination.',
  );
  const home = service === 'GROUND_HOME_DELIVERY';
  problems.unless(!home || to.residential, 'SERVICE.NOTALLOWED', 'FedEx Home Delivery goes to residences alone.');
  if (buys) checkShip(problems, call.body, shipment, from.country !== to.country);
  const pieces = list(shipment, 'requestedPackageLineItems').flatMap((each) => {
    const count = number(each, 'groupPackageCount') || 1;
    return Array<Piece>(count).fill(readPiece(problems, each));
  });
  problems.unless(
    pieces.length > 0 && pieces.length <= 300,
    'REQUESTEDPACKAGELINEITEMS.REQUIRED',
    'Package line items are required.',
  );
  const day = text(shipment, 'shipDatestamp') || text(shipment, 'shipDateStamp');
  problems.unless(
    day === '' || /^\d{4}-\d\d-\d\d$/.test(day),
    'SHIPDATESTAMP.INVALID',
    'Ship date must be YYYY-MM-DD.',
  );
  const label = buys
    ? readLabel(problems, shipment)
    : { image: 'pdf' as const, stock: '4x6' as const, dpi: 203 as const };
  problems.refuse();
  return {
    ...{ brand: 'fedex', account, service, serviceName: services[service]?.name ?? '', from, to, pieces, label },
    currency: text(shipment, 'preferredCurrency') || 'USD',
    shipDate: day || dayOf(call.world.now()),
    references: [],
  };
}

function readParty(problems: Problems, of: unknown, role: string, buys: boolean): Party {
  const own = (path: string) => text(of, `address.${path}`);
  const lines = list(of, 'address.streetLines').map((line) => text(line));
  const country = own('countryCode');
  const name = text(of, 'contact.personName');
  const company = text(of, 'contact.companyName');
  if (buys) {
    problems.unless(
      name !== '' || company !== '',
      `${role}.CONTACTANDCOMPANY.NAME.MISSING`,
      'A person or company name is required.',
    );
    problems.unless(
      text(of, 'contact.phoneNumber').replace(/\D/g, '').length >= 7,
      `${role}.PHONENUMBER.REQUIRED`,
      'The phone number is missing or invalid.',
    );
    problems.unless(
      lines[0] !== undefined && lines[0] !== '',
      `${role}.STREETLINE.REQUIRED`,
      'A street line is required.',
    );
    problems.unless(own('city') !== '' && own('city').length <= 35, `${role}.CITY.REQUIRED`, 'A city is required.');
  }
  problems.unless(
    lines.length <= 3 && lines.every((line) => line.length <= 35),
    `${role}.STREETLINE.TOOLONG`,
    'Street lines hold at most 35 characters.',
  );
  problems.unless(/^[A-Z]{2}$/.test(country), 'COUNTRY.CODE.INVALID', 'Country code is missing or invalid.');
  const stated = country === 'US' || country === 'CA';
  problems.unless(
    !buys || !stated || /^[A-Z]{2}$/.test(own('stateOrProvinceCode')),
    'STATEORPROVINCECODE.INVALID',
    'State or province code is missing or invalid.',
  );
  const shapes: Readonly<Record<string, RegExp>> = { US: /^\d{5}(-?\d{4})?$/, CA: /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/i };
  problems.unless(
    (shapes[country] ?? /^.{0,10}$/).test(own('postalCode')),
    'POSTALCODE.INVALID',
    'Postal code is missing or invalid.',
  );
  return {
    ...{ name: name || company, company, lines, city: own('city'), state: own('stateOrProvinceCode') },
    ...{ postalCode: own('postalCode'), country, residential: at(of, 'address.residential') === true },
  };
}

function checkShip(problems: Problems, body: unknown, shipment: unknown, abroad: boolean): void {
  problems.unless(
    ['LABEL', 'URL_ONLY'].includes(text(body, 'labelResponseOptions')),
    'LABELRESPONSEOPTIONS.INVALID',
    'labelResponseOptions is missing or invalid.',
  );
  problems.unless(text(shipment, 'pickupType') !== '', 'PICKUPTYPE.REQUIRED', 'pickupType is required.');
  problems.unless(text(shipment, 'packagingType') !== '', 'PACKAGINGTYPE.REQUIRED', 'packagingType is required.');
  const payers = ['SENDER', 'RECIPIENT', 'THIRD_PARTY', 'COLLECT'];
  problems.unless(
    payers.includes(text(shipment, 'shippingChargesPayment.paymentType')),
    'PAYMENTTYPE.INVALID',
    'The payment type is missing or invalid.',
  );
  const goods = list(shipment, 'customsClearanceDetail.commodities');
  problems.unless(
    !abroad || goods.length > 0,
    'COMMODITIES.REQUIRED',
    'Commodities are required for international shipments.',
  );
  problems.unless(
    goods.every(
      (each) =>
        text(each, 'description') !== '' &&
        text(each, 'countryOfManufacture') !== '' &&
        number(each, 'weight.value') > 0,
    ),
    ...(['COMMODITY.INVALID', 'A commodity lacks description, country of manufacture or weight.'] as const),
  );
}

function readPiece(problems: Problems, each: unknown): Piece {
  const weight = number(each, 'weight.value');
  const unit = text(each, 'weight.units') === 'KG' ? 'KG' : 'LB';
  problems.unless(weight > 0, 'PACKAGE.WEIGHT.REQUIRED', 'The package weight is missing or invalid.');
  problems.unless(
    !(weight * (unit === 'KG' ? 2.20462 : 1) > 150),
    'PACKAGE.WEIGHT.EXCEEDED',
    'The package weight exceeds the maximum of 150 LB.',
  );
  const given = ['length', 'width', 'height'].map((side) => number(each, `dimensions.${side}`));
  const told = at(each, 'dimensions') !== undefined;
  problems.unless(
    !told || given.every((side) => Number.isInteger(side) && side > 0),
    'PACKAGE.DIMENSIONS.INVALID',
    'Dimensions must be whole numbers above nought.',
  );
  const [length = 0, width = 0, height = 0] = given.toSorted((a, b) => b - a);
  const inch = text(each, 'dimensions.units') === 'CM' ? 1 / 2.54 : 1;
  problems.unless(
    !told || !((length + 2 * width + 2 * height) * inch > 165),
    'PACKAGE.DIMENSIONS.EXCEEDED',
    'The package exceeds the maximum size.',
  );
  const option = text(each, 'packageSpecialServices.signatureOptionType');
  const signed: Readonly<Record<string, Piece['signature']>> = {
    INDIRECT: 'indirect',
    DIRECT: 'direct',
    ADULT: 'adult',
  };
  const known = ['', 'SERVICE_DEFAULT', 'NO_SIGNATURE_REQUIRED', ...Object.keys(signed)];
  problems.unless(known.includes(option), 'SIGNATUREOPTION.INVALID', 'The signature option is invalid.');
  const references = list(each, 'customerReferences').map((one) => text(one, 'value'));
  problems.unless(
    references.every((one) => one !== '' && one.length <= 40),
    'CUSTOMERREFERENCE.INVALID',
    'A customer reference is empty or too long.',
  );
  return {
    ...{ weight, unit, sides: told ? [length, width, height] : null, references },
    declared: number(each, 'declaredValue.amount') || 0,
    signature: signed[option] ?? 'none',
  };
}

const images: Readonly<Record<string, Image>> = { PDF: 'pdf', PNG: 'png', ZPLII: 'zpl', EPL2: 'epl' };
const stocks: Readonly<Record<string, Stock>> = {
  STOCK_4X6: '4x6',
  STOCK_4X675: '4x675',
  STOCK_4X675_LEADING_DOC_TAB: '4x675',
  STOCK_4X675_TRAILING_DOC_TAB: '4x675',
  STOCK_4X8: '4x8',
  STOCK_4X9: '4x9',
  STOCK_4X9_LEADING_DOC_TAB: '4x9',
  STOCK_4X9_TRAILING_DOC_TAB: '4x9',
  PAPER_4X6: '4x6',
  PAPER_4X675: '4x675',
  PAPER_4X8: '4x8',
  PAPER_4X9: '4x9',
  PAPER_LETTER: 'letter',
  PAPER_85X11_TOP_HALF_LABEL: 'letter',
  PAPER_85X11_BOTTOM_HALF_LABEL: 'letter',
};

function readLabel(problems: Problems, shipment: unknown): Asked['label'] {
  const image = images[text(shipment, 'labelSpecification.imageType')];
  const name = text(shipment, 'labelSpecification.labelStockType');
  const stock = stocks[name];
  problems.unless(image !== undefined, 'LABEL.IMAGETYPE.INVALID', 'The image type of the label is missing or invalid.');
  problems.unless(stock !== undefined, 'LABEL.STOCKTYPE.INVALID', 'The stock type of the label is missing or invalid.');
  // Plain paper takes images, rolls what printers draw themselves.
  const paper = name.startsWith('PAPER');
  const fits = image === undefined || paper === (image === 'pdf' || image === 'png');
  problems.unless(fits, 'LABEL.STOCKTYPE.MISMATCH', 'The stock type does not go with the image type.');
  const dpi = number(shipment, 'labelSpecification.resolution') === 300 && image === 'zpl' ? 300 : 203;
  return { image: image ?? 'pdf', stock: stock ?? '4x6', dpi };
}
