import type { ServerModule } from '../../modules/module.ts';
import categories from './data/categories.json' with { type: 'json' };
import { priceData } from './data/sockets.ts';
import { priceReaders } from './import/readers.ts';
import { offerNotices } from './notices/offer.ts';
import { guardNotice, sendNotice } from './notices/send.ts';
import { pickByRule } from './pick-command.ts';
import { priceList } from './price-list.ts';
import { quote } from './quote.ts';
import { stateStatements } from './snapshot/state-sql.ts';
import { trialStatements } from './trial/trial-sql.ts';
import { recalculate, trial } from './trial/trial.ts';
import { runWhatIf, whatIf } from './what-if/what-if.ts';

/** What shipments cost and what customers pay for them. */
export const rating: ServerModule = {
  ...priceData,
  handlers: [...priceData.handlers, offerNotices, guardNotice, sendNotice],
  commands: [quote, pickByRule, priceList, trial, recalculate, runWhatIf],
  works: [whatIf],
  readers: priceReaders,
  startingRecords: [{ entity: 'charge-category', records: categories }],
  ddl: [...priceData.ddl, ...stateStatements, ...trialStatements],
};
