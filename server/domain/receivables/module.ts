import type { ServerModule } from '../../modules/module.ts';
import { statementFile, statementSummary } from './statement/statement.ts';

/** What customers owe, since when, and what they are told of it. */
export const receivables: ServerModule = {
  handlers: [],
  commands: [statementSummary],
  downloads: [statementFile],
};
