import type { Widgets } from '../kit/index.ts';
import { addressPaste } from './order-entry/address-paste/manifest.ts';
import { dimensions } from './shipping/dimensions/manifest.ts';
import { menuGrant } from './access/menu-grant/manifest.ts';
import { nextRuns } from './timers/next-runs/manifest.ts';
import { priceSheet } from './rating/price-sheet/manifest.ts';
import { roleGrants } from './access/role-grants/manifest.ts';
import { trackingNumber } from './tracking/tracking-number/manifest.ts';
import { zoneRanges } from './rating/zone-ranges/manifest.ts';

/** Every custom widget by the name that schemas use: one line each, loaded when a form first needs it. */
export const widgets: Widgets = Object.freeze({
  [addressPaste.name]: addressPaste,
  [dimensions.name]: dimensions,
  [menuGrant.name]: menuGrant,
  [nextRuns.name]: nextRuns,
  [priceSheet.name]: priceSheet,
  [roleGrants.name]: roleGrants,
  [trackingNumber.name]: trackingNumber,
  [zoneRanges.name]: zoneRanges,
});
