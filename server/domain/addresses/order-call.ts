import { defineExternalCall } from '../../modules/module.ts';
import type { Carriers } from '../carriers/carriers.ts';
import { askCarrier } from './ask-carrier.ts';
import { checkAddress } from './check-address.ts';
import { recipientOf } from './order-check.ts';
import { postal } from './postal/postal-data.ts';

/** Checks the recipient with the carrier of the order's channel and stores the answer on the order. */
export const askOfOrder = (carriers: Carriers) =>
  defineExternalCall('addresses.ask-carrier', async (call) => {
    const { tenant, id, services } = call;
    const [order] = await call.list('order', { id }, 1);
    if (!order) return;
    const typed = recipientOf(order);
    const system = await services.asSystem(tenant);
    const [found] = await askCarrier({ services, tenant, list: call.list, refuse: system.refuse }, carriers, {
      ...{ channel: String(order['channel']), addresses: [typed], checks: [checkAddress(typed, postal())] },
    });
    const silent = found?.issues.find(({ code }) =>
      ['addresses.carrierSilent', 'addresses.carrierCannot'].includes(code),
    );
    if (!found || silent) return { issues: silent ? [silent] : [] };
    const type =
      found.residential === undefined ? {} : { shipToType: found.residential ? 'residential' : 'commercial' };
    return {
      issues: await services.act({ tenant, entity: 'order', id }, 'noteAddress', {
        addressCheck: found.state,
        ...type,
      }),
    };
  });
