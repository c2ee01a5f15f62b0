import type { Wing } from '../../sockets/socket.ts';
import { recogniseNumbers } from './recognise-command.ts';

/** Where parcels are: the numbers, what carriers report of them, and what is wrong. */
export const tracking: Wing = {
  sockets: [],
  commands: [recogniseNumbers],
};
