export { ceilTo, decimal, exact, mulDiv, percentOf, percentScale, rateScale, sideScale, weightScale } from './exact.ts';
export type { Box, Place, Shipment, Signature, Unavailable, Unit } from './parcel.ts';
export type { ChargeLine } from './lines.ts';
export type { AreaList, FixedRate, Limits, Multiweight, ServicePrices } from './prices.ts';
export { rate, type Price, type Rated } from './rate.ts';
export type { SurchargeAmount, SurchargeRule, BoxFacts } from './surcharge.ts';
export type { RatePrice, RateRow, RateTable } from './table.ts';
export type { WeightRule, WeightStep } from './weight.ts';
export { zoneKey, type ZoneChart } from './zone.ts';
