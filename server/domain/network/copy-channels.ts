import { defineExternalCall, issue, type CallOf, type Issue } from '../../modules/module.ts';

/**
 * Gives a customer the channels that another one has, at the same levels. What the customer has already stays as it is, so
 * that a second time changes nothing. It is the person's own doing: they copy what they may read and add what they may add.
 */
export const copyChannels = defineExternalCall('network.copy-channels', async (call) => {
  const from = String(call.input['from']);
  const [theirs, own] = await Promise.all([channelsOf(call, from), channelsOf(call, call.id)]);
  const wanted = theirs.filter(({ status }) => status === 'enabled');
  if (wanted.length === 0) return { issues: [issue('network.noChannels', 'from')] };
  const has = new Set(own.map(({ channel }) => channel));
  const issues: Issue[] = [];
  for (const { channel, level } of wanted) {
    if (has.has(channel)) continue;
    const refused = await call.add('customer-channel', { customer: call.id, channel, level });
    // Another request gave it at the same moment.
    issues.push(...refused.filter(({ code }) => code !== 'unique'));
  }
  return { issues: issues.map((each) => ({ ...each, path: '' })) };
});

const channelsOf = ({ list }: CallOf, customer: string) => list('customer-channel', { customer });
