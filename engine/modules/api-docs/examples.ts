/** A step of the quick start as it is typed into a terminal. */
export interface Example {
  readonly name: 'quote' | 'order' | 'price' | 'place' | 'label';
  readonly text: string;
}

const callsAt =
  (origin: string) =>
  (path: string, body: object, more = ''): string =>
    `curl -X POST '${origin}/api/${path}' \\\n  -H "Authorization: Bearer $LADING_KEY" -H 'Content-Type: application/json' \\\n${more}  -d '${JSON.stringify(body, null, 2)}'`;

/** The way from a price to a label with a key. */
export const examplesAt = (origin: string): readonly Example[] => {
  const call = callsAt(origin);
  return [
    {
      name: 'quote',
      text: call('Rate/quote', {
        unitType: '0',
        from: { postalCode: '90001', state: 'CA', country: 'US' },
        to: { postalCode: '10001', state: 'NY', country: 'US', type: 'residential' },
        boxes: [{ weight: 3, length: 12, width: 10, height: 8, quantity: 1 }],
      }),
    },
    {
      name: 'order',
      text: call(
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
    { name: 'price', text: call('Order/trial', { ids: ['ORDER'] }) },
    { name: 'place', text: call('Order/submit', { id: 'ORDER' }) },
    { name: 'label', text: call('Label/merge', { orders: ['ORDER'] }, '  -o labels.pdf \\\n') },
  ];
};

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

/** How a program that receives a webhook makes sure that it comes from here, and lately. */
export const verifyExample = `import { createHmac, timingSafeEqual } from 'node:crypto';

// secret: whsec_..., as it was shown once. body: the bytes as they came, before anything reads them.
export function isGenuine(secret, headers, body, now = Date.now()) {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  if (Math.abs(now / 1000 - Number(timestamp)) > 300) return false;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\${body}\`).digest();
  // While a secret is replaced there are two signatures.
  return headers['webhook-signature'].split(' ').some((each) => {
    const given = Buffer.from(each.replace('v1,', ''), 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}`;

/** What a webhook sends, as an example. */
export const deliveryExample = JSON.stringify(
  {
    ...{ id: 'evt_48210', type: 'order.labelled', timestamp: '2026-05-04T17:20:31Z' },
    data: {
      order: {
        ...{ id: '7301', orderNo: 'SO-2605-000042', status: 'ordered', refNo: 'shop-1001', carrierCode: 'UPS' },
        ...{ price: 12.4, currency: 'USD', leadTracking: '1Z12345E0205271688' },
        trackingNumbers: ['1Z12345E0205271688'],
      },
    },
  },
  null,
  2,
);

const reading = (...paths: readonly string[]) =>
  paths.flatMap((path) => ['page', 'list', 'detail'].map((verb) => `GET ${path}/${verb}`));
const asking = (...paths: readonly string[]) => paths.map((path) => `POST ${path}`);

/** The calls that keys of each scope open. */
export const callsByScope: Readonly<Record<string, readonly string[]>> = {
  'rates:read': [
    ...asking('Rate/quote', 'Rate/pick', 'Order/trial'),
    ...reading('TrialResult', 'CustomerChannel', 'Channel', 'ChannelService', 'ChannelShipFrom'),
  ],
  'orders:read': [...reading('Order', 'OrderBatch', 'OrderBox'), 'GET job'],
  'orders:write': [
    'POST Order/add',
    ...asking('Order/edit', 'Order/delete', 'Order/submit', 'Order/withdraw', 'Order/retry', 'Order/redraft'),
    ...asking('Order/placeMany', 'Order/applyRefund', 'Order/cancelRefund'),
    ...asking('Order/checkAddress', 'Order/takeAddress', 'Address/check', 'Address/suggest'),
  ],
  'labels:read': [...asking('Label/check', 'Label/merge', 'Label/download', 'Label/zip'), ...reading('OrderBox')],
  'tracking:read': [
    ...asking('Tracking/recognise', 'Tracking/timeline', 'Tracking/proof'),
    ...reading('OrderBox', 'TrackAlert'),
  ],
  'fees:read': [
    ...reading('OrderCharge', 'LedgerTransfer', 'MemberBillLine'),
    'GET MemberBillLine/fees',
    'GET membership/balance',
  ],
};
