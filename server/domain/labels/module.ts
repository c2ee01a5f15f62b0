import type { Carriers } from '../carriers/carriers.ts';
import type { ServerModule } from '../../modules/module.ts';
import { orderDocuments } from './documents/downloads.ts';
import { closeManifest } from './manifest/close.ts';
import { emptyManifest, fillManifest } from './manifest/effects.ts';
import { endOfDay, prepareManifests } from './manifest/end-of-day.ts';
import { manifestStatements } from './manifest/manifest-sql.ts';
import { check } from './printing/check.ts';
import { merge, single, zip } from './printing/downloads.ts';
import { sealStatements } from './printing/print-sql.ts';

/** Labels as carriers made them, how often they were handed out, and what goes with the driver. */
export const labels = (on: { carriers: Carriers }): ServerModule => ({
  handlers: [fillManifest, emptyManifest, closeManifest(on)],
  commands: [check, endOfDay, prepareManifests],
  downloads: [merge, zip, single, ...orderDocuments],
  ddl: [...sealStatements, ...manifestStatements],
});
