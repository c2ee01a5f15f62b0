import { AppError, refused } from '../errors.ts';
import type { Device, DeviceCall } from '../modules/module.ts';
import type { Context } from './context.ts';

/** The endpoints of business modules for devices with a token of their own. */
export type Devices = readonly Device[];

/** Answers a device at the door of a module. Throws `noSession` where the module does not know its token, or `refused`. */
export function answerDevice(
  { services: deps }: Context,
  device: Device,
  asked: Pick<DeviceCall, 'token' | 'body' | 'signal'>,
): Promise<unknown> {
  if (!deps) throw new Error('devices are answered by an open node');
  return device.run({
    ...asked,
    services: deps,
    refuse: (...reasons) => {
      throw refused(...reasons);
    },
    unknown: () => {
      throw new AppError('noSession');
    },
  });
}
