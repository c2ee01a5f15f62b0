import { defineEffect, defineJob, type Wing } from '../../sockets/socket.ts';

const effects = [
  'submit',
  'withdraw',
  'let-pass',
  'fund',
  'place',
  'fail',
  'ask-void',
  'keep',
  'refund',
  'cancel-inside',
  'note-void',
];
const jobs = ['place', 'void', 'run-again'];

/** From a draft to a box with a label. */
export const shipping: Wing = {
  sockets: [
    ...effects.map((name) => defineEffect(`shipping.${name}`, async () => undefined)),
    ...jobs.map((name) => defineJob(`shipping.${name}`, async () => undefined)),
  ],
};
