import { defineSchedule, type ServerModule } from '../../modules/module.ts';
import { printAgentEndpoints } from './device-endpoints.ts';
import { printingEffects } from './effects.ts';
import { expireSql, offlineSql } from './jobs-sql.ts';
import { printingStatements } from './printing-sql.ts';
import { sendToPrinter } from './send-command.ts';
import { issueBadge } from './station/badge.ts';
import { stationCommands } from './station/commands.ts';
import { stationSheet } from './station/sheet.ts';

const watchPrinters = defineSchedule('print-watch', '* * * * *', async ({ query }) => {
  const [expired] = await query(expireSql, [null, null]);
  const [gone] = await query(offlineSql, []);
  return Number(expired?.['many']) + Number(gone?.['many']);
});

/** Remote printing of labels, and the packing station. */
export const printing = (): ServerModule => ({
  handlers: printingEffects,
  commands: [sendToPrinter, ...stationCommands],
  downloads: [stationSheet, issueBadge],
  devices: printAgentEndpoints,
  schedules: [watchPrinters],
  ddl: printingStatements,
});
