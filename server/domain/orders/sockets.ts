import type { Wing } from '../../sockets/socket.ts';
import { packageLimitStatements } from './package-limit.ts';
import { shipDateStatements } from './ship-date.ts';
import { saveDrafts } from './save-drafts.ts';

export const orders: Wing = {
  sockets: [],
  commands: [saveDrafts],
  statements: [...packageLimitStatements, ...shipDateStatements],
};
