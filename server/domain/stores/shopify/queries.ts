export interface Query {
  readonly name: string;
  readonly text: string;
}

const address = `{ name company address1 address2 city provinceCode zip countryCodeV2 phone }`;
const weight = `weight { unit value }`;
const holds = `fulfillmentOrders(first: 10) { nodes { id status requestStatus fulfillAt
  fulfillmentHolds { reason } deliveryMethod { methodType } assignedLocation { location { id } } } }`;
const lines = (first: number) => `lineItems(first: ${first}) { pageInfo { hasNextPage } nodes { id sku name
  currentQuantity unfulfilledQuantity requiresShipping originalUnitPriceSet { shopMoney { amount } }
  variant { inventoryItem { measurement { ${weight} } } } } }`;
const order = (first: number) => `id name createdAt updatedAt cancelledAt displayFulfillmentStatus email
  currentTotalPriceSet { shopMoney { amount currencyCode } } shippingAddress ${address} ${holds} ${lines(first)}`;

export const pullOrders: Query = {
  name: 'PullOrders',
  text: `query PullOrders($search: String!, $first: Int!, $after: String) {
    orders(first: $first, after: $after, query: $search, sortKey: UPDATED_AT) {
      pageInfo { hasNextPage endCursor } nodes { ${order(20)} } } }`,
};

export const oneOrder: Query = {
  name: 'OneOrder',
  text: `query OneOrder($id: ID!) { node(id: $id) { ... on Order { ${order(250)} } } }`,
};

/** Open and completed fulfilments: an order may have several of each. */
export const openLines: Query = {
  name: 'OpenLines',
  text: `query OpenLines($id: ID!) { node(id: $id) { ... on Order {
    fulfillments(first: 50) { id status trackingInfo(first: 20) { number } }
    fulfillmentOrders(first: 20) { nodes { id status
      lineItems(first: 100) { nodes { id remainingQuantity lineItem { id } } } } } } } }`,
};

export const fulfil: Query = {
  name: 'Fulfil',
  text: `mutation Fulfil($fulfillment: FulfillmentInput!) { fulfillmentCreate(fulfillment: $fulfillment) {
    fulfillment { id status trackingInfo { number } } userErrors { field message } } }`,
};

const probe = (name: string, body: string): Query => ({ name, text: `query ${name} { ${body} }` });

/** A harmless query for each required read scope; write scopes are checked in the list of granted ones. */
export const probes: readonly { readonly scope: string; readonly query: Query }[] = [
  { scope: 'read_orders', query: probe('ProbeOrders', 'orders(first: 1) { nodes { id } }') },
  {
    scope: 'read_merchant_managed_fulfillment_orders',
    query: probe('ProbeFulfilments', 'fulfillmentOrders(first: 1) { nodes { id status } }'),
  },
  {
    scope: 'write_merchant_managed_fulfillment_orders',
    query: probe('ProbeScopes', 'currentAppInstallation { accessScopes { handle } }'),
  },
];
