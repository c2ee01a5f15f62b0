import type { ServerModule } from '../../modules/module.ts';
import { packageLimitStatements } from './package-limit.ts';
import { shipDateStatements } from './ship-date.ts';
import { saveDrafts } from './save-drafts.ts';

export const orders: ServerModule = {
  handlers: [],
  commands: [saveDrafts],
  ddl: [...packageLimitStatements, ...shipDateStatements],
};
