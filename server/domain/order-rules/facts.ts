type Values = Readonly<Record<string, unknown>>;

/**
 * What rules may ask of an order, and of what type each is. Nothing that rules set is among them, so that what a rule does
 * never decides which rules hold, and running them again changes nothing more.
 */
export const factTypes = {
  country: 'string',
  state: 'string',
  postalCode: 'string',
  city: 'string',
  company: 'string',
  addressType: 'string',
  source: 'string',
  platform: 'string',
  weightLb: 'decimal',
  weightKg: 'decimal',
  boxCount: 'int',
  declared: 'decimal',
  insured: 'decimal',
  refNo: 'string',
  subOrderNo: 'string',
  ecommerceOrderNo: 'string',
  remarks: 'string',
  itemText: 'string',
  itemCount: 'decimal',
} as const;
export type Fact = keyof typeof factTypes;

const kilogramsPerPound = 0.45359237;

/** The facts of an order as it is typed: whatever follows from it has not been worked out yet when it is new. */
export function factsOf(order: Values): Record<Fact, unknown> {
  const boxes = rowsOf(order['boxes']);
  const items = rowsOf(order['items']);
  const isMetric = order['unitType'] === '1';
  const weight = boxes.length === 0 ? null : total(boxes, 'weight');
  return {
    ...{ country: order['shipToCountry'], state: order['shipToState'], postalCode: order['shipToPostalCode'] },
    ...{ city: order['shipToCity'], company: order['shipToCompany'], addressType: order['shipToType'] },
    ...{ source: order['source'], platform: order['platform'], refNo: order['refNo'], remarks: order['remarks'] },
    ...{ subOrderNo: order['subOrderNo'], ecommerceOrderNo: order['ecommerceOrderNo'] },
    weightLb: weight === null ? null : exact(isMetric ? weight / kilogramsPerPound : weight),
    weightKg: weight === null ? null : exact(isMetric ? weight : weight * kilogramsPerPound),
    boxCount: boxes.reduce((sum, box) => sum + numberOf(box['quantity'] ?? 1), 0),
    declared: exact(total(boxes, 'declaredValue')),
    insured: exact(total(boxes, 'insuredAmount')),
    itemText: items.map((item) => String(item['description'] ?? '')).join('\n'),
    itemCount: items.reduce((sum, item) => sum + numberOf(item['quantity'] ?? 1), 0),
  };
}

const rowsOf = (value: unknown): readonly Values[] => (Array.isArray(value) ? (value as Values[]) : []);
const numberOf = (value: unknown): number => (Number.isFinite(Number(value)) ? Number(value) : 0);
const total = (boxes: readonly Values[], field: string): number =>
  boxes.reduce((sum, box) => sum + numberOf(box[field] ?? 0) * numberOf(box['quantity'] ?? 1), 0);
/** Rounds sums of typed values to remove floating-point noise. */
const exact = (value: number): number => Math.round(value * 10_000) / 10_000;
