import { AppError, refused } from '../errors.ts';
import type { Device, DeviceCall } from '../modules/module.ts';
import type { Context } from './context.ts';

/** Endpoints of business modules for devices with their own tokens. */
export type Devices = readonly Device[];

/** Answers a request of a module's device. Throws `noSession` if the module does not know its token, or `refused`. */
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
