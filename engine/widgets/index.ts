import type { Widget } from '../react/index.ts';
import { nextRuns } from './next-runs/manifest.ts';
import { addressPaste } from './address-paste/manifest.ts';
import { menuGrant } from './menu-grant/manifest.ts';
import { roleGrants } from './role-grants/manifest.ts';

/** Every custom widget by the name that schemas use: one line each, loaded when a form first needs it. */
export const widgets: Readonly<Record<string, Widget>> = Object.freeze({
  [addressPaste.name]: addressPaste,
  [nextRuns.name]: nextRuns,
  [menuGrant.name]: menuGrant,
  [roleGrants.name]: roleGrants,
});
