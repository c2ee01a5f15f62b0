export interface Query {
  readonly name: string;
  readonly text: string;
}

const address = `{ name company address1 address2 city provinceCode zip countryCodeV2 phone }`;
const holds = `fulfillmentOrders(first: 10) { nodes { id status deliveryMethod { methodType } } }`;
const lines = (
  after: string,
) => `lineItems(first: $lines${after}) { pageInfo { hasNextPage endCursor } nodes { id sku name
  currentQuantity unfulfilledQuantity requiresShipping originalUnitPriceSet { shopMoney { amount } }
  variant { inventoryItem { measurement { weight { unit value } } } } } }`;
const order = (after = '') => `id name createdAt updatedAt cancelledAt email
  currentTotalPriceSet { shopMoney { amount currencyCode } } shippingAddress ${address} ${holds} ${lines(after)}`;

export const pullOrders: Query = {
  name: 'PullOrders',
  text: `query PullOrders($search: String!, $first: Int!, $lines: Int!, $after: String) {
    orders(first: $first, after: $after, query: $search, sortKey: UPDATED_AT) {
      pageInfo { hasNextPage endCursor } nodes { ${order()} } } }`,
};

export const oneOrder: Query = {
  name: 'OneOrder',
  text: `query OneOrder($id: ID!, $lines: Int!, $after: String) {
    node(id: $id) { ... on Order { ${order(', after: $after')} } } }`,
};

const openLine = `pageInfo { hasNextPage endCursor } nodes { id remainingQuantity lineItem { id } }`;

/** Open and completed fulfilments: an order may have several of each. */
export const openLines: Query = {
  name: 'OpenLines',
  text: `query OpenLines($id: ID!, $first: Int!, $after: String) { node(id: $id) { ... on Order {
    fulfillments(first: 25) { id status trackingInfo(first: 10) { number } }
    fulfillmentOrders(first: $first, after: $after) { pageInfo { hasNextPage endCursor } nodes { id status
      assignedLocation { location { id } }
      lineItems(first: 50) { ${openLine} } } } } } }`,
};

/** The lines of a fulfilment order beyond its first page. */
export const moreLines: Query = {
  name: 'MoreLines',
  text: `query MoreLines($id: ID!, $first: Int!, $after: String) { node(id: $id) { ... on FulfillmentOrder {
    lineItems(first: $first, after: $after) { ${openLine} } } } }`,
};

/** The lines of a completed fulfilment. */
export const doneLines: Query = {
  name: 'DoneLines',
  text: `query DoneLines($id: ID!, $first: Int!, $after: String) { node(id: $id) { ... on Fulfillment {
    fulfillmentLineItems(first: $first, after: $after) { pageInfo { hasNextPage endCursor }
      nodes { quantity lineItem { id } } } } } }`,
};

export const fulfil: Query = {
  name: 'Fulfil',
  text: `mutation Fulfil($fulfillment: FulfillmentInput!) { fulfillmentCreate(fulfillment: $fulfillment) {
    fulfillment { id status trackingInfo { number } } userErrors { field message } } }`,
};

/** A fulfilment gets another tracking number. */
export const correct: Query = {
  name: 'Correct',
  text: `mutation Correct($fulfillmentId: ID!, $trackingInfoInput: FulfillmentTrackingInput!, $notifyCustomer: Boolean) {
    fulfillmentTrackingInfoUpdate(fulfillmentId: $fulfillmentId, trackingInfoInput: $trackingInfoInput, notifyCustomer: $notifyCustomer) {
      fulfillment { id status trackingInfo { number } } userErrors { field message } } }`,
};

const probe = (name: string, body: string): Query => ({ name, text: `query ${name} { ${body} }` });

/** A harmless query for each required read scope; write scopes are checked in the list of granted ones. */
export const probes: readonly { readonly scope: string; readonly query: Query }[] = [
  { scope: 'read_orders', query: probe('ProbeOrders', 'orders(first: 1) { nodes { id } }') },
  {
    scope: 'protected customer data',
    query: probe('ProbeAddresses', 'orders(first: 1) { nodes { shippingAddress { name address1 phone } } }'),
  },
  {
    scope: 'read_merchant_managed_fulfillment_orders',
    query: probe('ProbeFulfilments', 'fulfillmentOrders(first: 1) { nodes { id status } }'),
  },
  {
    scope: 'write_merchant_managed_fulfillment_orders',
    query: probe('ProbeScopes', 'currentAppInstallation { accessScopes { handle } }'),
  },
];
