import type { Widgets } from '../react/index.ts';
import { addressPaste } from './address-paste/manifest.ts';
import { dimensions } from './dimensions/manifest.ts';
import { menuGrant } from './menu-grant/manifest.ts';
import { nextRuns } from './next-runs/manifest.ts';
import { priceSheet } from './price-sheet/manifest.ts';
import { roleGrants } from './role-grants/manifest.ts';
import { trackingNumber } from './tracking-number/manifest.ts';
import { zoneRanges } from './zone-ranges/manifest.ts';

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
