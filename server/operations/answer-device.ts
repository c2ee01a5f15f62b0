import { AppError, refused } from '../errors.ts';
import type { Device, DeviceCall } from '../sockets/socket.ts';
import type { Context } from './context.ts';

/** The doors of the business wings for machines that have a token of their own. */
export type Devices = readonly Device[];

/** Answers a device at the door of a wing. Throws `noSession` where the wing does not know its token, or `refused`. */
export function answerDevice(
  { house }: Context,
  device: Device,
  asked: Pick<DeviceCall, 'token' | 'body' | 'signal'>,
): Promise<unknown> {
  if (!house) throw new Error('devices are answered by an open node');
  return device.run({
    ...asked,
    house,
    refuse: (...reasons) => {
      throw refused(...reasons);
    },
    unknown: () => {
      throw new AppError('noSession');
    },
  });
}
