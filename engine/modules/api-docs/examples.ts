/** A step of the quick start as it is typed into a terminal. */
export interface Example {
  readonly name: 'quote' | 'order' | 'place' | 'label';
  readonly text: string;
}

const call = (origin: string, path: string, body: object, more = ''): string =>
  `curl -X POST '${origin}/api/${path}' \\\n  -H "Authorization: Bearer $LADING_KEY" -H 'Content-Type: application/json' \\\n${more}  -d '${JSON.stringify(body)}'`;

/** The way from a price to a label with a key. */
export const examplesAt = (origin: string): readonly Example[] => [
  {
    name: 'quote',
    text: call(origin, 'Rate/quote', {
      unitType: '0',
      from: { postalCode: '90001', state: 'CA', country: 'US' },
      to: { postalCode: '10001', state: 'NY', country: 'US', type: 'residential' },
      boxes: [{ weight: 3, length: 12, width: 10, height: 8, quantity: 1 }],
    }),
  },
  {
    name: 'order',
    text: call(
      origin,
      'Order/add',
      {
        ...{ customer: 'CUSTOMER', channel: 'CHANNEL', service: 'SERVICE', shipFrom: 'SHIP_FROM', unitType: '0' },
        ...{ shipToName: 'Ann Lee', shipToAddress1: '2 Main St', shipToCity: 'New York', shipToState: 'NY' },
        ...{ shipToPostalCode: '10001', shipToCountry: 'US' },
        boxes: [{ weight: 3, length: 12, width: 10, height: 8, quantity: 1 }],
      },
      "  -H 'Idempotency-Key: shop-1001' \\\n",
    ),
  },
  { name: 'place', text: call(origin, 'Order/submit', { id: 'ORDER' }) },
  { name: 'label', text: call(origin, 'Label/merge', { orders: ['ORDER'] }, '  -o labels.pdf \\\n') },
];

/** The first of them as a program. */
export const nodeExample = (origin: string): string => `const key = 'lad_...';
const answer = await fetch('${origin}/api/Rate/quote', {
  method: 'POST',
  headers: { authorization: \`Bearer \${key}\`, 'content-type': 'application/json' },
  body: JSON.stringify({
    unitType: '0',
    from: { postalCode: '90001', state: 'CA', country: 'US' },
    to: { postalCode: '10001', state: 'NY', country: 'US', type: 'residential' },
    boxes: [{ weight: 3, length: 12, width: 10, height: 8, quantity: 1 }],
  }),
});
const { success, data, message } = await answer.json();
if (!success) throw new Error(message);
const [cheapest] = data.quotes;`;
