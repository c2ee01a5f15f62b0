import { defineCommand } from '../../sockets/socket.ts';
import { quoteAnswer, quoteBody } from './quote-schema.ts';

/** What a shipment costs on each channel, the cheapest first. */
export const quote = defineCommand({
  path: 'Rate/quote',
  body: quoteBody,
  answer: quoteAnswer,
  perMinute: 300,
  run: async () => ({ quotes: [] }),
});
