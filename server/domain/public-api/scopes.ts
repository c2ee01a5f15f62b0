import type { KeyScope } from '../../modules/module.ts';

const reading = (...paths: readonly string[]) =>
  paths.flatMap((path) => ['page', 'list', 'detail'].map((verb) => ({ call: `GET ${path}/${verb}` })));
const asking = (...paths: readonly string[]) => paths.map((path) => ({ call: `POST ${path}` }));

/** What programs may do with keys: the product's own calls, as far as the rights of the maker reach. */
export const scopes: readonly KeyScope[] = [
  {
    name: 'rates:read',
    calls: [
      ...asking('Rate/quote', 'Rate/pick', 'Order/trial'),
      ...reading('TrialResult', 'CustomerChannel', 'Channel', 'ChannelService', 'ChannelShipFrom'),
    ],
  },
  { name: 'orders:read', calls: [...reading('Order', 'OrderBatch', 'OrderBox'), { call: 'GET job' }] },
  {
    name: 'orders:write',
    calls: [
      // Whatever the program says: an order that a key makes came by the API.
      { call: 'POST Order/add', sets: { source: 'api' } },
      ...asking('Order/edit', 'Order/delete', 'Order/submit', 'Order/withdraw', 'Order/retry', 'Order/redraft'),
      ...asking('Order/placeMany', 'Order/applyRefund', 'Order/cancelRefund'),
      ...asking('Order/checkAddress', 'Order/takeAddress', 'Address/check', 'Address/suggest'),
    ],
  },
  {
    name: 'labels:read',
    calls: [...asking('Label/check', 'Label/merge', 'Label/download', 'Label/zip'), ...reading('OrderBox')],
  },
  {
    name: 'tracking:read',
    calls: [
      ...asking('Tracking/recognise', 'Tracking/timeline', 'Tracking/proof'),
      ...reading('OrderBox', 'TrackAlert'),
    ],
  },
  {
    name: 'fees:read',
    calls: [
      ...reading('OrderCharge', 'LedgerTransfer', 'MemberBillLine'),
      { call: 'GET MemberBillLine/fees' },
      { call: 'GET membership/balance' },
    ],
  },
];
