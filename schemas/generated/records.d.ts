/** Wire records by entity. Written by `npm run generate`; never edited. */

export interface AccessReviewRecord {
  reviewNo: string | null;
  account: string | null;
  quarter: string | null;
  roles: string | null;
  secondFactor: boolean | null;
  lastSeenAt: string | null;
  dueOn: string | null;
  remindedOn: string | null;
  decidedBy: string | null;
  decidedAt: string | null;
  note: string | null;
  status: 'open' | 'kept' | 'removed';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface AccountRecord {
  account: string;
  name: string;
  nickName: string | null;
  password: string;
  avatar: string | null;
  sex: string | null;
  birthday: string | null;
  email: string | null;
  phone: string | null;
  tel: string | null;
  jobNum: string | null;
  org: string;
  positions: string[] | null;
  roles: string[] | null;
  orgs: string[] | null;
  posts: {
    org: string;
    position: string;
  }[];
  adminType: '1' | '2' | '3' | '4';
  company: string | null;
  customer: string | null;
  status: '0' | '1' | '2' | '3';
  mustChange: boolean | null;
  secondFactor: boolean | null;
  factorKey: string | null;
  badgeAt: string | null;
  pinAt: string | null;
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface AccountChannelRecord {
  account: string;
  channel: string;
  accountCarrier: string | null;
  channelCarrier: string | null;
  channelCode: string | null;
  priority: number;
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface AddressBookRecord {
  customer: string | null;
  kind: 'shipFrom' | 'shipTo';
  name: string;
  company: string | null;
  address1: string;
  address2: string | null;
  address3: string | null;
  city: string;
  state: string | null;
  postalCode: string;
  country: string;
  phone: string | null;
  email: string | null;
  addressType: 'residential' | 'commercial' | 'unknown';
  isDefault: boolean | null;
  validated: 'none' | 'verified' | 'corrected' | 'doubtful' | null;
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface AlertRuleRecord {
  kind: 'expired' | 'crossRegion' | 'brokenUpdate' | 'delay' | 'expectedChange' | 'abnormalAddress' | 'orderReturn';
  hours: number | null;
  carriers: string | null;
  note: string | null;
  status: 'enabled' | 'disabled';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface ApiKeyRecord {
  name: string;
  customer: string;
  scopes: ('rates:read' | 'orders:read' | 'orders:write' | 'labels:read' | 'tracking:read' | 'fees:read')[];
  expiresOn: string | null;
  addresses: string | null;
  perMinute: number;
  hint: string | null;
  issuedAt: string | null;
  lastUsedAt: string | null;
  lastUsedFrom: string | null;
  revokedAt: string | null;
  status: 'unissued' | 'active' | 'revoked';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface ApplicationRecord {
  name: string;
  code: string;
  active: 'Y' | 'N';
  sort: number;
  status: '0' | '1' | '2';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface AreaListRecord {
  code: string;
  versionNo: number | null;
  name: string;
  carrier: string;
  recipients: 'all' | 'residential' | 'commercial';
  serviceGroups: string | null;
  from: string;
  to: string | null;
  tiers: Record<string, unknown> | unknown[];
  source: string | null;
  previous: string | null;
  submittedBy: string | null;
  submittedAt: string | null;
  activatedBy: string | null;
  activatedAt: string | null;
  returnReason: string | null;
  retiredOn: string | null;
  findings: {
    severity: 'error' | 'warning' | 'info';
    finding: 'hole' | 'skippedWeight' | 'fallsWithWeight' | 'cheaperAbove' | 'fallsWithZone' | 'zoneMissing' | 'zoneUnused' | 'noChart' | 'samePriority' | 'groupUnknown' | 'takesOver' | 'nothingBefore' | 'unchanged' | 'changed' | 'added' | 'removed';
    place: string | null;
    before: string | null;
    after: string | null;
    percent: number | null;
  }[];
  checkedAt: string | null;
  status: 'draft' | 'review' | 'active' | 'retired';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface BillBasicRecord {
  carrierCode: string;
  chargeClass: string | null;
  code: string | null;
  text: string | null;
  match: 'exact' | 'begins' | 'contains';
  category: string;
  saleMode: 'rerate' | 'factor' | 'cost' | 'report';
  factor: number | null;
  fuelBearing: boolean | null;
  claimRule: 'none' | 'overcharge' | 'addressCorrection' | 'serviceFailure' | 'void' | 'duplicate';
  note: string | null;
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface BillMappingRecord {
  name: string;
  carrierCode: string;
  accountNumber: string | null;
  currency: string | null;
  headingRow: number;
  decimalSign: 'auto' | 'point' | 'comma';
  dayOrder: 'auto' | 'dayFirst' | 'monthFirst';
  reversed: boolean | null;
  columns: {
    field: 'account' | 'number' | 'date' | 'amount' | 'currency' | 'tracking' | 'leadTracking' | 'reference' | 'shipDate' | 'code' | 'text' | 'net' | 'enteredWeight' | 'billedWeight' | 'length' | 'width' | 'height' | 'zone' | 'service';
    heading: string;
  }[];
  skip: {
    heading: string;
    equals: string | null;
  }[];
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface BoardDisplayRecord {
  name: string;
  place: string | null;
  language: 'zh-CN' | 'en-US';
  note: string | null;
  lastSeenAt: string | null;
  status: 'active' | 'revoked';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface BoxGaugeRecord {
  customer: string;
  sku: string;
  name: string | null;
  unitType: '0' | '1';
  length: number;
  width: number;
  height: number;
  weight: number;
  unitsPerBox: number;
  boxesPerUnit: number;
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface BoxSizeRecord {
  name: string;
  unitType: '0' | '1';
  length: number;
  width: number;
  height: number;
  tare: number;
  maxWeight: number | null;
  status: 'enabled' | 'disabled';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface CarrierRecord {
  code: string;
  name: string;
  website: string | null;
  status: 'enabled' | 'disabled';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface CarrierBillRecord {
  number: string;
  plainNumber: string;
  carrierCode: string;
  account: string;
  billDate: string;
  currency: string;
  amount: number | null;
  sum: number | null;
  difference: number | null;
  differs: boolean | null;
  lineCount: number | null;
  matchedCount: number | null;
  unmatchedCount: number | null;
  accountCount: number | null;
  unknownCount: number | null;
  matchedSum: number | null;
  unmatchedSum: number | null;
  accountSum: number | null;
  predicted: number | null;
  file: string | null;
  fileName: string | null;
  content: string | null;
  files: {
    fileName: string;
    lineCount: number;
    sum: number;
    lineNumbers: string;
    file: string | null;
    content: string | null;
  }[];
  job: string | null;
  lockedBy: string | null;
  lockedAt: string | null;
  status: 'uploaded' | 'parsed' | 'matched' | 'locking' | 'locked' | 'discarded';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface CarrierBillLineRecord {
  bill: string;
  line: number;
  trackingNo: string | null;
  leadTracking: string | null;
  reference: string | null;
  shipDate: string | null;
  kind: string | null;
  detail: string | null;
  chargeClass: string | null;
  code: string | null;
  text: string | null;
  category: string | null;
  currency: string;
  net: number;
  incentive: number | null;
  basis: number | null;
  quantity: number | null;
  enteredWeight: number | null;
  billedWeight: number | null;
  weightUnit: string | null;
  length: number | null;
  width: number | null;
  height: number | null;
  zone: string | null;
  service: string | null;
  matchState: 'matched' | 'unmatched' | 'account';
  matchReason: 'tracking' | 'leadTracking' | 'reference' | 'pattern' | 'manual' | 'accountCharge' | 'none';
  package: string | null;
  order: string | null;
  customer: string | null;
  extra: Record<string, unknown> | unknown[] | null;
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface CarrierClaimRecord {
  trackingNo: string;
  bill: string;
  carrierCode: string;
  account: string;
  order: string | null;
  type: 'weight' | 'dimension' | 'belowTrigger' | 'zone' | 'residential' | 'addressCorrection' | 'fuel' | 'price' | 'discount' | 'option' | 'duplicate' | 'twoBills' | 'void' | 'neverScanned' | 'late';
  category: string | null;
  currency: string;
  predicted: number;
  billed: number;
  amount: number;
  claimUntil: string;
  caseNo: string | null;
  filedOn: string | null;
  credited: number | null;
  creditBill: string | null;
  note: string | null;
  status: 'open' | 'filed' | 'credited' | 'refused' | 'expired';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface ChannelRecord {
  carrier: string;
  carrierCode: string | null;
  code: string;
  name: string;
  profile: string | null;
  shipFromMode: 'channel' | 'customer' | 'either';
  accountNumber: string | null;
  accountCode: string | null;
  accountSecret: string | null;
  accountKey: string | null;
  status: 'enabled' | 'disabled';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface ChannelLevelRecord {
  channel: string;
  channelCode: string | null;
  level: string;
  priceBasis: 'table' | 'listMinus' | 'costPlus';
  percent: number | null;
  currency: 'USD' | 'CAD' | 'EUR' | 'GBP' | 'CNY' | 'HKD';
  minimumCharge: number | null;
  surchargeBasis: 'rules' | 'list' | 'atCost' | 'costFactor';
  surchargePercent: number | null;
  surchargeTerms: {
    category: string;
    basis: 'rules' | 'list' | 'atCost' | 'costFactor';
    percent: number | null;
  }[];
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface ChannelServiceRecord {
  channel: string;
  code: string;
  name: string;
  carrierServiceCode: string;
  description: string | null;
  shipToType: 'auto' | 'commercial' | 'residential';
  dimDivisor: number;
  weightRounding: 'whole' | 'half' | 'none';
  serviceGroup: string;
  unitType: '0' | '1';
  mode: 'perBox' | 'perShipment';
  fuelIncluded: boolean | null;
  directSignatureFrom: number | null;
  maxWeight: number | null;
  maxLength: number | null;
  maxGirth: number | null;
  maxBoxes: number | null;
  multiweightFrom: number | null;
  multiweightAverage: number | null;
  weightRules: {
    from: string;
    to: string | null;
    side: 'cost' | 'sale' | null;
    sides: 'none' | 'nearest' | 'up';
    divisor: number;
    divisorAboveVolume: number | null;
    divisorAbove: number | null;
    freeVolume: number | null;
    basis: 'greater' | 'volume' | 'excess';
    excessPercent: number | null;
    pieces: 'each' | 'comparedThenSummed' | 'summedThenCompared';
    step: number;
    stepAboveWeight: number | null;
    stepAbove: number | null;
    minimum: number;
  }[];
  status: 'enabled' | 'disabled';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface ChannelShipFromRecord {
  channel: string;
  shortName: string;
  company: string;
  address1: string;
  address2: string | null;
  city: string;
  state: string | null;
  postalCode: string;
  country: string;
  phone: string;
  cutOff: string | null;
  timeZone: string | null;
  holidays: {
    day: string;
  }[];
  status: 'enabled' | 'disabled';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface ChargeCategoryRecord {
  code: string;
  name: string;
  kind: 'transport' | 'fuel' | 'surcharge' | 'fee' | 'tax';
  fuelBearing: boolean | null;
  note: string | null;
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface CommissionRecord {
  title: string;
  salesperson: string;
  customer: string;
  month: string;
  currency: string;
  kind: 'commission' | 'correction';
  base: 'margin' | 'receipts';
  basis: number;
  percent: number;
  amount: number;
  settledBy: string | null;
  settledAt: string | null;
  status: 'open' | 'settled';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface ConfigRecord {
  name: string;
  code: string;
  value: string;
  groupCode: string;
  sysFlag: 'Y' | 'N';
  remark: string | null;
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface ContractRecord {
  title: string;
  edition: string;
  text: { type: 'doc'; content: Record<string, unknown>[] };
  mustAccept: boolean;
  publishedAt: string | null;
  status: 'draft' | 'published' | 'replaced';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface CultureRecord {
  code: string;
  name: string;
  pseudo: boolean | null;
  status: '0' | '1';
  remark: string | null;
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface CustomerRecord {
  code: string;
  name: string;
  shortName: string | null;
  type: 'seller' | 'shipper' | 'reseller';
  org: string;
  parent: string | null;
  parentCode: string | null;
  contact: string;
  leader: string | null;
  phone: string | null;
  email: string | null;
  country: string | null;
  address: string | null;
  taxNo: string | null;
  salesperson: string | null;
  remark: string | null;
  status: 'enabled' | 'disabled';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface CustomerChannelRecord {
  customer: string;
  channel: string;
  channelCode: string | null;
  carrierCode: string | null;
  level: string;
  status: 'enabled' | 'disabled';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface CustomerConfigRecord {
  customer: string;
  customerCode: string | null;
  parentCode: string | null;
  discountPercent: number;
  billProcessing: 'reprice' | 'factor' | 'atCost' | 'reportOnly';
  billFactor: number | null;
  ignoreBelow: number;
  saleModes: {
    category: string;
    mode: 'rerate' | 'factor' | 'cost' | 'report';
    factor: number | null;
    ignoreBelow: number | null;
  }[];
  accountingPeriod: 'week' | 'halfMonth' | 'month';
  accountingStart: string;
  periodDate: 'ordered' | 'shipped' | 'delivered' | 'billed';
  periodDates: {
    charge: 'shipment' | 'later' | 'service' | 'adjustment' | 'refund';
    day: 'ordered' | 'shipped' | 'delivered' | 'billed';
  }[];
  payment: 'prepaid' | 'postpaid';
  paymentDays: number;
  overdueWarnDays: number | null;
  overdueBlockDays: number | null;
  salesperson: string | null;
  salesFrom: string | null;
  commissionBase: 'margin' | 'receipts';
  commissionPercent: number;
  packageLimit: number;
  billDisplayCount: number;
  overDraftAmount: number | null;
  overDraftReason: string | null;
  minBalance: number;
  alertBalance: number | null;
  limitCurrency: string | null;
  riskAction: 'block' | 'hold' | 'warn' | 'allow';
  language: 'zh-CN' | 'en-US' | null;
  addressPolicy: 'pass' | 'warn' | 'block';
  waitForFunds: boolean | null;
  depositCurrency: 'USD' | 'CAD' | 'EUR' | 'GBP' | 'CNY' | 'HKD';
  distribution: boolean | null;
  subCustomerPattern: string | null;
  distributionPercent: number;
  showValuationDetail: boolean | null;
  printerName: string | null;
  labelFormat: 'pdf' | 'png' | 'zpl' | 'epl';
  labelSize: '4x6' | '4x675' | '4x8' | '4x9' | 'letter';
  reference1Template: string | null;
  reference2Template: string | null;
  consolidationMode: 'mainBill' | 'markup' | 'perKg';
  consolidationMarkup: number | null;
  consolidationPrice: number | null;
  consolidationMinimum: number | null;
  contract: string | null;
  contractBy: string | null;
  contractAt: string | null;
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface DeductionRecord {
  deductionNo: string | null;
  customer: string;
  amount: number;
  currency: string | null;
  reason: 'addressCorrection' | 'reweigh' | 'storage' | 'packaging' | 'returnHandling' | 'customs' | 'other';
  order: string | null;
  trackingNo: string | null;
  chargedOn: string | null;
  description: string;
  attachment: string | null;
  confirmedBy: string | null;
  confirmedAt: string | null;
  reverseReason: string | null;
  reversedBy: string | null;
  reversedAt: string | null;
  status: 'draft' | 'confirmed' | 'reversed';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface DepositRecord {
  depositNo: string | null;
  customer: string;
  amount: number;
  currency: 'USD' | 'CAD' | 'EUR' | 'GBP' | 'CNY' | 'HKD';
  method: 'wire' | 'ach' | 'check' | 'zelle' | 'cash';
  receivedOn: string;
  bankReference: string | null;
  attachment: string | null;
  note: string | null;
  returnTo: 'bank' | 'balance' | null;
  reason: string | null;
  settledBy: string | null;
  settledAt: string | null;
  status: 'recorded' | 'returned' | 'voided';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface DictDataRecord {
  type: string;
  value: string;
  code: string;
  sort: number;
  remark: string | null;
  status: '0' | '1' | '2';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface DictTypeRecord {
  name: string;
  code: string;
  sort: number;
  remark: string | null;
  status: '0' | '1' | '2';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface EcommerceConfigRecord {
  platform: 'amazon' | 'shopify' | 'ebay' | 'walmart' | 'other';
  applicationId: string | null;
  clientCode: string | null;
  clientSecret: string | null;
  redirectUrl: string | null;
  intervalMinutes: number;
  backDays: number;
  keepDays: number;
  note: string | null;
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface ExceptionLogRecord {
  exceptionName: string;
  exceptionMsg: string | null;
  exceptionTime: string;
  traceId: string | null;
  name: string | null;
  account: string | null;
  url: string | null;
  className: string | null;
  methodName: string | null;
  param: string | null;
  stackTrace: string | null;
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface ExpressAccountRecord {
  carrier: string;
  carrierCode: string | null;
  name: string;
  number: string;
  clientId: string | null;
  clientSecret: string | null;
  pushSecret: string | null;
  currency: 'USD' | 'CAD' | 'EUR' | 'GBP' | 'CNY' | 'HKD';
  region: string | null;
  environment: 'production' | 'test';
  apiBase: string | null;
  note: string | null;
  testedAt: string | null;
  testResult: 'ok' | 'refused' | 'noCredentials' | 'noAnswer' | 'badAnswer' | 'busy' | null;
  status: 'enabled' | 'disabled';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface FbaBillRecord {
  billNo: string | null;
  shipmentId: string;
  customer: string;
  warehouseCode: string;
  shippedOn: string;
  boxes: number;
  unitType: '0' | '1';
  weight: number;
  weightKg: number | null;
  labelFile: string | null;
  cost: number | null;
  costCurrency: string;
  note: string | null;
  config: string | null;
  priceBasis: 'kg' | 'box' | null;
  billedQuantity: number | null;
  price: number | null;
  minimum: number | null;
  computed: number | null;
  sale: number | null;
  currency: string | null;
  pushedBy: string | null;
  pushedOn: string | null;
  cancelReason: string | null;
  status: 'draft' | 'generated' | 'pushed' | 'cancelled';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface FbaCustomerConfigRecord {
  customer: string;
  warehouseCode: string;
  basis: 'kg' | 'box';
  price: number;
  minimum: number;
  currency: string;
  from: string;
  to: string | null;
  note: string | null;
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface FileRecord {
  customer: string | null;
  fileOriginName: string;
  fileSuffix: string | null;
  mediaType: string;
  size: number;
  fileSizeKb: number;
  fileSizeInfo: string | null;
  fileLocation: string | null;
  fileBucket: string | null;
  fileObjectName: string;
  filePath: string | null;
  hash: string;
  sealed: boolean | null;
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface FinalBillRecord {
  number: string;
  customer: string;
  currency: string;
  month: string;
  bills: number | null;
  packages: number | null;
  predicted: number | null;
  charged: number | null;
  adjusted: number | null;
  waived: number | null;
  amount: number;
  cost: number | null;
  margin: number | null;
  lockedBy: string | null;
  lockedAt: string | null;
  status: 'open' | 'locked';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface FixedRateRecord {
  code: string;
  versionNo: number | null;
  name: string;
  side: 'list' | 'cost' | 'sale';
  service: string;
  level: string | null;
  currency: string;
  amount: number;
  unitType: '0' | '1';
  maxWeight: number;
  length: number | null;
  width: number | null;
  height: number | null;
  from: string;
  to: string | null;
  note: string | null;
  previous: string | null;
  submittedBy: string | null;
  submittedAt: string | null;
  activatedBy: string | null;
  activatedAt: string | null;
  returnReason: string | null;
  retiredOn: string | null;
  findings: {
    severity: 'error' | 'warning' | 'info';
    finding: 'hole' | 'skippedWeight' | 'fallsWithWeight' | 'cheaperAbove' | 'fallsWithZone' | 'zoneMissing' | 'zoneUnused' | 'noChart' | 'samePriority' | 'groupUnknown' | 'takesOver' | 'nothingBefore' | 'unchanged' | 'changed' | 'added' | 'removed';
    place: string | null;
    before: string | null;
    after: string | null;
    percent: number | null;
  }[];
  checkedAt: string | null;
  costFindings: {
    severity: 'error' | 'warning' | 'info';
    finding: 'belowCost' | 'noCost';
    place: string | null;
    before: string | null;
    after: string | null;
    percent: number | null;
  }[];
  status: 'draft' | 'review' | 'active' | 'retired';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface FreightTariffRecord {
  code: string;
  name: string;
  carrier: string;
  side: 'cost' | 'sale';
  level: string | null;
  customer: string | null;
  currency: string;
  from: string;
  to: string | null;
  basis: 'class' | 'density';
  lanes: {
    originFrom: string;
    originTo: string;
    destinationFrom: string;
    destinationTo: string;
    zone: string;
  }[];
  rates: {
    zone: string;
    freightClass: '50' | '55' | '60' | '65' | '70' | '77.5' | '85' | '92.5' | '100' | '110' | '125' | '150' | '175' | '200' | '250' | '300' | '400' | '500' | null;
    densityFrom: number | null;
    l5c: number;
    m5c: number | null;
    m1m: number | null;
    m2m: number | null;
    m5m: number | null;
    m10m: number | null;
    m20m: number | null;
  }[];
  deficit: boolean | null;
  discountPercent: number;
  minimum: number;
  fuelGroup: string | null;
  accessorials: {
    accessorial: 'liftgatePickup' | 'liftgateDelivery' | 'residential' | 'appointment' | 'inside' | 'limitedAccess' | 'hazardous';
    amount: number;
    per: 'shipment' | 'unit' | 'cwt';
    minimum: number | null;
    maximum: number | null;
  }[];
  validDays: number;
  source: string | null;
  status: 'draft' | 'active' | 'retired';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface FuelConcessionRecord {
  name: string;
  customer: string | null;
  level: string | null;
  carrier: string;
  serviceGroup: string | null;
  offKind: 'percent' | 'points';
  off: number;
  cap: number | null;
  from: string;
  to: string | null;
  status: 'enabled' | 'disabled';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface FuelSurchargeRecord {
  carrier: string;
  serviceGroup: string;
  from: string;
  to: string;
  percent: number;
  source: string | null;
  gapBefore: number | null;
  status: 'active' | 'retired';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface GoodsRecord {
  code: string;
  name: string;
  nameZh: string | null;
  kind: 'plan' | 'addOn';
  spec: string | null;
  description: string | null;
  descriptionZh: string | null;
  currency: string;
  refundsAllowed: boolean;
  refundPeriod: 'days30' | 'days60' | 'days90' | 'any' | 'none';
  sort: number;
  sets: {
    code: string;
    value: string;
    valueZh: string | null;
    price: number;
    days: number;
    orders: number | null;
    ordersPer: 'month' | 'term';
    seats: number | null;
    modules: ('stores' | 'printing' | 'tracking' | 'returns' | 'carrierBills' | 'customerBills' | 'freight' | 'consolidation' | 'fba' | 'warehousing' | 'automation')[] | null;
  }[];
  status: 'draft' | 'onSale' | 'offSale';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface GoodsDeclareRecord {
  box: string;
  customer: string | null;
  boxCurrency: string | null;
  hsCode: string | null;
  descriptionEn: string;
  descriptionZh: string;
  material: string | null;
  origin: string | null;
  quantity: number;
  unit: 'piece' | 'set' | 'pair' | 'dozen' | 'kg' | 'm';
  unitPrice: number;
  currency: string;
  amount: number | null;
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface GoodsOrderRecord {
  orderNo: string | null;
  tenant: string | null;
  goods: string | null;
  setCode: string | null;
  quantity: number;
  begins: 'now' | 'after';
  orderedBy: string | null;
  goodsName: string | null;
  goodsNameZh: string | null;
  setName: string | null;
  setNameZh: string | null;
  kind: 'plan' | 'addOn' | null;
  unitPrice: number | null;
  amount: number | null;
  currency: string | null;
  days: number | null;
  orders: number | null;
  ordersPer: 'month' | 'term' | null;
  seats: number | null;
  modules: ('stores' | 'printing' | 'tracking' | 'returns' | 'carrierBills' | 'customerBills' | 'freight' | 'consolidation' | 'fba' | 'warehousing' | 'automation')[] | null;
  refundRule: 'days30' | 'days60' | 'days90' | 'any' | 'none' | null;
  graceDays: number | null;
  paidAt: string | null;
  paidOn: string | null;
  startsOn: string | null;
  endsOn: string | null;
  refundAmount: number | null;
  unusedDays: number | null;
  unusedOrders: number | null;
  refundedAt: string | null;
  status: 'unpaid' | 'paid' | 'active' | 'refunded' | 'expired' | 'cancelled';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface GoodsSpecRecord {
  name: string;
  nameZh: string | null;
  unit: 'package' | 'order' | 'seat' | 'module' | 'day';
  values: {
    value: string;
    valueZh: string | null;
  }[];
  sort: number;
  note: string | null;
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface InvoiceHeaderRecord {
  customer: string;
  title: string;
  taxNo: string;
  country: string | null;
  address: string | null;
  phone: string | null;
  email: string;
  bankName: string | null;
  bankAccount: string | null;
  remark: string | null;
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface InvoiceRequestRecord {
  requestNo: string | null;
  customer: string;
  header: string;
  bills: string[] | null;
  amount: number;
  currency: string | null;
  kind: 'general' | 'special';
  note: string | null;
  invoiceNo: string | null;
  invoicedOn: string | null;
  invoiceFile: string | null;
  rejectReason: string | null;
  reviewer: string | null;
  reviewedAt: string | null;
  status: 'applied' | 'approved' | 'rejected';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface LabelPrintRecord {
  trackingNo: string | null;
  package: string;
  order: string;
  customer: string;
  how: 'print' | 'zip' | 'download' | 'printer';
  copy: number;
  reason: string | null;
  run: string | null;
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface LedgerAccountRecord {
  kind: 'available' | 'frozen' | 'deposit' | 'bankClearing' | 'gatewayClearing' | 'revenueShipping' | 'revenueFee' | 'costShipping' | 'costAccrual' | 'carrierPayable' | 'writeOff' | 'tenantWallet' | 'platformRevenue' | 'movedTenants';
  customer: string | null;
  tenant: string | null;
  currency: string;
  balance: number | null;
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface LedgerTransferRecord {
  opKey: string;
  kind: 'recharge' | 'onlinePayment' | 'hold' | 'capture' | 'release' | 'charge' | 'cost' | 'refund' | 'deduction' | 'fee' | 'withdrawal' | 'deposit' | 'depositReturn' | 'billUnderpaid' | 'billOverpaid' | 'carrierBill' | 'carrierCredit' | 'clearAccount' | 'adjustment' | 'reversal' | 'tenantFee' | 'goodsPurchase' | 'goodsRefund' | 'tenantMove';
  debit: string;
  credit: string;
  amount: number;
  currency: string;
  customer: string | null;
  tenant: string | null;
  refEntity: 'order' | 'recharge' | 'online-payment' | 'deposit' | 'deduction' | 'withdrawal' | 'customer-config' | 'tenant-recharge-review' | 'tenant' | 'goods-order' | 'carrier-bill' | 'track-case' | 'member-bill' | 'member-bill-line' | 'ltl-order' | null;
  refId: string | null;
  note: string | null;
  reverses: string | null;
  pastFloor: 'warned' | 'allowed' | 'charged' | null;
  debitBalance: number | null;
  debitStep: number | null;
  creditBalance: number | null;
  creditStep: number | null;
  moneyIn: number | null;
  moneyOut: number | null;
  balanceAfter: number | null;
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface LevelRecord {
  name: string;
  note: string | null;
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface LtlMainBillRecord {
  mainBillNo: string | null;
  carrier: string;
  proNo: string;
  pickupDate: string;
  trailerNo: string | null;
  sealNo: string | null;
  instructions: string | null;
  orderCount: number | null;
  pallets: number | null;
  weightLb: number | null;
  currency: string | null;
  charge: number | null;
  printedAt: string | null;
  closedAt: string | null;
  invoiceNo: string | null;
  invoiceDate: string | null;
  invoiceLines: {
    order: string;
    charge: 'linehaul' | 'fuel' | 'accessorial' | 'bolCorrection' | 'other';
    freightClass: '50' | '55' | '60' | '65' | '70' | '77.5' | '85' | '92.5' | '100' | '110' | '125' | '150' | '175' | '200' | '250' | '300' | '400' | '500' | null;
    weightLb: number | null;
    percent: number | null;
    accessorial: 'liftgatePickup' | 'liftgateDelivery' | 'residential' | 'appointment' | 'inside' | 'limitedAccess' | 'hazardous' | null;
    amount: number;
  }[];
  invoiceTotal: number | null;
  differences: {
    order: string;
    type: 'weight' | 'class' | 'accessorial' | 'fuelWeek' | 'duplicatePro' | 'bolCorrection' | 'rate';
    quoted: string | null;
    billed: string | null;
    amount: number;
    sale: number;
  }[];
  differenceTotal: number | null;
  chargedTypes: ('weight' | 'class' | 'accessorial' | 'fuelWeek' | 'duplicatePro' | 'bolCorrection' | 'rate')[] | null;
  chargedAt: string | null;
  status: 'draft' | 'printed' | 'closed';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface LtlOrderRecord {
  orderNo: string | null;
  customer: string;
  refNo: string | null;
  poNumber: string | null;
  pickupDate: string;
  pickupFrom: string | null;
  pickupTo: string | null;
  shipFromName: string;
  shipFromCompany: string | null;
  shipFromAddress1: string;
  shipFromAddress2: string | null;
  shipFromCity: string;
  shipFromState: string;
  shipFromPostalCode: string;
  shipFromCountry: string;
  shipFromPhone: string | null;
  shipToName: string;
  shipToCompany: string | null;
  shipToAddress1: string;
  shipToAddress2: string | null;
  shipToCity: string;
  shipToState: string;
  shipToPostalCode: string;
  shipToCountry: string;
  shipToPhone: string | null;
  unitType: '0' | '1';
  handlingUnits: {
    kind: 'pallet' | 'crate' | 'carton' | 'drum' | 'roll' | 'bundle' | 'other';
    quantity: number;
    length: number;
    width: number;
    height: number;
    weight: number;
    description: string;
    nmfcItem: string | null;
    statedClass: '50' | '55' | '60' | '65' | '70' | '77.5' | '85' | '92.5' | '100' | '110' | '125' | '150' | '175' | '200' | '250' | '300' | '400' | '500' | null;
    notDensityBased: boolean | null;
  }[];
  unitCount: number | null;
  totalWeight: number | null;
  classes: string | null;
  classification: Record<string, unknown> | unknown[] | null;
  accessorials: ('liftgatePickup' | 'liftgateDelivery' | 'residential' | 'appointment' | 'inside' | 'limitedAccess' | 'hazardous')[] | null;
  remarks: string | null;
  internalNote: string | null;
  currency: string | null;
  quotedAt: string | null;
  quotedUntil: string | null;
  offers: Record<string, unknown> | unknown[] | null;
  costOffers: Record<string, unknown> | unknown[] | null;
  offer: number | null;
  carrier: string | null;
  predictedSale: number | null;
  predictedCost: number | null;
  holdKey: string | null;
  proNo: string | null;
  mainBill: string | null;
  bookedAt: string | null;
  pickedUpAt: string | null;
  deliveredAt: string | null;
  exceptionReason: string | null;
  cancelReason: string | null;
  cancelledAt: string | null;
  signedBol: string | null;
  packingSlip: string | null;
  specSheet: string | null;
  photos: string[] | null;
  inspection: string | null;
  status: 'draft' | 'quoted' | 'booked' | 'pickedUp' | 'inTransit' | 'exception' | 'delivered' | 'cancelled';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface MailRecord {
  to: string;
  title: string;
  content: string;
  html: boolean;
  markup: string | null;
  attachments: string[] | null;
  template: string | null;
  sentAt: string | null;
  failure: string | null;
  status: 'draft' | 'pending' | 'sent' | 'failed';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface MainBillRecord {
  number: string;
  mode: 'air' | 'sea';
  carrier: string;
  vessel: string | null;
  origin: string;
  destination: string;
  departsOn: string | null;
  arrivesOn: string | null;
  volumeDivisor: number;
  note: string | null;
  boxCount: number | null;
  weight: number | null;
  volumeWeight: number | null;
  volume: number | null;
  costs: {
    kind: 'freight' | 'fuel' | 'security' | 'terminal' | 'customs' | 'duty' | 'trucking' | 'other';
    amount: number;
    currency: string;
    basis: 'weight' | 'volume' | 'value' | 'boxes' | null;
    note: string | null;
  }[];
  basis: 'weight' | 'volume' | 'value' | 'boxes';
  saleMode: 'markup' | 'perKg';
  markupPercent: number | null;
  pricePerKg: number | null;
  minCharge: number | null;
  priceCurrency: string;
  closedBy: string | null;
  closedAt: string | null;
  settledBy: string | null;
  settledOn: string | null;
  status: 'open' | 'closed' | 'departed' | 'arrived' | 'settled';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface MainBillBoxRecord {
  boxNo: string;
  mainBill: string | null;
  mainBillNo: string | null;
  divisor: number | null;
  customer: string | null;
  order: string | null;
  package: string | null;
  pieces: number | null;
  unitType: '0' | '1';
  weight: number | null;
  length: number | null;
  width: number | null;
  height: number | null;
  volume: number | null;
  weightKg: number | null;
  volumeWeight: number | null;
  chargeableKg: number | null;
  declaredValue: number | null;
  currency: string;
  note: string | null;
  loadedBy: string | null;
  loadedAt: string | null;
  weighedAt: string | null;
  status: 'waiting' | 'loaded' | 'closed' | 'departed' | 'arrived';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface ManifestRecord {
  manifestNo: string | null;
  account: string;
  carrierCode: string | null;
  shipFrom: string;
  shipDate: string;
  count: number | null;
  number: string | null;
  carrierFile: string | null;
  closedBy: string | null;
  closedAt: string | null;
  errorText: string | null;
  status: 'open' | 'closing' | 'closed' | 'voided';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface MeasureAgreementRecord {
  customer: string;
  sku: string;
  unitType: '0' | '1';
  weight: number;
  length: number;
  width: number;
  height: number;
  weightTolerance: number;
  sizeTolerance: number;
  photos: string[];
  validFrom: string;
  validUntil: string | null;
  note: string | null;
  proposedBy: 'customer' | 'staff' | null;
  agreedBy: string | null;
  agreedAt: string | null;
  endedOn: string | null;
  endNote: string | null;
  status: 'proposed' | 'agreed' | 'ended';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface MeasureDifferenceRecord {
  trackingNo: string;
  customer: string;
  agreement: string;
  order: string | null;
  package: string | null;
  carrierBill: string;
  claim: string | null;
  currency: string;
  amount: number;
  claimed: number;
  enteredWeight: number | null;
  billedWeight: number | null;
  weightUnit: string | null;
  enteredSize: string | null;
  billedSize: string | null;
  parts: Record<string, unknown> | unknown[] | null;
  note: string | null;
  decidedBy: string | null;
  decidedAt: string | null;
  status: 'held' | 'charged' | 'notCharged' | 'replaced';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface MemberBillRecord {
  number: string;
  customer: string;
  salesperson: string | null;
  currency: string;
  periodFrom: string;
  periodTo: string;
  lineCount: number | null;
  packageCount: number | null;
  predicted: number | null;
  actual: number | null;
  difference: number | null;
  cost: number | null;
  margin: number | null;
  settleState: 'unsettled' | 'partly' | 'settled';
  due: number | null;
  settledAmount: number | null;
  disputed: number | null;
  dueDate: string | null;
  pushedBy: string | null;
  pushedAt: string | null;
  pushCount: number | null;
  settledBy: string | null;
  settledAt: string | null;
  recallReason: string | null;
  status: 'generated' | 'pushed' | 'cancelled';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface MemberBillAdjustmentRecord {
  number: string | null;
  customer: string;
  kind: 'adjustment' | 'refund';
  order: string | null;
  trackingNo: string | null;
  category: string;
  amount: number;
  currency: string | null;
  description: string;
  attachment: string | null;
  rejectReason: string | null;
  decidedBy: string | null;
  decidedAt: string | null;
  status: 'draft' | 'approved' | 'rejected';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface MemberBillLineRecord {
  memberBill: string | null;
  customer: string;
  order: string | null;
  package: string | null;
  trackingNo: string | null;
  kind: 'carrier' | 'adjustment' | 'refund' | 'service';
  category: string;
  currency: string;
  old: number | null;
  new: number | null;
  difference: number;
  reason: 'same' | 'weight' | 'size' | 'residential' | 'area' | 'addressCorrection' | 'fuel' | 'price' | 'option' | 'credit' | 'notBilled' | 'agreed' | 'other' | 'adjustment' | 'refund' | 'service';
  shipDate: string | null;
  billedOn: string | null;
  enteredWeight: number | null;
  billedWeight: number | null;
  weightUnit: string | null;
  enteredSize: string | null;
  billedSize: string | null;
  zone: string | null;
  residential: boolean | null;
  note: string | null;
  notes: Record<string, unknown> | unknown[] | null;
  adjustment: string | null;
  chargedAt: string | null;
  disputeUntil: string | null;
  disputeComment: string | null;
  disputeFile: string | null;
  disputedAt: string | null;
  answerUntil: string | null;
  answer: string | null;
  decision: 'automatic' | 'staff' | 'member' | null;
  decidedBy: string | null;
  decidedAt: string | null;
  mode: 'rerate' | 'factor' | 'cost' | 'report' | null;
  factor: number | null;
  cost: number | null;
  carrierBill: string | null;
  basis: Record<string, unknown> | unknown[] | null;
  sourceEntity: string | null;
  sourceId: string | null;
  sourcePart: string | null;
  status: 'open' | 'billed' | 'charged' | 'disputed' | 'accepted' | 'waived';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface MenuRecord {
  name: string;
  code: string;
  parent: string | null;
  application: string;
  type: '0' | '1' | '2';
  icon: string | null;
  router: string | null;
  openType: '0' | '1' | '2' | '3';
  entity: string | null;
  component: string | null;
  permission: string | null;
  link: string | null;
  redirect: string | null;
  visible: 'Y' | 'N';
  weight: '1' | '2';
  sort: number;
  remark: string | null;
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface NoticeRecord {
  title: string;
  type: '1' | '2';
  audience: 'all' | 'staff' | 'members';
  content: { type: 'doc'; content: Record<string, unknown>[] };
  recipients: string[] | null;
  publishedAt: string | null;
  publishedBy: string | null;
  withdrawnAt: string | null;
  status: 'draft' | 'published' | 'withdrawn';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface OnlinePaymentRecord {
  paymentNo: string | null;
  customer: string;
  amount: number;
  currency: string | null;
  note: string | null;
  gateway: 'stripe' | null;
  session: string | null;
  checkoutUrl: string | null;
  askedAt: string | null;
  paidAmount: number | null;
  paidCurrency: string | null;
  paidAt: string | null;
  refundedAmount: number | null;
  refundedAt: string | null;
  remarks: string | null;
  reviewer: string | null;
  reviewedAt: string | null;
  status: 'unpaid' | 'paid' | 'held' | 'failed' | 'expired' | 'refunded' | 'closed';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface OperationLogRecord {
  opTime: string;
  name: string | null;
  account: string | null;
  opType: string | null;
  reqMethod: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  className: string | null;
  methodName: string | null;
  success: 'Y' | 'N';
  message: string | null;
  param: string | null;
  result: string | null;
  ip: string | null;
  browser: string | null;
  os: string | null;
  elapsed: number | null;
  traceId: string | null;
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface OrderRecord {
  orderNo: string | null;
  customer: string;
  source: 'manual' | 'file' | 'ecommerce' | 'api';
  subOrderNo: string | null;
  returnOf: string | null;
  replaces: string | null;
  refNo: string | null;
  platform: 'amazon' | 'ebay' | 'walmart' | 'shopify' | 'other' | null;
  ecommerceOrderNo: string | null;
  channel: string | null;
  carrierCode: string | null;
  channelStatus: string | null;
  channelShipFromMode: string | null;
  service: string | null;
  serviceShipToType: string | null;
  serviceStatus: string | null;
  rateRule: string | null;
  pickReason: 'only' | 'cheapest' | 'faster' | 'preferred' | 'first' | 'none' | null;
  pickPrice: number | null;
  pickNext: string | null;
  pickNextPrice: number | null;
  pickedAt: string | null;
  shipDate: string | null;
  signatureOption: 'none' | 'indirect' | 'direct' | 'adult';
  labelSize: '4x6' | '4x675' | '4x8' | '4x9' | 'letter';
  thirdPartyAccount: string | null;
  thirdPartyCountry: string | null;
  thirdPartyPostalCode: string | null;
  senderMode: 'channel' | 'own';
  shipFrom: string | null;
  shipFromStatus: string | null;
  shipFromName: string | null;
  shipFromCompany: string | null;
  shipFromAddress1: string | null;
  shipFromAddress2: string | null;
  shipFromCity: string | null;
  shipFromState: string | null;
  shipFromPostalCode: string | null;
  shipFromCountry: string | null;
  shipFromPhone: string | null;
  shipToName: string;
  shipToCompany: string | null;
  shipToAddress1: string;
  shipToAddress2: string | null;
  shipToAddress3: string | null;
  shipToCity: string;
  shipToState: string | null;
  shipToPostalCode: string;
  shipToCountry: string;
  shipToPhone: string | null;
  shipToEmail: string | null;
  shipToType: 'residential' | 'commercial' | 'unknown';
  addressCheck: 'none' | 'verified' | 'corrected' | 'doubtful' | 'overridden' | null;
  addressCheckedAt: string | null;
  addressSource: 'postal' | 'carrier' | null;
  addressCheckedBy: string | null;
  unitType: '0' | '1';
  boxes: {
    weight: number;
    length: number;
    width: number;
    height: number;
    quantity: number;
    declaredValue: number | null;
    insuredAmount: number | null;
    signature: 'none' | 'indirect' | 'direct' | 'adult' | null;
    labelSize: '4x6' | '4x675' | '4x8' | '4x9' | 'letter' | null;
    packaging: 'box' | 'irregular' | 'letter' | 'pak' | null;
  }[];
  boxCount: number | null;
  totalWeight: number | null;
  declaredTotal: number | null;
  insuredTotal: number | null;
  taxPayer: 'sender' | 'recipient';
  items: {
    description: string | null;
    hsCode: string | null;
    originCountry: string;
    unitPrice: number;
    unitWeight: number | null;
    quantity: number;
    purpose: 'sale' | 'gift' | 'sample' | 'return' | 'repair' | 'personal';
  }[];
  remarks: string | null;
  reference1: string | null;
  reference2: string | null;
  tags: string | null;
  ruleHold: string | null;
  ruleMarks: {
    field: 'channel' | 'service' | 'shipFrom' | 'rateRule' | 'signatureOption' | 'labelSize' | 'boxes' | 'reference1' | 'reference2' | 'tags' | 'ruleHold';
    value: string | null;
    rule: string;
  }[];
  internalNote: string | null;
  currency: string | null;
  predictedSale: number | null;
  predictedCost: number | null;
  holdKey: string | null;
  submittedAt: string | null;
  leadTracking: string | null;
  trackingNos: string | null;
  labelUpload: string | null;
  doubtReason: string | null;
  account: string | null;
  batch: string | null;
  placeKey: string | null;
  placingSince: string | null;
  missingSum: number | null;
  salesperson: string | null;
  overdueDays: number | null;
  errorCode: 'check' | 'money' | 'refused' | 'credentials' | 'limited' | 'unavailable' | 'unsupported' | 'lost' | null;
  errorCause: 'shipToName' | 'shipToAddress' | 'postalCode' | 'cityState' | 'country' | 'phone' | 'shipFrom' | 'service' | 'notServed' | 'weight' | 'size' | 'packages' | 'declaredValue' | 'signature' | 'customs' | 'shipDate' | 'label' | 'carrierAccount' | 'credentials' | 'busy' | 'away' | 'lost' | 'other' | null;
  errorRepair: 'address' | 'shipFrom' | 'service' | 'boxes' | 'customs' | 'shipDate' | 'carrierAccount' | 'wait' | 'read' | null;
  errorText: string | null;
  errorDetail: string | null;
  errorAt: string | null;
  nextTryAt: string | null;
  orderedAt: string | null;
  shippedAt: string | null;
  deliveredAt: string | null;
  refundReason: string | null;
  refundRemarks: string | null;
  refundedAt: string | null;
  voidResult: 'asked' | 'confirmed' | 'alreadyVoid' | 'refused' | 'manual' | null;
  voidText: string | null;
  cancelReason: string | null;
  cancelledAt: string | null;
  status: 'draft' | 'placing' | 'failed' | 'waitingForFunds' | 'held' | 'ordered' | 'shipped' | 'delivered' | 'refunding' | 'refunded' | 'refundRejected' | 'cancelled';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface OrderBatchRecord {
  batchNo: string;
  customer: string | null;
  count: number;
  open: number | null;
  placed: number | null;
  waiting: number | null;
  refused: number | null;
  failed: number | null;
  unfinished: number | null;
  nextTryAt: string | null;
  causes: {
    group: 'check' | 'money' | 'carrier' | 'label';
    cause: 'shipToName' | 'shipToAddress' | 'postalCode' | 'cityState' | 'country' | 'phone' | 'shipFrom' | 'service' | 'notServed' | 'weight' | 'size' | 'packages' | 'declaredValue' | 'signature' | 'customs' | 'shipDate' | 'label' | 'carrierAccount' | 'credentials' | 'busy' | 'away' | 'lost' | 'other' | 'printFormat' | 'printVoid' | 'printFile' | 'printer' | 'printAgent' | 'shopRefused' | 'shopAsks' | null;
    code: string;
    text: string | null;
    repair: 'address' | 'shipFrom' | 'service' | 'boxes' | 'customs' | 'shipDate' | 'carrierAccount' | 'wait' | 'read' | 'print' | 'shop' | null;
    count: number;
  }[];
  finishedAt: string | null;
  status: 'running' | 'finished';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface OrderChargeRecord {
  order: string | null;
  customer: string;
  org: string | null;
  side: 'cost' | 'sale';
  phase: 'predicted' | 'actual';
  category: string;
  box: number | null;
  quantity: number | null;
  currency: string;
  amount: number;
  basis: number | null;
  rate: number | null;
  rule: string | null;
  ruleVersion: number | null;
  text: string | null;
  texts: Record<string, unknown> | unknown[] | null;
  at: string;
  sight: 'shown' | 'hidden';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface OrderPresetRecord {
  name: string;
  customer: string;
  channel: string | null;
  service: string | null;
  shipFrom: string | null;
  signatureOption: 'none' | 'indirect' | 'direct' | 'adult' | null;
  labelSize: '4x6' | '4x675' | '4x8' | '4x9' | 'letter' | null;
  unitType: '0' | '1';
  length: number | null;
  width: number | null;
  height: number | null;
  reference1: string | null;
  reference2: string | null;
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface OrderRuleRecord {
  name: string;
  customer: string;
  position: number;
  match: 'all' | 'any';
  conditions: {
    fact: 'country' | 'state' | 'postalCode' | 'city' | 'company' | 'addressType' | 'source' | 'platform' | 'weightLb' | 'weightKg' | 'boxCount' | 'declared' | 'insured' | 'refNo' | 'subOrderNo' | 'ecommerceOrderNo' | 'remarks' | 'itemText' | 'itemCount';
    operator: 'is' | 'isNot' | 'less' | 'atMost' | 'more' | 'atLeast' | 'oneOf' | 'noneOf' | 'contains' | 'startsWith' | 'endsWith' | 'empty' | 'filled';
    value: string | null;
  }[];
  expression: string | null;
  overwrite: boolean | null;
  stops: boolean | null;
  preset: string | null;
  channel: string | null;
  service: string | null;
  shipFrom: string | null;
  rateRule: string | null;
  signatureOption: 'none' | 'indirect' | 'direct' | 'adult' | null;
  labelSize: '4x6' | '4x675' | '4x8' | '4x9' | 'letter' | null;
  reference1: string | null;
  reference2: string | null;
  tags: string | null;
  hold: string | null;
  status: 'enabled' | 'disabled';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface OrgRecord {
  name: string;
  code: string;
  parent: string | null;
  orgType: string;
  sort: number;
  remark: string | null;
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface PackageRecord {
  trackingNo: string | null;
  order: string;
  customer: string;
  shipment: string;
  seq: number;
  carrierCode: string | null;
  service: string | null;
  account: string | null;
  shipDate: string | null;
  unitType: '0' | '1' | null;
  weight: number | null;
  length: number | null;
  width: number | null;
  height: number | null;
  declaredValue: number | null;
  signature: 'none' | 'indirect' | 'direct' | 'adult' | null;
  packaging: 'box' | 'irregular' | 'letter' | 'pak' | null;
  reference1: string | null;
  reference2: string | null;
  labelFile: string | null;
  labelUpload: string | null;
  labelFormat: 'pdf' | 'png' | 'gif' | 'zpl' | 'epl' | null;
  labelSize: '4x6' | '4x675' | '4x8' | '4x9' | 'letter' | null;
  dpi: number | null;
  printCount: number | null;
  printedAt: string | null;
  manifest: string | null;
  measuredWeight: number | null;
  trackingStatus: 'pending' | 'picked_up' | 'in_transit' | 'out_for_delivery' | 'delivered' | 'ready_for_pickup' | 'on_hold' | 'delivery_delayed' | 'delivery_failed' | 'return_to_sender' | 'cancelled' | 'unknown' | null;
  logistics: 'notIssued' | 'onTheWay' | 'signed' | null;
  lastEvent: string | null;
  lastEventAt: string | null;
  firstScanAt: string | null;
  deliveredAt: string | null;
  estimatedAt: string | null;
  handStatus: 'pending' | 'picked_up' | 'in_transit' | 'out_for_delivery' | 'delivered' | 'ready_for_pickup' | 'on_hold' | 'delivery_delayed' | 'delivery_failed' | 'return_to_sender' | 'cancelled' | null;
  handNote: string | null;
  handEvents: number | null;
  status: 'labelled' | 'voidRequested' | 'voided';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface PaymentMessageRecord {
  eventId: string;
  payment: string | null;
  kind: 'paid' | 'failed' | 'expired' | 'refunded' | 'other';
  source: 'message' | 'asked' | 'clock';
  type: string;
  session: string | null;
  amount: number | null;
  currency: string | null;
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface PositionRecord {
  name: string;
  code: string;
  sort: number;
  remark: string | null;
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface PriceNoticeRecord {
  number: string | null;
  customer: string;
  kind: 'rateTable' | 'fixedRate' | 'surcharge';
  versionCode: string;
  versionNo: number;
  versionId: string | null;
  from: string;
  language: 'zh-CN' | 'en-US';
  changed: number | null;
  leastPercent: number | null;
  mostPercent: number | null;
  changes: {
    service: string;
    place: string;
    before: string | null;
    after: string | null;
    percent: number | null;
  }[];
  file: string | null;
  notice: string | null;
  recipients: {
    name: string;
    mail: string | null;
    outcome: 'shown' | 'mailed' | 'mailFailed';
    at: string;
  }[];
  sentBy: string | null;
  sentAt: string | null;
  status: 'offered' | 'sending' | 'sent' | 'declined';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface PrintJobRecord {
  name: string;
  printer: string;
  package: string | null;
  order: string | null;
  customer: string | null;
  cause: 'place' | 'person' | 'station' | 'test' | 'separator';
  position: string | null;
  reason: string | null;
  run: string | null;
  note: string | null;
  errorCode: 'otherSize' | 'otherDpi' | 'otherFormat' | 'void' | 'voidRequested' | 'orderEnded' | 'noFile' | 'changed' | 'spooler' | 'agentGone' | null;
  errorText: string | null;
  attempts: number | null;
  placedAt: string | null;
  labelledAt: string | null;
  takenAt: string | null;
  spooledAt: string | null;
  status: 'queued' | 'taken' | 'spooled' | 'failed' | 'uncertain' | 'cancelled';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface PrinterRecord {
  name: string;
  customer: string | null;
  place: string | null;
  language: 'pdf' | 'zpl' | 'epl';
  labelSize: '4x6' | '4x675' | '4x8' | '4x9' | 'letter';
  dpi: number;
  rotation: '0' | '90' | '180' | '270';
  offsetX: number;
  offsetY: number;
  mediaGap: 'keep' | 'gap' | 'mark' | 'continuous';
  scale: boolean | null;
  online: boolean | null;
  lastSeenAt: string | null;
  agentVersion: string | null;
  agentOld: boolean | null;
  agentHost: string | null;
  pairingCode: string | null;
  pairingUntil: string | null;
  status: 'unpaired' | 'paired' | 'disabled';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface PrinterMappingRecord {
  printer: string;
  printerName: string | null;
  account: string | null;
  customer: string | null;
  channel: string | null;
  labelSize: '4x6' | '4x675' | '4x8' | '4x9' | 'letter' | null;
  onPlace: boolean | null;
  status: 'enabled' | 'disabled';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface RateRuleRecord {
  code: string;
  name: string;
  customer: string | null;
  services: string[];
  latestDays: number | null;
  arriveBy: string | null;
  preferredCarrier: string | null;
  withinPercent: number | null;
  exclude: string[] | null;
  note: string | null;
  status: 'enabled' | 'disabled';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface RateTableRecord {
  code: string;
  versionNo: number | null;
  name: string;
  side: 'list' | 'cost' | 'sale';
  service: string;
  level: string | null;
  currency: string;
  unitType: '0' | '1';
  multiweight: boolean | null;
  deficit: boolean | null;
  from: string;
  to: string | null;
  sheet: Record<string, unknown> | unknown[];
  notes: string | null;
  source: string | null;
  previous: string | null;
  submittedBy: string | null;
  submittedAt: string | null;
  activatedBy: string | null;
  activatedAt: string | null;
  returnReason: string | null;
  retiredOn: string | null;
  findings: {
    severity: 'error' | 'warning' | 'info';
    finding: 'hole' | 'skippedWeight' | 'fallsWithWeight' | 'cheaperAbove' | 'fallsWithZone' | 'zoneMissing' | 'zoneUnused' | 'noChart' | 'samePriority' | 'groupUnknown' | 'takesOver' | 'nothingBefore' | 'unchanged' | 'changed' | 'added' | 'removed';
    place: string | null;
    before: string | null;
    after: string | null;
    percent: number | null;
  }[];
  checkedAt: string | null;
  costFindings: {
    severity: 'error' | 'warning' | 'info';
    finding: 'belowCost' | 'noCost';
    place: string | null;
    before: string | null;
    after: string | null;
    percent: number | null;
  }[];
  status: 'draft' | 'review' | 'active' | 'retired';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface ReceivedNoticeRecord {
  notice: string | null;
  account: string | null;
  title: string | null;
  type: '1' | '2' | null;
  content: { type: 'doc'; content: Record<string, unknown>[] } | null;
  publishedAt: string | null;
  readStatus: '0' | '1' | null;
  readTime: string | null;
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface RechargeRecord {
  rechargeNo: string | null;
  customer: string;
  amount: number;
  currency: string | null;
  paidCurrency: 'USD' | 'CAD' | 'EUR' | 'GBP' | 'CNY' | 'HKD' | null;
  paidAmount: number | null;
  rate: number | null;
  method: 'wire' | 'ach' | 'check' | 'zelle' | 'cash';
  paidOn: string;
  bankReference: string | null;
  attachment: string;
  note: string | null;
  submittedBy: string | null;
  submittedAt: string | null;
  postedAmount: number | null;
  remarks: string | null;
  reviewNote: string | null;
  reviewer: string | null;
  reviewedAt: string | null;
  reverseReason: string | null;
  reversedBy: string | null;
  reversedAt: string | null;
  status: 'draft' | 'pending' | 'passed' | 'refused' | 'reversed';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface RechargeHeaderRecord {
  name: string;
  bankName: string;
  bankAccount: string;
  currency: string;
  routingNo: string | null;
  swift: string | null;
  bankAddress: string | null;
  sort: number | null;
  note: string | null;
  status: 'offered' | 'closed';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface ReturnedParcelRecord {
  parcelNo: string | null;
  trackingNo: string | null;
  customer: string | null;
  order: string | null;
  senderName: string | null;
  reference: string | null;
  grade: 'unopened' | 'opened' | 'damaged' | 'unusable';
  photos: string[];
  unitType: '0' | '1';
  weight: number | null;
  shelf: string | null;
  note: string | null;
  staffNote: string | null;
  arrivedAt: string | null;
  claimUntil: string | null;
  suggested: string | null;
  choice: 'resend' | 'keep' | 'destroy' | null;
  claimNote: string | null;
  claimedBy: string | null;
  claimedAt: string | null;
  resendOrder: string | null;
  endedAt: string | null;
  storageDays: number | null;
  currency: string | null;
  fee: number | null;
  deduction: string | null;
  status: 'unidentified' | 'toClaim' | 'claimed' | 'processed' | 'expired' | 'toDispose' | 'disposed';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface RobotRecord {
  name: string;
  service: 'wecom' | 'dingtalk' | 'feishu';
  address: string;
  signature: string | null;
  notices: ('alert' | 'orderFailed' | 'orderWaiting' | 'rechargeApplied' | 'billMatched' | 'balanceLow')[];
  language: 'zh-CN' | 'en-US';
  note: string | null;
  lastSentAt: string | null;
  lastResult: 'sent' | 'tooFast' | 'refused' | 'noAnswer' | 'badAddress' | null;
  status: 'enabled' | 'disabled';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface RoleRecord {
  name: string;
  code: string;
  roleType: string;
  template: 'admin' | 'finance' | 'clerk' | 'sales' | 'member' | 'superAdmin' | 'none';
  within: 'none' | 'finance' | 'clerk' | 'member';
  customer: string | null;
  dataScopeType: '1' | '2' | '3' | '4' | '5';
  orgs: string[] | null;
  sort: number;
  remark: string | null;
  menus: string[] | null;
  grants: {
    entity: string;
    codes: string;
    rows: 'all' | 'orgAndBelow' | 'org' | 'self' | 'custom';
    hide: string | null;
  }[];
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface SessionRecord {
  account: string | null;
  online: boolean | null;
  ip: string | null;
  browser: string | null;
  os: string | null;
  station: string | null;
  lastSeenAt: string | null;
  expiresAt: string | null;
  revokedAt: string | null;
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface SharedStationRecord {
  name: string;
  place: string;
  browser: string | null;
  openedAt: string | null;
  pairingCode: string | null;
  pairingUntil: string | null;
  status: 'closed' | 'open';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface ShipmentRecord {
  leadTracking: string;
  order: string;
  customer: string;
  carrierCode: string | null;
  account: string | null;
  serviceCode: string | null;
  packageCount: number | null;
  shipDate: string | null;
  carrierCharge: number | null;
  currency: string | null;
  key: string;
  reply: Record<string, unknown> | unknown[] | null;
  environment: 'production' | 'test' | null;
  voidedAt: string | null;
  status: 'active' | 'voidRequested' | 'voided';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface ShopRecord {
  name: string;
  customer: string;
  platform: 'amazon' | 'shopify' | 'ebay' | 'walmart' | 'other';
  sellerId: string | null;
  region: 'na' | 'eu' | 'fe' | null;
  marketplace: string | null;
  clientCode: string | null;
  clientSecret: string | null;
  refreshToken: string | null;
  unitType: '0' | '1';
  box: string | null;
  holdAbove: number | null;
  mergeSame: boolean;
  afterPull: 'wait' | 'draft' | 'place';
  channelMode: 'none' | 'fixed' | 'cheapest' | 'rules';
  channel: string | null;
  service: string | null;
  rateRule: string | null;
  channelRules: {
    maxWeight: number | null;
    country: string | null;
    postalCodes: string | null;
    channel: string;
    service: string;
  }[];
  testedAt: string | null;
  testResult: 'ok' | 'missing' | 'refused' | 'noAnswer' | null;
  missingScopes: string | null;
  pulledUntil: string | null;
  pulledAt: string | null;
  pullError: string | null;
  nextPullAt: string | null;
  status: 'new' | 'connected' | 'lost' | 'disabled';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface SmsRecord {
  phoneNumbers: string;
  content: string;
  template: string | null;
  source: string | null;
  invalidTime: string | null;
  sentAt: string | null;
  failure: string | null;
  status: 'draft' | 'pending' | 'sent' | 'failed';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface StationScanRecord {
  text: string;
  station: string;
  step: 'order' | 'box' | 'weight' | 'printed' | 'next' | 'hold' | 'undo' | 'void' | 'unknown';
  outcome: 'ok' | 'error';
  fault: 'unknown' | 'twoOrders' | 'otherStation' | 'notPlaceable' | 'voidLabel' | 'wrongWeight' | 'noWeight' | 'noBox' | 'severalBoxes' | 'nothingOpen' | 'nothingToVoid' | 'alreadyPrinted' | 'placingFailed' | 'otherPrinter' | 'refused' | null;
  order: string | null;
  customer: string | null;
  box: string | null;
  unitType: '0' | '1' | null;
  weight: number | null;
  expected: number | null;
  detail: string | null;
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface StoreOrderRecord {
  shop: string;
  customer: string;
  platform: 'amazon' | 'shopify' | 'ebay' | 'walmart' | 'other';
  platformNo: string;
  platformId: string | null;
  placedAt: string | null;
  shipBy: string | null;
  changedAt: string | null;
  shipToName: string | null;
  shipToCompany: string | null;
  shipToAddress1: string | null;
  shipToAddress2: string | null;
  shipToAddress3: string | null;
  shipToCity: string | null;
  shipToState: string | null;
  shipToPostalCode: string | null;
  shipToCountry: string | null;
  shipToPhone: string | null;
  shipToEmail: string | null;
  shipToType: 'residential' | 'commercial' | 'unknown';
  unitType: '0' | '1';
  items: {
    itemId: string | null;
    sku: string | null;
    title: string | null;
    quantity: number;
    unitPrice: number | null;
    unitWeight: number | null;
  }[];
  pieces: number | null;
  currency: string | null;
  total: number | null;
  hold: 'notReady' | 'platformHold' | 'scheduled' | 'platformLabel' | 'platformShips' | 'address' | 'weight' | 'value' | 'box' | 'channel' | 'refused' | null;
  holdText: string | null;
  letValue: boolean | null;
  errorCode: 'noAddress' | 'badNumber' | 'noItems' | 'tooManyItems' | 'itemsMissing' | 'notThere' | 'platform' | null;
  errorText: string | null;
  order: string | null;
  parcels: {
    package: string | null;
    trackingNo: string | null;
    carrier: string | null;
    state: 'waiting' | 'confirmed' | 'asks' | 'refused' | 'withOther' | 'replaced';
    text: string | null;
    tries: number | null;
    nextAt: string | null;
    at: string | null;
  }[];
  push: 'none' | 'waiting' | 'confirmed' | 'asks' | 'refused' | null;
  cancelledAt: string | null;
  shippedAt: string | null;
  deliveredAt: string | null;
  forgottenAt: string | null;
  status: 'pendingShipping' | 'processing' | 'inTransit' | 'errorPulling' | 'cancelled';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface SurchargeRuleRecord {
  code: string;
  versionNo: number | null;
  name: string;
  category: string;
  carrier: string;
  serviceGroups: string | null;
  side: 'list' | 'cost' | 'sale';
  level: string | null;
  currency: string;
  trigger: string;
  unitType: '0' | '1' | null;
  amountKind: 'flat' | 'byZone' | 'declared' | 'percent';
  amount: number | null;
  amounts: Record<string, unknown> | unknown[] | null;
  per: number | null;
  percent: number | null;
  percentOf: 'transport' | 'all' | null;
  least: number | null;
  exclusiveGroup: string | null;
  priority: number;
  excludes: string | null;
  minimumWeight: number | null;
  fuelBearing: boolean | null;
  perShipment: boolean | null;
  from: string;
  to: string | null;
  source: string | null;
  previous: string | null;
  submittedBy: string | null;
  submittedAt: string | null;
  activatedBy: string | null;
  activatedAt: string | null;
  returnReason: string | null;
  retiredOn: string | null;
  findings: {
    severity: 'error' | 'warning' | 'info';
    finding: 'hole' | 'skippedWeight' | 'fallsWithWeight' | 'cheaperAbove' | 'fallsWithZone' | 'zoneMissing' | 'zoneUnused' | 'noChart' | 'samePriority' | 'groupUnknown' | 'takesOver' | 'nothingBefore' | 'unchanged' | 'changed' | 'added' | 'removed';
    place: string | null;
    before: string | null;
    after: string | null;
    percent: number | null;
  }[];
  checkedAt: string | null;
  status: 'draft' | 'review' | 'active' | 'retired';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface TenantRecord {
  name: string;
  code: string;
  kind: 'platform' | 'tenant';
  host: string;
  adminName: string;
  email: string;
  phone: string | null;
  timeZone: string;
  currency: string;
  defaultLocale: 'zh-CN' | 'en-US';
  logo: string | null;
  trialUntil: string | null;
  ecEnabled: boolean;
  ecPlatforms: ('shopify' | 'amazon' | 'ebay' | 'walmart' | 'tiktok')[] | null;
  ecShopLimit: number | null;
  withheld: Record<string, unknown> | unknown[] | null;
  planRequired: boolean;
  planWithheld: Record<string, unknown> | unknown[] | null;
  remark: string | null;
  status: 'trial' | 'active' | 'suspended' | 'closed';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface TenantFlowRecord {
  kind: 'recharge' | 'tenantFee' | 'goodsPurchase' | 'goodsRefund' | 'tenantMove' | 'reversal';
  reference: string | null;
  moneyIn: number | null;
  moneyOut: number | null;
  balanceAfter: number;
  currency: string;
  note: string | null;
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface TenantRechargeRecord {
  rechargeNo: string | null;
  amount: number;
  currency: string | null;
  method: 'wire' | 'ach' | 'check' | 'zelle';
  paidOn: string;
  bankReference: string | null;
  attachment: string;
  note: string | null;
  submittedBy: string | null;
  submittedAt: string | null;
  postedAmount: number | null;
  remarks: string | null;
  reviewedAt: string | null;
  reverseReason: string | null;
  reversedAt: string | null;
  status: 'draft' | 'pending' | 'passed' | 'refused' | 'reversed';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface TenantRechargeReviewRecord {
  rechargeNo: string;
  tenant: string;
  amount: number;
  currency: string | null;
  method: 'wire' | 'ach' | 'check' | 'zelle';
  paidOn: string;
  bankReference: string | null;
  attachment: string;
  note: string | null;
  submitter: string | null;
  submittedAt: string | null;
  postedAmount: number | null;
  remarks: string | null;
  reviewNote: string | null;
  reviewer: string | null;
  reviewedAt: string | null;
  reverseReason: string | null;
  reversedBy: string | null;
  reversedAt: string | null;
  status: 'pending' | 'passed' | 'refused' | 'reversed' | 'withdrawn';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface TimerRecord {
  jobName: string;
  requestType: string;
  task: 'prune-sessions' | 'prune-logs' | 'prune-keys' | 'prune-timer-runs' | 'end-trials' | 'contract-schemas' | 'access-review' | 'billing-claims-expire' | 'billing-reclassify' | 'ledger-roll-up' | 'ledger-verify' | 'payments-reconcile' | 'shipping-sweep' | 'store-pull' | 'store-follow' | 'store-forget' | 'tracking-poll' | 'tracking-digest' | 'tracking-watch' | 'print-watch' | 'boards-gather' | 'robots-send' | 'member-bill-silence' | 'webhooks-prune' | 'receivable-reminders' | 'receivable-commissions' | 'receivable-salespeople' | 'returns-expire' | 'members-balance' | 'members-distribution' | 'tenant-plans' | 'health-watch' | null;
  requestUrl: string | null;
  headers: Record<string, unknown> | unknown[] | null;
  requestParameters: string | null;
  timerType: '0' | '1';
  interval: number | null;
  cron: string | null;
  executeType: '0' | '1';
  doOnce: boolean;
  startNow: boolean;
  timerStatus: '0' | '1' | '2';
  runNumber: number;
  lastRunAt: string | null;
  nextRunAt: string | null;
  remark: string | null;
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface TimerRunRecord {
  timer: string | null;
  dueAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  byHand: boolean;
  outcome: 'running' | 'done' | 'failed';
  elapsed: number | null;
  message: string | null;
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface TrackAlertRecord {
  kind: 'expired' | 'crossRegion' | 'brokenUpdate' | 'delay' | 'expectedChange' | 'abnormalAddress' | 'orderReturn';
  package: string;
  order: string | null;
  customer: string;
  carrierCode: string | null;
  trackingNo: string | null;
  text: string | null;
  key: string;
  raisedAt: string;
  endedAt: string | null;
  assignee: string | null;
  snoozeUntil: string | null;
  note: string | null;
  status: 'open' | 'snoozed' | 'closed';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface TrackCaseRecord {
  caseNo: string | null;
  kind: 'trace' | 'lost' | 'damaged' | 'missingContent' | 'proofOfDelivery';
  customer: string;
  package: string;
  alert: string | null;
  order: string | null;
  carrierCode: string | null;
  trackingNo: string | null;
  carrierRef: string | null;
  deadline: string | null;
  nextParty: 'us' | 'carrier' | 'customer';
  assignee: string | null;
  description: string;
  comments: string | null;
  staffNotes: string | null;
  proof: string | null;
  carrierFile: string | null;
  outcome: string | null;
  closedAt: string | null;
  currency: string | null;
  proposedAmount: number | null;
  proposalNote: string | null;
  proposedBy: string | null;
  compensation: 'none' | 'proposed' | 'paid';
  paidAmount: number | null;
  approvedBy: string | null;
  approvedAt: string | null;
  status: 'open' | 'submitted' | 'answered' | 'closed';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface TrackEventRecord {
  package: string;
  order: string | null;
  customer: string;
  at: string;
  localTime: string;
  offset: string | null;
  carrierCode: string;
  type: string | null;
  code: string | null;
  text: string;
  city: string | null;
  state: string | null;
  postalCode: string | null;
  country: string | null;
  ahead: boolean | null;
  source: 'poll' | 'push' | 'hand';
  key: string;
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface TrackingStatusCodeRecord {
  carrier: string;
  section: 'type' | 'status' | 'activity' | 'exception' | 'manifest' | 'movement' | 'regulatory' | 'possession';
  code: string;
  category: 'pending' | 'picked_up' | 'in_transit' | 'out_for_delivery' | 'delivered' | 'ready_for_pickup' | 'on_hold' | 'delivery_delayed' | 'delivery_failed' | 'return_to_sender' | 'cancelled' | 'unknown' | null;
  exceptionType: 'carrier' | 'consignee' | 'customs' | 'weather' | 'address' | 'damage' | 'lost' | 'return' | null;
  correction: boolean | null;
  description: string | null;
  seen: number | null;
  lastSeenAt: string | null;
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface TransitTimeRecord {
  service: string;
  origin: string | null;
  zone: string;
  days: number;
  from: string;
  to: string | null;
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface TranslationRecord {
  culture: string;
  space: string;
  key: string;
  text: string;
  source: string | null;
  known: boolean | null;
  fits: boolean | null;
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface TrialResultRecord {
  order: string | null;
  customer: string;
  channel: string;
  service: string;
  available: boolean;
  reason: string | null;
  currency: string | null;
  zone: string | null;
  unitType: '0' | '1' | null;
  billableWeight: number | null;
  days: number | null;
  shipDate: string | null;
  sale: number | null;
  cost: number | null;
  margin: number | null;
  saleLines: Record<string, unknown> | unknown[] | null;
  costLines: Record<string, unknown> | unknown[] | null;
  expiresAt: string;
  fingerprint: string;
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface VisitLogRecord {
  account: string;
  name: string | null;
  visTime: string;
  visType: string;
  success: 'Y' | 'N';
  station: string | null;
  message: string | null;
  ip: string | null;
  browser: string | null;
  os: string | null;
  traceId: string | null;
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface WarehouseRecord {
  code: string;
  name: string;
  contact: string | null;
  phone: string | null;
  email: string | null;
  address1: string;
  address2: string | null;
  city: string;
  state: string | null;
  postalCode: string;
  country: string;
  hours: string | null;
  note: string | null;
  status: 'enabled' | 'disabled';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface WarehouseBillRecord {
  billNo: string | null;
  customer: string;
  warehouse: string;
  source: 'records' | 'entered';
  currency: string;
  periodFrom: string;
  periodTo: string;
  lines: {
    fee: 'inbound' | 'storage' | 'handling' | 'label' | 'outbound' | 'returnHandling' | 'minimum';
    basis: 'piece' | 'pallet' | 'cbm' | 'order' | 'label' | 'period';
    fromDay: number | null;
    units: number;
    price: number;
    amount: number;
    lateOf: string | null;
    explained: string | null;
    explanations: Record<string, unknown> | unknown[] | null;
  }[];
  total: number | null;
  proof: Record<string, unknown> | unknown[] | null;
  countedAt: string | null;
  pushedBy: string | null;
  pushedAt: string | null;
  recallReason: string | null;
  note: string | null;
  status: 'draft' | 'generated' | 'pushed' | 'cancelled';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface WarehousePriceRecord {
  label: string | null;
  code: string;
  versionNo: number | null;
  name: string;
  currency: string;
  from: string;
  freeDays: number;
  countFirstDay: boolean | null;
  countLastDay: boolean | null;
  fees: {
    fee: 'inbound' | 'storage' | 'handling' | 'label' | 'outbound' | 'returnHandling' | 'minimum';
    basis: 'piece' | 'pallet' | 'cbm' | 'order' | 'label' | 'period';
    fromDay: number;
    price: number;
    note: string | null;
  }[];
  notes: string | null;
  previous: string | null;
  activatedBy: string | null;
  activatedAt: string | null;
  retiredOn: string | null;
  status: 'draft' | 'active' | 'retired';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface WarehousePriceAssignmentRecord {
  customer: string;
  warehouse: string | null;
  from: string;
  price: string;
  label: string | null;
  priceFrom: string | null;
  note: string | null;
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface WarehouseRecordRecord {
  recordNo: string | null;
  kind: 'inbound' | 'storage' | 'handling' | 'outbound';
  customer: string;
  warehouse: string;
  returnedParcel: string | null;
  reference: string | null;
  sku: string | null;
  arrivedOn: string;
  leftOn: string | null;
  pieces: number;
  pallets: number;
  orders: number;
  labels: number;
  unitType: '0' | '1';
  weight: number | null;
  length: number | null;
  width: number | null;
  height: number | null;
  volume: number | null;
  cbm: number | null;
  departures: {
    leftOn: string;
    pieces: number;
    pallets: number;
    volume: number;
  }[];
  billedTo: string | null;
  billing: Record<string, unknown> | unknown[] | null;
  note: string | null;
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface WebhookRecord {
  name: string;
  customer: string;
  url: string;
  events: ('order.placed' | 'order.labelled' | 'order.failed' | 'order.voided' | 'order.refunded' | 'tracking.updated' | 'tracking.delivered' | 'tracking.exception' | 'charge.adjusted')[];
  secret: string | null;
  previousSecret: string | null;
  previousUntil: string | null;
  hint: string | null;
  issuedAt: string | null;
  lastDeliveredAt: string | null;
  failingSince: string | null;
  status: 'unissued' | 'active' | 'paused' | 'disabled';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface WebhookDeliveryRecord {
  eventId: string;
  event: 'order.placed' | 'order.labelled' | 'order.failed' | 'order.voided' | 'order.refunded' | 'tracking.updated' | 'tracking.delivered' | 'tracking.exception' | 'charge.adjusted' | 'webhook.ping';
  webhook: string | null;
  customer: string;
  subject: string | null;
  body: string;
  attempts: number | null;
  result: 'delivered' | 'refused' | 'noAnswer' | 'badAddress' | 'noSecret' | null;
  responseStatus: number | null;
  responseText: string | null;
  duration: number | null;
  lastTryAt: string | null;
  nextTryAt: string | null;
  deliveredAt: string | null;
  status: 'waiting' | 'delivered' | 'failed';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface WeeklyReportRecord {
  title: string;
  customer: string | null;
  weekFrom: string;
  weekTo: string;
  versionNo: number;
  currency: string;
  orders: number | null;
  packages: number | null;
  weight: number | null;
  cost: number | null;
  sale: number | null;
  adjusted: number | null;
  margin: number | null;
  byService: Record<string, unknown> | unknown[] | null;
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface WhatIfRecord {
  name: string;
  from: string;
  to: string;
  customer: string | null;
  channel: string | null;
  rateTables: string[] | null;
  fixedRates: string[] | null;
  surcharges: string[] | null;
  zoneCharts: string[] | null;
  areaLists: string[] | null;
  fuelPercent: number | null;
  instead: {
    service: string;
    by: string;
  }[];
  levels: {
    channel: string;
    level: string;
    percent: number;
  }[];
  note: string | null;
  ranAt: string | null;
  orders: number | null;
  priced: number | null;
  currency: string | null;
  marginBefore: number | null;
  marginAfter: number | null;
  result: Record<string, unknown> | unknown[] | null;
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface WithdrawalRecord {
  withdrawalNo: string | null;
  customer: string;
  amount: number;
  currency: string | null;
  method: 'wire' | 'ach' | 'check' | 'zelle';
  payee: string;
  bankName: string | null;
  accountNo: string;
  reason: string | null;
  remarks: string | null;
  reviewer: string | null;
  reviewedAt: string | null;
  bankReference: string | null;
  proof: string | null;
  paidBy: string | null;
  paidAt: string | null;
  status: 'applied' | 'passed' | 'paidOut' | 'refused';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface ZoneChartRecord {
  code: string;
  versionNo: number | null;
  name: string;
  carrier: string;
  serviceGroup: string;
  country: string;
  origin: string | null;
  from: string;
  to: string | null;
  zones: Record<string, unknown> | unknown[];
  source: string | null;
  previous: string | null;
  submittedBy: string | null;
  submittedAt: string | null;
  activatedBy: string | null;
  activatedAt: string | null;
  returnReason: string | null;
  retiredOn: string | null;
  findings: {
    severity: 'error' | 'warning' | 'info';
    finding: 'hole' | 'skippedWeight' | 'fallsWithWeight' | 'cheaperAbove' | 'fallsWithZone' | 'zoneMissing' | 'zoneUnused' | 'noChart' | 'samePriority' | 'groupUnknown' | 'takesOver' | 'nothingBefore' | 'unchanged' | 'changed' | 'added' | 'removed';
    place: string | null;
    before: string | null;
    after: string | null;
    percent: number | null;
  }[];
  checkedAt: string | null;
  status: 'draft' | 'review' | 'active' | 'retired';
  id: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface Records {
  "access-review": AccessReviewRecord;
  "account": AccountRecord;
  "account-channel": AccountChannelRecord;
  "address-book": AddressBookRecord;
  "alert-rule": AlertRuleRecord;
  "api-key": ApiKeyRecord;
  "application": ApplicationRecord;
  "area-list": AreaListRecord;
  "bill-basic": BillBasicRecord;
  "bill-mapping": BillMappingRecord;
  "board-display": BoardDisplayRecord;
  "box-gauge": BoxGaugeRecord;
  "box-size": BoxSizeRecord;
  "carrier": CarrierRecord;
  "carrier-bill": CarrierBillRecord;
  "carrier-bill-line": CarrierBillLineRecord;
  "carrier-claim": CarrierClaimRecord;
  "channel": ChannelRecord;
  "channel-level": ChannelLevelRecord;
  "channel-service": ChannelServiceRecord;
  "channel-ship-from": ChannelShipFromRecord;
  "charge-category": ChargeCategoryRecord;
  "commission": CommissionRecord;
  "config": ConfigRecord;
  "contract": ContractRecord;
  "culture": CultureRecord;
  "customer": CustomerRecord;
  "customer-channel": CustomerChannelRecord;
  "customer-config": CustomerConfigRecord;
  "deduction": DeductionRecord;
  "deposit": DepositRecord;
  "dict-data": DictDataRecord;
  "dict-type": DictTypeRecord;
  "ecommerce-config": EcommerceConfigRecord;
  "exception-log": ExceptionLogRecord;
  "express-account": ExpressAccountRecord;
  "fba-bill": FbaBillRecord;
  "fba-customer-config": FbaCustomerConfigRecord;
  "file": FileRecord;
  "final-bill": FinalBillRecord;
  "fixed-rate": FixedRateRecord;
  "freight-tariff": FreightTariffRecord;
  "fuel-concession": FuelConcessionRecord;
  "fuel-surcharge": FuelSurchargeRecord;
  "goods": GoodsRecord;
  "goods-declare": GoodsDeclareRecord;
  "goods-order": GoodsOrderRecord;
  "goods-spec": GoodsSpecRecord;
  "invoice-header": InvoiceHeaderRecord;
  "invoice-request": InvoiceRequestRecord;
  "label-print": LabelPrintRecord;
  "ledger-account": LedgerAccountRecord;
  "ledger-transfer": LedgerTransferRecord;
  "level": LevelRecord;
  "ltl-main-bill": LtlMainBillRecord;
  "ltl-order": LtlOrderRecord;
  "mail": MailRecord;
  "main-bill": MainBillRecord;
  "main-bill-box": MainBillBoxRecord;
  "manifest": ManifestRecord;
  "measure-agreement": MeasureAgreementRecord;
  "measure-difference": MeasureDifferenceRecord;
  "member-bill": MemberBillRecord;
  "member-bill-adjustment": MemberBillAdjustmentRecord;
  "member-bill-line": MemberBillLineRecord;
  "menu": MenuRecord;
  "notice": NoticeRecord;
  "online-payment": OnlinePaymentRecord;
  "operation-log": OperationLogRecord;
  "order": OrderRecord;
  "order-batch": OrderBatchRecord;
  "order-charge": OrderChargeRecord;
  "order-preset": OrderPresetRecord;
  "order-rule": OrderRuleRecord;
  "org": OrgRecord;
  "package": PackageRecord;
  "payment-message": PaymentMessageRecord;
  "position": PositionRecord;
  "price-notice": PriceNoticeRecord;
  "print-job": PrintJobRecord;
  "printer": PrinterRecord;
  "printer-mapping": PrinterMappingRecord;
  "rate-rule": RateRuleRecord;
  "rate-table": RateTableRecord;
  "received-notice": ReceivedNoticeRecord;
  "recharge": RechargeRecord;
  "recharge-header": RechargeHeaderRecord;
  "returned-parcel": ReturnedParcelRecord;
  "robot": RobotRecord;
  "role": RoleRecord;
  "session": SessionRecord;
  "shared-station": SharedStationRecord;
  "shipment": ShipmentRecord;
  "shop": ShopRecord;
  "sms": SmsRecord;
  "station-scan": StationScanRecord;
  "store-order": StoreOrderRecord;
  "surcharge-rule": SurchargeRuleRecord;
  "tenant": TenantRecord;
  "tenant-flow": TenantFlowRecord;
  "tenant-recharge": TenantRechargeRecord;
  "tenant-recharge-review": TenantRechargeReviewRecord;
  "timer": TimerRecord;
  "timer-run": TimerRunRecord;
  "track-alert": TrackAlertRecord;
  "track-case": TrackCaseRecord;
  "track-event": TrackEventRecord;
  "tracking-status-code": TrackingStatusCodeRecord;
  "transit-time": TransitTimeRecord;
  "translation": TranslationRecord;
  "trial-result": TrialResultRecord;
  "visit-log": VisitLogRecord;
  "warehouse": WarehouseRecord;
  "warehouse-bill": WarehouseBillRecord;
  "warehouse-price": WarehousePriceRecord;
  "warehouse-price-assignment": WarehousePriceAssignmentRecord;
  "warehouse-record": WarehouseRecordRecord;
  "webhook": WebhookRecord;
  "webhook-delivery": WebhookDeliveryRecord;
  "weekly-report": WeeklyReportRecord;
  "what-if": WhatIfRecord;
  "withdrawal": WithdrawalRecord;
  "zone-chart": ZoneChartRecord;
}
