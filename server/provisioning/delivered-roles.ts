/** A role that every new tenant has beside its templates: some of what one template gives, with what that template hides. */
export interface DeliveredRole {
  readonly code: string;
  readonly within: 'finance' | 'clerk' | 'member';
  /** Codes by entity, `*` for all that the template gives there. */
  readonly grants: Readonly<Record<string, string>>;
}

const all = (...entities: readonly string[]): Record<string, string> =>
  Object.fromEntries(entities.map((entity) => [entity, '*']));
const read = (...entities: readonly string[]): Record<string, string> =>
  Object.fromEntries(entities.map((entity) => [entity, 'read']));

const network = read('carrier', 'channel', 'channel-service', 'channel-ship-from');
const tracking = all('track-event', 'track-alert', 'track-case');
/** What everybody signs in to. */
const common = read('received-notice', 'file', 'dict-type', 'dict-data');

export const deliveredRoles: readonly DeliveredRole[] = [
  {
    code: 'pricing',
    within: 'finance',
    grants: {
      ...common,
      ...network,
      ...all('rate-table', 'fixed-rate', 'zone-chart', 'fuel-surcharge', 'surcharge-rule', 'area-list', 'transit-time'),
      ...all(
        'fuel-concession',
        'rate-rule',
        'what-if',
        'charge-category',
        'level',
        'channel-level',
        'customer-channel',
      ),
      ...read('customer', 'trial-result', 'order-charge'),
    },
  },
  {
    code: 'service',
    within: 'clerk',
    grants: {
      ...common,
      ...network,
      ...tracking,
      ...all('order', 'address-book', 'store-order', 'returned-parcel'),
      ...read(
        'customer',
        'customer-config',
        'customer-channel',
        'package',
        'shipment',
        'shop',
        'recharge',
        'deduction',
      ),
      ...read('order-charge', 'trial-result', 'ledger-account', 'ledger-transfer', 'member-bill'),
    },
  },
  {
    code: 'operations',
    within: 'clerk',
    grants: {
      ...common,
      ...network,
      ...tracking,
      ...all('order', 'order-batch', 'package', 'shipment', 'manifest', 'label-print', 'box-size', 'box-gauge'),
      ...all('printer', 'printer-mapping', 'print-job', 'station-scan', 'returned-parcel'),
      ...read('customer', 'store-order', 'shop', 'trial-result'),
    },
  },
  {
    code: 'warehouse',
    within: 'clerk',
    grants: {
      ...common,
      ...read('order', 'customer', 'printer', 'print-job', 'station-scan', 'box-size'),
      package: 'read,print',
      'returned-parcel': 'read,add,process,setAside,dispose',
    },
  },
  {
    code: 'buyer',
    within: 'member',
    grants: {
      ...common,
      ...all(
        'order',
        'address-book',
        'box-gauge',
        'order-batch',
        'package',
        'track-event',
        'track-alert',
        'track-case',
      ),
      ...all('store-order', 'returned-parcel'),
      ...read(
        'customer-channel',
        'channel',
        'channel-service',
        'channel-ship-from',
        'carrier',
        'trial-result',
        'box-size',
      ),
      ...read('order-charge', 'ledger-account', 'shop', 'rate-rule'),
    },
  },
  {
    code: 'packer',
    within: 'member',
    grants: {
      ...common,
      ...all('package', 'print-job', 'station-scan'),
      ...read(
        'order',
        'printer',
        'box-size',
        'box-gauge',
        'channel',
        'channel-service',
        'returned-parcel',
        'track-event',
      ),
    },
  },
  {
    code: 'accountant',
    within: 'member',
    grants: {
      ...common,
      ...all('recharge', 'online-payment', 'withdrawal', 'deposit', 'deduction', 'invoice-header', 'invoice-request'),
      ...all(
        'ledger-transfer',
        'ledger-account',
        'member-bill',
        'member-bill-line',
        'member-bill-adjustment',
        'final-bill',
      ),
      ...read('recharge-header', 'order', 'order-charge', 'package', 'customer'),
    },
  },
];
