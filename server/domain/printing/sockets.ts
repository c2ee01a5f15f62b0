import { defineTask, type Wing } from '../../sockets/socket.ts';
import { printAgentDoors } from './device-doors.ts';
import { printingEffects } from './effects.ts';
import { expireSql, offlineSql } from './jobs-sql.ts';
import { printingStatements } from './printing-sql.ts';
import { sendToPrinter } from './send-command.ts';
import { stationCommands } from './station/commands.ts';
import { stationSheet } from './station/sheet.ts';

const watchPrinters = defineTask('print-watch', '* * * * *', async ({ query }) => {
  const [expired] = await query(expireSql, [null, null]);
  const [gone] = await query(offlineSql, []);
  return Number(expired?.['many']) + Number(gone?.['many']);
});

/** From a label to a printer that stands somewhere else, and the station beside it. */
export const printing = (): Wing => ({
  sockets: printingEffects,
  commands: [sendToPrinter, ...stationCommands],
  downloads: [stationSheet],
  devices: printAgentDoors,
  tasks: [watchPrinters],
  statements: printingStatements,
});
