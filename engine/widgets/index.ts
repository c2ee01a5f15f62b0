import type { Widget } from '../react/index.ts';
import { addressPaste } from './address-paste/manifest.ts';

/** Every custom widget by the name that schemas use: one line each, loaded when a form first needs it. */
export const widgets: Readonly<Record<string, Widget>> = Object.freeze({
  [addressPaste.name]: addressPaste,
});
